// The table with scripts: binds the modules to the page once, and prepares every new table.

import { all, one, table } from "./page.js";
import { drop, light, pressTile, pressTrain, chosenTile, choose } from "./choose.js";
import { act, isBusy, onSwap, startPlay } from "./play.js";
import { arrange, arranging, moveTile, order, shiftTile, slotAt, sortBy } from "./hand.js";
import { roving, startKeys } from "./keys.js";
import { startCommand } from "./command.js";
import { startDay } from "./day.js";
import { startDrag } from "./drag.js";
import { startInstall } from "./install.js";
import { startSettings } from "./settings.js";
import { startTakeback } from "./takeback.js";

/** Prepare a table that has just come into the page. */
function prepare() {
  for (const ht of all("span.ht, summary.ht", table())) ht.setAttribute("role", "button");
  arrange(false);
  order();
  light();
  roving();
  measure();
  const log = one(".log", table());
  if (log) log.scrollTop = log.scrollHeight;
}

// Where nothing scrolls, a finger on a tile may drag it; elsewhere it scrolls the page.
function measure() {
  const { classList } = document.documentElement;
  classList.toggle("fits-page", one(".rack").getBoundingClientRect().bottom + scrollY <= innerHeight + 1);
}

function tap(ht) {
  const { tile } = ht.closest(".slot").dataset;
  if (!arranging()) return pressTile(ht);
  const picked = chosenTile();
  if (!picked) return choose(tile, { quiet: true });
  drop();
  if (picked !== tile) moveTile(picked, all(".slot").indexOf(ht.closest(".slot")));
  return undefined;
}

function click(event) {
  const find = (selector) => event.target.closest(selector);
  const ht = find(".ht");
  const { pick } = find("[data-pick]")?.dataset ?? {};
  const { sort } = find("[data-sort]")?.dataset ?? {};
  const shift = Number(find("[data-shift]")?.dataset.shift);
  if (ht) {
    event.preventDefault();
    tap(ht);
  } else if (pick) pressTrain(pick);
  else if (sort) sortBy(sort);
  else if (find("[data-arrange]")) { drop(); arrange(!arranging()); }
  else if (shift) {
    const tile = chosenTile() ?? all(".ht").find((each) => each.tabIndex === 0)?.closest(".slot").dataset.tile;
    if (tile) shiftTile(tile, shift);
    light();
  } else if (!find("button, a, label, dialog, input") && !isBusy()) drop();
}

document.addEventListener("click", click);
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-play]")) return;
  event.preventDefault();
  if (event.submitter?.value) act(event.submitter.value);
});
for (const [name, shown] of [["pointerover", true], ["pointerout", false]]) {
  document.addEventListener(name, (event) => {
    const pick = event.pointerType === "mouse" && event.target.closest("[data-pick]");
    if (pick && !isBusy()) light(shown ? pick.dataset.pick : null);
  });
}
document.addEventListener("focusin", ({ target }) => {
  if (!isBusy() && target.matches("[data-pick]:focus-visible")) light(target.dataset.pick);
});
document.addEventListener("focusout", ({ target }) => {
  if (!isBusy() && target.matches("[data-pick]")) light();
});
addEventListener("resize", measure);

document.documentElement.classList.add("alive"); // from here on a tile's own menu is not needed
onSwap(prepare);
startSettings();
prepare();
startPlay();
startKeys();
startDrag();
startTakeback();
startCommand();
startDay();
startInstall();
