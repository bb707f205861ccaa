// Show what happened, one thing after another, on the table as it was; the new table then takes its place.
// It can be skipped by any tap or key, takes at most 1.2 s for all the others together, and draws nothing true.

import { all, one, table } from "./page.js";
import { sound } from "./sound.js";
import { still } from "./settings.js";

const OTHERS = 1120; // ms for everything the others did: with what a slow device adds, under 1.2 s
const LONGEST = 420; // ms for one thing
const OWN = 240; // ms for the reader's own tile
const FRAME = 18; // ms that one thing may take to begin
const SVG = "http://www.w3.org/2000/svg";
const EASE = "cubic-bezier(.25, .7, .25, 1)";
const MOVES = new Set(["play", "draw", "pass", "marker_on", "marker_off", "double_open"]);

let skipping = false;
let running = [];

const train = (key) => one(`[data-train="${key}"]`, table());
const seatRow = (seat) => one(`[data-seat="${seat}"]`, table());
const isMine = (seat) => seatRow(seat)?.classList.contains("train--mine");

/** A tile's picture: two numbers of the sprite, lying or standing. */
export function picture({ first, second }, standing = first === second) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", standing ? "t t--v" : "t t--h");
  svg.setAttribute("viewBox", standing ? "0 0 24 48" : "0 0 48 24");
  [first, second].forEach((number, place) => {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${standing ? "v" : "h"}${number}`);
    use.setAttribute(standing ? "y" : "x", String(place * 24));
    svg.append(use);
  });
  return svg;
}

function back() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "t t--v t--back");
  return svg;
}

async function animate(element, frames, duration) {
  if (skipping) return;
  const animation = element.animate(frames, { duration, easing: EASE, fill: "backwards" });
  running.push(animation);
  try { await animation.finished; } catch { /* cancelled: the table is about to be replaced */ }
  running = running.filter((each) => each !== animation);
}

/** Fly a picture from one place to another, by transforms alone. */
async function fly(svg, from, to, duration, turn = 0) {
  const flying = document.createElement("div");
  flying.className = "flying";
  flying.append(svg);
  one(".game").append(flying);
  const size = flying.getBoundingClientRect();
  const put = (box, scale, angle) =>
    `translate(${box.x + box.width / 2 - size.width / 2}px, ${box.y + box.height / 2 - size.height / 2}px) rotate(${angle}deg) scale(${scale})`;
  const big = Math.max(from.width, from.height) / Math.max(size.width, size.height);
  flying.style.transformOrigin = "50% 50%";
  await animate(flying, [{ transform: put(from, turn === null ? 0.6 : big, turn ?? 0) }, { transform: put(to, 1, 0) }], duration);
  flying.remove();
}

function count(element, by) {
  if (element) element.textContent = String(Math.max(0, Number(element.textContent) + by));
}

function lay(row, face) {
  const track = one(".train__track", row);
  let tiles = one("ol.tiles", track);
  if (!tiles) {
    tiles = document.createElement("ol");
    tiles.className = "tiles";
    track.replaceChildren(tiles);
  }
  one(".last", tiles)?.classList.remove("last");
  row.classList.remove("has-double", "must-cover");
  one(".train__flag", row)?.remove();
  const laid = document.createElement("li");
  laid.className = "last";
  laid.append(picture(face));
  tiles.append(laid);
  const end = one("[data-end]", row);
  end.textContent = String(face.second);
  end.className = `n${face.second}`;
  return laid;
}

async function play({ seat, tile, train: key }, duration) {
  const row = train(key);
  const slot = isMine(seat) ? one(`.slot[data-tile="${tile.text}"]`, table()) : null;
  const source = slot ? one(".ht", slot) : one(".train__who", seatRow(seat));
  const from = source.getBoundingClientRect();
  const laid = lay(row, tile);
  laid.scrollIntoView({ block: "nearest", inline: "nearest" });
  const to = laid.getBoundingClientRect();
  laid.classList.add("is-coming");
  if (slot) slot.classList.add("is-gone");
  const lower = tile.text.startsWith(`${tile.first}-`);
  const lies = tile.first === tile.second || Boolean(one(".t--h", source));
  const turn = slot ? (lies ? 0 : lower ? 90 : -90) : null;
  await fly(picture(tile), from, to, duration, turn);
  laid.classList.remove("is-coming");
  count(one("[data-left]", seatRow(seat)), -1);
  sound("play");
}

async function draw({ seat, tile }, duration) {
  const from = one(".hub__bones .i", table()).getBoundingClientRect();
  count(one("[data-boneyard]", table()), -1);
  count(one("[data-left]", seatRow(seat)), 1);
  sound("draw");
  const hand = one("[data-hand]", table());
  if (!isMine(seat) || !tile || !hand) return fly(back(), from, one(".train__who", seatRow(seat)).getBoundingClientRect(), duration, null);
  const slot = document.createElement("li");
  slot.className = "slot is-new is-coming";
  const held = document.createElement("span");
  held.className = "ht";
  const low = { first: Math.min(tile.first, tile.second), second: Math.max(tile.first, tile.second) };
  held.append(picture(low, true));
  slot.append(held);
  hand.append(slot);
  await fly(picture(low, true), from, slot.getBoundingClientRect(), duration * 1.4, null);
  return slot.classList.remove("is-coming");
}

async function marker({ kind, train: key }, duration) {
  const row = train(key);
  let sign = one(".train__marker", row);
  if (kind === "marker_off") {
    if (sign) await animate(sign, [{}, { transform: "translateY(-14px)", opacity: 0 }], duration);
    return sign?.remove();
  }
  if (sign) return undefined;
  sign = document.createElement("p");
  sign.className = "train__marker";
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "i i--marker");
  svg.setAttribute("viewBox", "0 0 24 24");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", "#i-marker");
  svg.append(use);
  sign.append(svg);
  one(".train__end", row).before(sign);
  return animate(sign, [{ transform: "translateX(20px)", opacity: 0 }, {}], duration);
}

const passed = ({ seat }, duration) =>
  animate(one(".train__who", seatRow(seat)), [{}, { transform: "translateX(5px)" }, { transform: "translateX(-3px)" }, {}], duration);

const doubled = ({ train: key }, duration) => {
  train(key).classList.add("has-double");
  return animate(one(".last", train(key)), [{}, { transform: "scale(1.18)" }, {}], duration);
};

const SHOWN = { play, draw, pass: passed, marker_on: marker, marker_off: marker, double_open: doubled };

function skip(event) {
  skipping = true;
  for (const animation of running) animation.finish();
  if (event.type === "keydown" && event.key === " ") event.preventDefault();
}

// While others play, nothing looks as if it could be played.
function rest() {
  table().classList.add("is-watching");
  for (const each of all(".is-playable, .fits", table())) each.classList.remove("is-playable", "fits", "fits--many");
}

/** Show the reader's own tile on its train, before anything is known of what comes of it. */
export function place(action) {
  const [name, key] = action.split("@");
  const [low, high] = name.split("-").map(Number);
  const end = Number(one("[data-end]", train(key)).textContent);
  const tile = { text: name, first: end, second: low === end ? high : low };
  skipping = still();
  rest();
  return play({ seat: one(".train--mine", table()).dataset.seat, tile, train: key }, OWN);
}

/** Show the steps up to the end of the round, then resolve; the first tile may lie there already. */
export async function show(steps, isLaid = false) {
  const end = steps.findIndex((step) => step.kind === "round_end");
  const moves = (end < 0 ? steps : steps.slice(0, end)).filter((step) => MOVES.has(step.kind));
  if (isLaid) moves.splice(moves.findIndex((step) => step.kind === "play"), 1);
  if (end >= 0) sound("end");
  if (still() || document.hidden || !moves.length) {
    if (moves.length && end < 0) sound("play");
    return;
  }
  skipping = false;
  let left = moves.filter((step) => !isMine(step.seat)).length;
  let until = 0;
  const pace = () => {
    until ||= performance.now() + OTHERS;
    return Math.max(30, Math.min(LONGEST, (until - performance.now()) / left-- - FRAME));
  };
  rest();
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, skip, { capture: true });
  try {
    for (const step of moves) {
      if (skipping || (until && performance.now() > until)) break;
      for (const row of all(".train.is-turn", table())) row.classList.remove("is-turn");
      seatRow(step.seat)?.classList.add("is-turn");
      await SHOWN[step.kind](step, isMine(step.seat) ? OWN : pace());
    }
  } finally {
    for (const name of ["pointerdown", "keydown"]) removeEventListener(name, skip, { capture: true });
    for (const flying of all(".flying")) flying.remove();
  }
}
