// The order of the hand: by number, by weight, as a chain, or the reader's own plan, moved by drag, taps and keys.

import { all, kept, list, one, table, text } from "./page.js";
import { picture } from "./motion.js";
import { say } from "./speak.js";

const KEY = "dt:plans";
const GAMES_KEPT = 12;

const slots = () => all(".slot", table());
const names = (items) => items.map((slot) => slot.dataset.tile);
const numbers = (slot) => slot.dataset.tile.split("-").map(Number);

const ORDERS = {
  number: (a, b) => numbers(a)[0] - numbers(b)[0] || numbers(a)[1] - numbers(b)[1],
  weight: (a, b) => b.dataset.pips - a.dataset.pips || ORDERS.number(a, b),
};

/** The tiles of the longest train from the own train's end, in order; none in a game that does not offer it. */
const chain = () => one("[data-chain]")?.dataset.chain.split(" ").filter(Boolean);

function plan() {
  const plans = kept.read(KEY);
  const { game, round } = table().dataset;
  const { sort: chosen = plans.last, tiles = [], round: of } = plans[game] ?? {};
  const sort = one(`[data-sort="${chosen}"]`) ? chosen : "number";
  return { sort, tiles: of === round ? tiles : [], round };
}

function keep(changes) {
  const { game } = table().dataset;
  const now = { ...plan(), ...changes };
  const plans = kept.read(KEY);
  delete plans[game];
  const games = Object.keys(plans).filter((key) => key !== "last").slice(1 - GAMES_KEPT);
  kept.write(KEY, { ...Object.fromEntries(games.map((key) => [key, plans[key]])), [game]: now, last: now.sort });
}

/** Put the hand in the order that this game's reader chose; drawn tiles join a plan at its end. */
export function order() {
  const { sort, tiles } = plan();
  const hand = one("[data-hand]");
  const linked = (sort === "chain" && chain()) || [];
  const row = sort === "chain" ? linked : tiles;
  const place = (slot) => (row.includes(slot.dataset.tile) ? row.indexOf(slot.dataset.tile) : Infinity);
  const way = ORDERS[sort] ?? ((a, b) => place(a) - place(b) || 0);
  const focused = document.activeElement;
  if (hand) {
    hand.append(...slots().sort((a, b) => way(a, b) || ORDERS.number(a, b)));
    link(hand, linked.length);
  }
  if (hand?.contains(focused)) focused.focus();
  for (const button of all("[data-sort]")) button.setAttribute("aria-pressed", String(button.dataset.sort === sort));
  const own = sort === "plan" && slots().length > 1;
  one("[data-arrange]").hidden = !own;
  if (!own) arrange(false);
}

/** Lay so many tiles end to end, as they would lie on the own train, and stand the others up. */
function link(hand, count) {
  if (!count && !hand.classList.contains("is-chain")) return;
  hand.classList.toggle("is-chain", count > 0);
  let end = Number(one(".train--mine [data-end]").textContent);
  slots().forEach((slot, place) => {
    const [low, high] = numbers(slot);
    const lies = place < count;
    const first = lies && high === end ? high : low;
    const second = low + high - first;
    if (lies) end = second;
    slot.classList.toggle("is-linked", lies);
    one(".t", slot).replaceWith(picture({ first, second }, !lies || low === high));
  });
}

/** Whether taps move tiles instead of playing them. */
export const arranging = () => one("[data-arrange]")?.getAttribute("aria-pressed") === "true";

/** Turn arranging on or off. */
export function arrange(on) {
  one("[data-arrange]").setAttribute("aria-pressed", String(on));
  one(".arrange").hidden = !on;
  one("[data-hand]")?.classList.toggle("is-arranging", on);
  for (const ht of all("span.ht", table())) ht.setAttribute("aria-disabled", String(!on));
}

/** Choose one of the orders; a plan starts from what lies there. */
export function sortBy(sort) {
  if (sort === "plan" && plan().sort !== "plan") {
    const { tiles } = plan();
    keep({ sort, tiles: tiles.length ? tiles : names(slots()) });
  } else keep({ sort });
  order();
  const how = one(`[data-sort="${sort}"]`).textContent;
  if (sort === "chain") say(text(chain()?.length ? "chain" : "noChain", { tiles: list(chain() ?? []) }));
  else say(text("sorted", { how }));
}

/** Move a tile to the place `to` of the plan; any order becomes a plan by that. */
export function moveTile(tile, to) {
  const tiles = names(slots());
  const from = tiles.indexOf(tile);
  const goal = Math.max(0, Math.min(tiles.length - 1, to));
  if (from < 0) return;
  tiles.splice(goal, 0, ...tiles.splice(from, 1));
  keep({ sort: "plan", tiles });
  order();
  say(text("moved", { tile, n: goal + 1, all: tiles.length }));
}

/** Move a tile by so many places. */
export const shiftTile = (tile, by) => moveTile(tile, names(slots()).indexOf(tile) + by);

/** Where in the hand a point lies: the number of the slot under it, or -1. */
export const slotAt = (x, y) => slots().indexOf(document.elementFromPoint(x, y)?.closest(".slot"));

/** The hand in words. */
export const handInWords = () => text("hand", { n: slots().length, tiles: list(names(slots())) });
