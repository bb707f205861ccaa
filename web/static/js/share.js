// Share a text: the device's own sheet, else the clipboard, else a selected text box.

import { all, one } from "./page.js";

async function share(box) {
  const area = one("textarea", box);
  const answer = one("[role=status]", box);
  const say = (words) => { answer.textContent = words; };
  if (navigator.share) {
    try {
      return await navigator.share({ text: area.value });
    } catch (error) {
      if (error.name === "AbortError") return undefined;
    }
  }
  try {
    await navigator.clipboard.writeText(area.value);
    say(box.dataset.copied);
  } catch {
    area.hidden = false;
    area.focus();
    area.select();
    say(box.dataset.select);
  }
  return undefined;
}

/** Bind every `[data-share]`: it holds a text area, a hidden button `[data-share-go]` and a status line. */
export function startShare() {
  for (const box of all("[data-share]")) {
    const button = one("[data-share-go]", box);
    button.hidden = false;
    button.addEventListener("click", () => share(box));
  }
}
