// A moment in which a placed tile can be taken back: it is shown on its train, and nothing has been posted.

import { all, one, table, text } from "./page.js";
import { act, pause } from "./play.js";
import { place } from "./motion.js";
import { say } from "./speak.js";
import { settings } from "./settings.js";

const SLIP = 300; // ms in which a second tap is a slip of the finger
const SCROLLING = [".board", ".log"];

let held = null;

/** Put one table in another's place, scrolled as that was. */
function exchange(old, now) {
  const tops = SCROLLING.map((each) => one(each, old)?.scrollTop);
  old.replaceWith(now);
  SCROLLING.forEach((each, i) => { if (tops[i]) one(each, now).scrollTop = tops[i]; });
}

/** Play a tile: at once, or once the time to take it back is over. */
export function offer(action) {
  const wait = Number(settings.takeback);
  if (!wait || !action.includes("@")) return act(action);
  const before = table();
  const offered = one(`.slot button[value="${action}"]`, before);
  const placed = offered.getAttribute("aria-label") ?? offered.textContent;
  const shown = before.cloneNode(true);
  exchange(before, shown);
  pause(action);
  held = { action, before, since: performance.now(), timer: setTimeout(send, wait * 1000) };
  shown.style.setProperty("--pause", `${wait}s`);
  all(".why, .say__acts", shown).forEach((each) => each.remove());
  const status = one("#status", shown);
  status.textContent = placed;
  status.after(one("#taking-back").content.cloneNode(true));
  one("[data-take]", shown).focus({ preventScroll: true });
  place(action);
  return say(text("placed", { placed, n: wait }));
}

function release() {
  const was = held;
  held = null;
  clearTimeout(was.timer);
  pause(null);
  return was;
}

function send() {
  const { action, before } = release();
  for (const button of all("[data-take], [data-go]", table())) button.setAttribute("aria-disabled", "true");
  act(action, before);
}

function takeBack() {
  const { action, before } = release();
  for (const flying of all(".flying")) flying.remove();
  exchange(table(), before);
  const [tile] = action.split("@");
  one(`.slot[data-tile="${tile}"] .ht`, before).focus({ preventScroll: true });
  say(text("tookBack", { tile }));
}

function press(event) {
  const { key, repeat } = event;
  const typing = event.target.closest?.("input[type=text]");
  if (!held || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  // A key that is still down from playing the tile is no answer.
  if (repeat) event.preventDefault();
  else if (key === "Escape" || (settings.keys && key.toLowerCase() === "u")) {
    event.preventDefault();
    event.stopPropagation();
    takeBack();
  }
}

function tap(event) {
  if (!held) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.target.closest("[data-take]")) takeBack();
  else if (event.target.closest("[data-go]") || performance.now() - held.since > SLIP) send();
}

/** Listen once, before all others, for what is meant by a tap or a key in that moment. */
export function startTakeback() {
  addEventListener("click", tap, { capture: true });
  addEventListener("keydown", press, { capture: true });
}
