// Time left, from the server's seconds: never from this device's clock or zone.

import { all, one } from "./page.js";

const SOURCE = "[data-seconds-left]";
let left = 0;
let since = 0;
let clock = 0;

const elapsed = () => (performance.now() - since) / 1000;

/** Seconds until the day ends, or null where the page does not say. */
export const secondsLeft = () => (since ? left - elapsed() : null);

function read(root) {
  const value = one(SOURCE, root)?.dataset.secondsLeft;
  if (!value) return;
  left = Number(value);
  since = performance.now();
  clock = Date.now();
}

// A sleeping device may stop the page's own time. When the two clocks disagree, ask the server again.
async function wake() {
  if (document.hidden || Math.abs((Date.now() - clock) / 1000 - elapsed()) < 5) return;
  clock = Date.now() - elapsed() * 1000;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.ok) read(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch { /* offline: the next look asks again */ }
}

const two = (number) => String(number).padStart(2, "0");

function show() {
  const seconds = Math.max(0, Math.ceil(secondsLeft()));
  const words = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  for (const place of all(`time${SOURCE}`)) place.textContent = words;
}

/** Count down on this page, and call `over` once when the day has ended. */
export function startCountdown(over) {
  read(document);
  if (!since) return;
  show();
  document.addEventListener("visibilitychange", wake);
  const ticking = setInterval(() => {
    show();
    if (secondsLeft() > 0) return;
    clearInterval(ticking);
    over();
  }, 1000);
}
