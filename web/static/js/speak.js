// What a screen reader hears: one polite message a turn, always in the same order.

import { all, list, one, table, text } from "./page.js";

let clearing = 0;
let taught = "";

/** Say a sentence politely; the same sentence twice is said twice. */
export function say(sentence) {
  const place = one("#spoken");
  const shown = one(".command__answer");
  if (shown && one(".command:focus-within")) shown.textContent = sentence;
  if (!place) return;
  clearTimeout(clearing);
  place.textContent = "";
  clearing = setTimeout(() => { place.textContent = sentence; }, 60);
}

/** The tiles that may be played now, as text. */
export const playable = () => all(".slot", table()).filter((slot) => one(".fits", slot)).map((slot) => slot.dataset.tile);

// A guide's word is part of the message when it is a new one.
function lesson() {
  const guide = one(".guide", table());
  if (!guide || guide.dataset.topic === taught) return "";
  taught = guide.dataset.topic;
  return one("#guide-text").textContent;
}

/** What you did, what each computer did, whose turn it is, what is playable. */
export function sayTurn(turns) {
  const tiles = playable();
  say([
    ...turns,
    one("#status")?.textContent ?? "",
    tiles.length ? text("playable", { tiles: list(tiles) }) : "",
    lesson(),
  ].filter(Boolean).join(" "));
}
