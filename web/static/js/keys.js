// The table by keyboard: arrows along the hand and the trains, letters for trains and actions.

import { all, one, table } from "./page.js";
import { chosenTile, drop, pressTile, pressTrain } from "./choose.js";
import { act, isBusy } from "./play.js";
import { settings } from "./settings.js";
import { arrange, arranging, shiftTile } from "./hand.js";

const ACTIONS = { d: "draw", p: "pass", e: "done", u: "undo" };

/** Make one of a row of things the stop of the Tab key, and go there. */
function go(items, to) {
  if (!items.length) return;
  const goal = items[Math.max(0, Math.min(items.length - 1, to))];
  for (const item of items) item.tabIndex = item === goal ? 0 : -1;
  goal.focus();
  goal.scrollIntoView({ block: "nearest" });
}

const hand = () => all(".ht", table());
const trains = () => all(chosenTile() ? ".is-target [data-pick]" : "[data-pick]", table());
const first = (items) => Math.max(0, items.findIndex((item) => item.matches(".fits")));

/** Give the hand and the trains one Tab stop each. */
export function roving() {
  for (const items of [hand(), all("[data-pick]", table())]) {
    const stop = items.find((item) => item === document.activeElement) ?? items[first(items)];
    for (const item of items) item.tabIndex = item === stop ? 0 : -1;
  }
}

function arrows(event) {
  const focused = document.activeElement;
  const row = focused?.closest(".train");
  const items = row ? trains() : hand();
  const at = items.indexOf(row ? one("[data-pick]", row) : focused);
  const inHand = !row && at >= 0;
  const { tile } = focused?.closest(".slot")?.dataset ?? {};
  switch (event.key) {
    case "ArrowLeft": case "ArrowRight": {
      const by = event.key === "ArrowLeft" ? -1 : 1;
      if (event.shiftKey && tile) shiftTile(tile, by);
      else if (chosenTile() && inHand) go(trains(), 0);
      else go(items, at < 0 ? first(items) : at + by);
      return true;
    }
    case "ArrowUp":
      if (inHand || at < 0) go(trains(), chosenTile() ? 0 : trains().length - 1);
      else go(items, at - 1);
      return true;
    case "ArrowDown":
      if (row && at < items.length - 1) go(items, at + 1);
      else if (row && !chosenTile()) go(hand(), Math.max(0, hand().findIndex((ht) => ht.tabIndex === 0)));
      else if (chosenTile()) go(trains(), 0);
      else if (at < 0) go(hand(), first(hand()));
      return true;
    case "Home": go(items, 0); return true;
    case "End": go(items, items.length - 1); return true;
    default: return false;
  }
}

function letters(key) {
  if (ACTIONS[key]) {
    const button = one(`[data-act][value="${ACTIONS[key]}"]`, table());
    if (button) act(button.value);
    return Boolean(button);
  }
  const row = one(`.train[data-letter="${CSS.escape(key)}"]`, table());
  if (!row) return false;
  const goal = chosenTile() && row.matches(".is-target");
  if (!goal) go(all("[data-pick]", table()), all("[data-pick]", table()).indexOf(one("[data-pick]", row)));
  pressTrain(row.dataset.train);
  return true;
}

function press(event) {
  // A key held down means what it was pressed for, not what the focus has moved on to meanwhile.
  if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target.closest("#table, dialog[open]")) event.preventDefault();
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy()) return;
  if (event.target.closest("input[type=text], textarea, select, dialog[open]")) return;
  const { key } = event;
  const ht = event.target.closest?.(".ht");
  let done = false;
  if (key === "Escape") {
    if (arranging()) arrange(false);
    done = drop();
  } else if ((key === "Enter" || key === " ") && ht?.matches("span, summary")) {
    pressTile(ht);
    if (chosenTile()) go(trains(), 0);
    done = true;
  } else if (key.length > 1) done = arrows(event);
  else if (settings.keys && key === "?") { one("#help").showModal(); done = true; }
  else if (settings.keys && key === "/") { one("#command-line").focus(); done = true; }
  else if (settings.keys && key !== " ") done = letters(key.toLowerCase());
  if (done) event.preventDefault();
}

/** Listen once, for every table to come. */
export function startKeys() {
  document.addEventListener("keydown", press);
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches(".ht, [data-pick]") && target.tabIndex !== 0) roving();
  });
}
