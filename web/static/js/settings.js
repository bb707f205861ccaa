// How this browser shows the table. Kept here alone; boot.js applies it before the first paint.

import { all, kept, one } from "./page.js";

const KEY = "dt:settings";
const DEFAULTS = { theme: "auto", faces: "dots", motion: true, keys: true, confirm: false, takeback: "0", sounds: false, haptics: false };

export const settings = { ...DEFAULTS, ...kept.read(KEY) };

/** Whether nothing should move: asked for here or by the device. */
export const still = () => !settings.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;

function apply() {
  const { dataset } = document.documentElement;
  const set = (name, value) => (value ? (dataset[name] = value) : delete dataset[name]);
  set("theme", settings.theme === "auto" ? "" : settings.theme);
  set("faces", settings.faces === "numerals" ? "numerals" : "");
  set("motion", settings.motion ? "" : "off");
}

/** Bind the settings' dialog, and everything that opens a dialog. */
export function startSettings() {
  for (const button of all("[data-open][hidden]")) button.hidden = false;
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-open]");
    if (opener) document.getElementById(opener.dataset.open)?.showModal();
    else if (event.target.matches("dialog.sheet:modal") && event.target.id !== "round-end") event.target.close();
  });
  const sheet = one("#settings");
  if (!sheet) return;
  for (const input of all("input", sheet)) {
    const value = settings[input.name];
    input.checked = input.type === "radio" ? input.value === value : Boolean(value);
  }
  sheet.addEventListener("change", ({ target }) => {
    settings[target.name] = target.type === "radio" ? target.value : target.checked;
    kept.write(KEY, settings);
    apply();
  });
}
