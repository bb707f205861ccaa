// Post an action once, show what came of it, and put the new table in the old one's place.

import { all, banner, one, table, text } from "./page.js";
import { sayTurn } from "./speak.js";
import { show } from "./motion.js";

const WAIT_AGAIN = 2000; // ms before the one retry of a post that found no server

let busy = false;
let pausing = false;
let before = null; // the table without the tile that is shown on it and not posted yet
let afterSwap = () => {};
let onward = null; // where to go when the round's end has been read

/** Whether an action is on its way, being shown, or waiting to be taken back. */
export const isBusy = () => busy || pausing;

/** Keep all else from happening while a shown tile may be taken back; a page loaded anew posts it. */
export function pause(action) {
  pausing = Boolean(action);
  if (action) store.put(new URLSearchParams({ action, at: table().dataset.at }).toString());
  else store.clear();
}

/** Have `callback` run on every new table. */
export const onSwap = (callback) => { afterSwap = callback; };

const pendingKey = () => `dt:pending:${table().dataset.game}`;
const store = {
  put(value) { try { sessionStorage.setItem(pendingKey(), value); } catch { /* then only this page keeps it */ } },
  take() { try { return sessionStorage.getItem(pendingKey()); } catch { return null; } },
  clear() { try { sessionStorage.removeItem(pendingKey()); } catch { /* nothing kept */ } },
};

/** Post an action of the present table, or of the table as it was before its tile was shown. */
export function act(action, shownOn = null) {
  if (isBusy()) return;
  busy = true;
  before = shownOn;
  const tile = action.split("@")[0];
  one(`.slot[data-tile="${tile}"] .ht`, table())?.classList.add("is-sent");
  post(new URLSearchParams({ action, at: table().dataset.at }));
}

const address = (body) =>
  one(`[data-act][formaction][value="${body.get("action")}"]`)?.getAttribute("formaction") ??
  one("[data-play]").getAttribute("action");

async function post(body, retries = 1) {
  let response;
  try {
    response = await fetch(address(body), { method: "POST", body, headers: { Accept: "application/json" } });
  } catch {
    keep(body, retries);
    return;
  }
  store.clear();
  banner();
  let answer = null;
  try { answer = await response.json(); } catch { /* not ours: handled as lost */ }
  if (response.ok && answer?.html) await follow(answer);
  else refuse(response.status, answer, body);
}

// No answer: the action is kept, and sent once more when the connection is back. Its `at` makes a repeat harmless.
function keep(body, retries) {
  store.put(body.toString());
  const again = document.createElement("button");
  again.type = "button";
  again.className = "linkish";
  again.textContent = text("again");
  let sent = false;
  const send = () => {
    if (sent) return;
    sent = true;
    banner(text("sending"));
    post(body, 0);
  };
  again.addEventListener("click", send);
  banner(text("offline"), again);
  if (!retries) return;
  if (navigator.onLine) setTimeout(send, WAIT_AGAIN);
  else addEventListener("online", send, { once: true });
}

async function follow(answer) {
  await show(answer.steps, Boolean(before)).catch(() => {}); // only a picture: the new table must come whatever happens
  swap(answer.html, answer.steps);
  busy = false;
  before = null;
  sayTurn(answer.turns);
  onward = answer.redirect;
  if (answer.round_end) openEnd(answer.round_end, answer.turns);
  else if (onward) location.assign(onward);
}

function refuse(status, answer, body) {
  const words = { 409: "stale", 429: "busy", 503: "down" }[status];
  const message = (status !== 409 && answer?.error?.message) || text(words ?? "lost");
  busy = false;
  if (answer?.html) swap(answer.html, []);
  else if (before) {
    table().replaceWith(before);
    one(".ht.fits")?.focus({ preventScroll: true });
  }
  else for (const sent of all(".is-sent")) sent.classList.remove("is-sent");
  before = null;
  const again = document.createElement("button");
  again.type = "button";
  again.className = "linkish";
  again.textContent = text("again");
  again.addEventListener("click", () => (answer?.html || status < 429 ? location.reload() : act(body.get("action"))));
  banner(message, answer?.html ? null : again);
}

/** What may be done next: a new tile that fits, another that fits, else a button that goes on. */
const next = () =>
  one(".slot.is-new .ht.fits") ?? one(".ht.fits") ?? one('[data-act]:not([value="undo"])') ??
  one(".ht") ?? one(".act") ?? one("#main");

// Focus is never lost: it stays on a tile that still fits and on the order's buttons, else it goes where the reader acts next.
function remember() {
  const focused = document.activeElement;
  if (!table().contains(focused)) return focused === document.body || !focused ? null : () => {};
  const { tile } = focused.closest(".slot")?.dataset ?? {};
  const sort = focused.dataset.sort;
  const find = () =>
    (sort && one(`[data-sort="${sort}"]`)) ||
    (!one(".slot.is-new .ht.fits") && tile && one(`.slot[data-tile="${tile}"] .ht.fits`)) ||
    next();
  return () => find().focus({ preventScroll: true });
}

function swap(html, steps) {
  const refocus = remember();
  const open = all("[data-fold]:checked").map((fold) => fold.dataset.fold);
  const guide = one(".guide", table());
  const parsed = document.createElement("template");
  parsed.innerHTML = html;
  table().replaceWith(parsed.content.firstElementChild);
  for (const key of open) {
    const fold = one(`[data-fold="${key}"]`);
    if (fold) fold.checked = true;
  }
  keepGuide(guide);
  const opened = steps.filter((step) => step.kind === "double_open").map((step) => step.train);
  for (const key of opened) one(`.must-cover[data-train="${key}"], .has-double[data-train="${key}"]`)?.classList.add("is-pulsing");
  afterSwap();
  refocus?.();
}

// A guide's word that has been folded away stays so until there is another one.
function keepGuide(before) {
  const now = one(".guide", table());
  if (now && before && !before.open && before.dataset.topic === now.dataset.topic) now.open = false;
}

/** Show how the round ended; closing it leads on to the next round, or to the result. */
function openEnd(html, turns) {
  const dialog = one("#round-end");
  dialog.innerHTML = html;
  // While a dialog is open nothing behind it is read out, so it tells the last turns itself.
  one("#round-end-told").textContent = turns.join(" ");
  showEnd(dialog);
}

// The button at its end has the focus, yet it is read from its beginning.
function showEnd(dialog) {
  dialog.showModal();
  one("[autofocus]", dialog)?.focus({ preventScroll: true });
  dialog.scrollTop = 0;
}

/** Take up what the page began with: an unsent action, or a round's end that has not been read. */
export function startPlay() {
  const dialog = one("#round-end");
  if (dialog.firstElementChild) showEnd(dialog);
  dialog.addEventListener("close", () => {
    if (onward) return location.assign(onward);
    next()?.focus({ preventScroll: true });
    sayTurn([]);
  });
  const waiting = store.take();
  if (!waiting) return;
  store.clear();
  const body = new URLSearchParams(waiting);
  if (body.get("at") !== table().dataset.at) return;
  busy = true;
  post(body);
}
