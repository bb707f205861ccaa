// Drag a tile to its train, or to another place in the hand. Taps and keys can do all of it too.

import { all, one, table } from "./page.js";
import { choose, drop, finish, playsOf, trainOf } from "./choose.js";
import { isBusy } from "./play.js";
import { moveTile, slotAt } from "./hand.js";

const SLACK = 7; // px a finger may wander and still mean a tap

let held = null;
let dragged = false;

function begin(event) {
  const ht = event.target.closest?.(".ht");
  if (!ht || event.button !== 0 || isBusy()) return;
  held = { ht, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
}

function lift() {
  const { ht } = held;
  const ghost = document.createElement("div");
  ghost.className = "is-dragged";
  ghost.append(one(".t", ht).cloneNode(true));
  one(".game").append(ghost);
  held.ghost = ghost;
  held.width = ghost.offsetWidth;
  held.height = ghost.offsetHeight;
  choose(ht.closest(".slot").dataset.tile, { quiet: true });
  ht.classList.add("is-held");
}

function move(event) {
  if (!held || event.pointerId !== held.id) return;
  const { clientX: x, clientY: y } = event;
  if (!held.ghost) {
    if (Math.hypot(x - held.x, y - held.y) < SLACK) return;
    lift();
  }
  event.preventDefault();
  held.ghost.style.transform = `translate(${x - held.width / 2}px, ${y - held.height * 0.7}px)`;
  const over = document.elementFromPoint(x, y)?.closest(".train.is-target");
  for (const row of all(".is-over", table())) row.classList.toggle("is-over", row === over);
  over?.classList.add("is-over");
}

function end(event) {
  if (!held || event.pointerId !== held.id) return;
  const { ht, ghost } = held;
  held = null;
  if (!ghost) return;
  ghost.remove();
  ht.classList.remove("is-held");
  one(".is-over", table())?.classList.remove("is-over");
  drop();
  dragged = true; // the click that follows a drag is not a tap
  setTimeout(() => { dragged = false; });
  if (event.type === "pointercancel") return;
  const key = document.elementFromPoint(event.clientX, event.clientY)?.closest(".train")?.dataset.train;
  const action = key && playsOf(ht).find((each) => trainOf(each) === key);
  const place = slotAt(event.clientX, event.clientY);
  if (action) finish(action);
  else if (place >= 0) moveTile(ht.closest(".slot").dataset.tile, place);
}

/** Listen once, for every table to come. */
export function startDrag() {
  document.addEventListener("pointerdown", begin);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  document.addEventListener("dragstart", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    if (!dragged) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
}
