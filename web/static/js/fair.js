// Check in this browser that a seed has the published fingerprint. The page works without it.

import { all, one } from "./page.js";

const LABEL = "dailytrain/1 commit ";

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The fingerprint of a seed: SHA-256 of the label and the seed's 16 bytes. */
async function fingerprint(seed) {
  const label = new TextEncoder().encode(LABEL);
  const message = new Uint8Array(label.length + seed.length);
  message.set(label);
  message.set(seed, label.length);
  return hex(await crypto.subtle.digest("SHA-256", message));
}

async function check(box) {
  const answer = one("[data-check-answer]", box);
  const say = (words, state) => {
    answer.textContent = words;
    answer.dataset.state = state;
  };
  if (!globalThis.crypto?.subtle) return say(box.dataset.cannot, "cannot");
  const found = await fingerprint(bytes(one("[data-seed]", box).textContent.trim()));
  const holds = found === one("[data-commitment]", box).textContent.trim();
  return say(holds ? box.dataset.holds : box.dataset.fails, holds ? "holds" : "fails");
}

for (const box of all("[data-check]")) {
  const button = one("[data-check-go]", box);
  if (!button) continue;
  button.hidden = false;
  button.addEventListener("click", () => check(box));
}
