// A typed line that can do everything: the first thing in the page for someone who does not see the table.

import { all, list, one, table, text } from "./page.js";
import { finish, playsOf, trainInWords, trainOf } from "./choose.js";
import { handInWords } from "./hand.js";
import { isBusy } from "./play.js";
import { playable, say } from "./speak.js";

const ACTIONS = { d: "draw", draw: "draw", p: "pass", pass: "pass", e: "done", done: "done", u: "undo", undo: "undo" };
const TILE = /^(\d+)\s*[-–/ .]\s*(\d+)(?:\s*[@ ]\s*(.+))?$/;

const rows = () => all(".train", table());
const letterOf = (key) => one(`[data-train="${key}"]`, table()).dataset.letter;

const TELLS = {
  h: () => [handInWords(), playable().length ? text("playable", { tiles: list(playable()) }) : one("#status").textContent].join(" "),
  t: () => rows().map((row) => `${row.dataset.letter}: ${trainInWords(row.dataset.train)}`).join(" "),
  "?": () => text("commands"),
  s: () => one("#status").textContent,
};
TELLS.hand = TELLS.h;
TELLS.trains = TELLS.t;
TELLS.help = TELLS["?"];

const isMeant = (row, word) =>
  [row.dataset.letter, row.dataset.train.toLowerCase()].includes(word) || (word.length > 1 && row.dataset.name.toLowerCase().startsWith(word));

function playTile(low, high, word) {
  const tile = low <= high ? `${low}-${high}` : `${high}-${low}`;
  const plays = playsOf(one(`.slot[data-tile="${tile}"] .ht`, table()));
  const fits = word ? plays.filter((action) => isMeant(one(`[data-train="${trainOf(action)}"]`, table()), word)) : plays;
  if (fits.length === 1) return finish(fits[0], true);
  if (!plays.length) return say(text("fitsNone", { tile }));
  const keys = plays.map(trainOf);
  return say(text("which", {
    tile,
    trains: list(keys.map((key) => one(`[data-train="${key}"]`, table()).dataset.name)),
    letters: list(keys.map(letterOf)),
  }));
}

function run(line) {
  const words = line.trim().toLowerCase();
  if (!words || isBusy()) return;
  const tile = TILE.exec(words);
  if (TELLS[words]) say(TELLS[words]());
  else if (tile) playTile(Number(tile[1]), Number(tile[2]), tile[3]?.trim());
  else if (ACTIONS[words]) {
    const button = one(`[data-act][value="${ACTIONS[words]}"]`, table());
    if (button) finish(button.value, true);
    else say(text("noMove", { status: one("#status").textContent }));
  } else say(text("unknown", { line: line.trim() }));
}

/** Show the line to the keyboard, and obey it. */
export function startCommand() {
  const form = one("#command");
  const input = one("input", form);
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const line = input.value;
    input.value = "";
    run(line);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    one(".ht[tabindex='0']")?.focus();
  });
}
