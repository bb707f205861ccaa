// Which tile goes where: from a tile to its trains, or from a train to its tiles. What fits stands in the page.

import { all, list, one, table, text } from "./page.js";
import { act, isBusy } from "./play.js";
import { offer } from "./takeback.js";
import { say } from "./speak.js";
import { settings } from "./settings.js";

let chosen = null; // the tile in hand that waits for its train
let asked = null; // the train whose fitting tiles are shown

const rows = () => all(".train", table());
const row = (key) => one(`[data-train="${key}"]`, table());
const handle = (tile) => one(`.slot[data-tile="${tile}"] .ht`, table());

/** The actions that a tile of the hand offers, as the page says. */
export const playsOf = (ht) => (ht?.dataset.plays ?? "").split(" ").filter(Boolean);

/** The train an action goes to. */
export const trainOf = (action) => action.split("@")[1];

const nameOf = (key) => row(key).dataset.name;

/** The tile that is chosen and waits for its train, or null. */
export const chosenTile = () => chosen;

/** The tiles that fit a train now. */
export const fitting = (key) =>
  all(".fits", table()).filter((ht) => playsOf(ht).some((action) => trainOf(action) === key));

const tileOf = (ht) => ht.closest(".slot").dataset.tile;

/** Describe a train and what fits it, in one sentence. */
export function trainInWords(key) {
  const train = nameOf(key);
  const n = one("[data-end]", row(key)).textContent;
  const tiles = list(fitting(key).map(tileOf));
  const state = row(key).classList;
  const notes = [state.contains("has-marker") && text("open"), state.contains("must-cover") && text("cover")];
  return text(tiles ? "fitting" : "noneFits", { train, tiles, n: [n, ...notes.filter(Boolean)].join(", ") });
}

/** Draw the choice: lit trains for a chosen tile, or lit tiles for an asked train. */
export function light(preview = null) {
  const goals = chosen ? playsOf(handle(chosen)).map(trainOf) : [];
  const shown = chosen ? null : preview ?? asked;
  const lit = shown ? fitting(shown) : [];
  one("[data-hand]")?.classList.toggle("is-asking", Boolean(shown));
  for (const ht of all(".ht", table())) {
    ht.classList.toggle("is-chosen", tileOf(ht) === chosen);
    ht.classList.toggle("is-asked", lit.includes(ht));
    if (ht.getAttribute("role") === "button" || ht.matches("summary")) ht.setAttribute("aria-pressed", String(tileOf(ht) === chosen));
  }
  for (const train of rows()) {
    const key = train.dataset.train;
    const pick = one("[data-pick]", train);
    train.classList.toggle("is-target", goals.includes(key));
    train.classList.toggle("is-dim", goals.length > 0 && !goals.includes(key));
    pick.setAttribute("aria-pressed", String(key === asked));
    pick.setAttribute("aria-label", goals.includes(key) ? text("here", { tile: chosen, train: nameOf(key) }) : trainInWords(key));
  }
}

/** Put a chosen tile back, and stop asking; say whether there was anything to put back. */
export function drop() {
  const had = chosen ?? asked;
  const back = chosen && handle(chosen);
  chosen = asked = null;
  light();
  if (back && document.activeElement?.closest(".train")) back.focus();
  return Boolean(had);
}

/** Choose a tile, so that its trains light up. */
export function choose(tile, { quiet = false } = {}) {
  chosen = tile;
  asked = null;
  light();
  const goals = playsOf(handle(tile)).map(trainOf);
  if (!goals.length || quiet) return;
  row(goals[0]).scrollIntoView({ block: "nearest" });
  const trains = list(goals.map(nameOf));
  say(text(goals.length > 1 ? "chosen" : "confirm", { tile, trains }));
}

/** A tile of the hand was pressed: play it if there is one place for it, else choose it. */
export function pressTile(ht) {
  if (isBusy()) return;
  const tile = tileOf(ht);
  const plays = playsOf(ht);
  const here = asked && plays.find((action) => trainOf(action) === asked);
  const single = here || (plays.length === 1 && plays[0]);
  if (!plays.length) say(text("fitsNone", { tile }));
  else if (single && (!settings.confirm || chosen === tile)) finish(single);
  else if (chosen === tile) drop();
  else choose(tile);
}

/** A train was pressed: it takes the chosen tile if that fits, else it shows which tiles fit. */
export function pressTrain(key) {
  if (isBusy()) return;
  const action = chosen && playsOf(handle(chosen)).find((each) => trainOf(each) === key);
  if (action) return finish(action);
  asked = asked === key ? null : key;
  chosen = null;
  light();
  if (asked) say(trainInWords(key));
}

/** Forget the choice, and play; a typed action is meant as it stands, any other may be taken back for a moment. */
export function finish(action, isTyped = false) {
  chosen = asked = null;
  light();
  (isTyped ? act : offer)(action);
}
