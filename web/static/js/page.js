// Small things every module needs: finding elements, the page's words, kept values.

export const one = (selector, root = document) => root.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** The table as it is drawn now; a swap replaces it, so never keep it. */
export const table = () => document.getElementById("table");

const words = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");

/** The page's sentence for `key`, in its language, with `{names}` filled in. */
export const text = (key, values = {}) =>
  (words[key] ?? "").replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

/** A list of things as the page's language joins them. */
export const list = (items) => {
  try {
    return new Intl.ListFormat(document.documentElement.lang, { type: "unit" }).format(items);
  } catch {
    return items.join(", ");
  }
};

/** What this browser keeps. Storage may be full or forbidden; then nothing is kept and nothing breaks. */
export const kept = {
  read(key) {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? {};
    } catch {
      return {};
    }
  },
  write(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch { /* not kept */ }
  },
};

/** Show a line above the table, or in the page's notices; without words, take it away. */
export function banner(message = "", link = null) {
  const place = one("#banner") ?? one("#notices");
  if (!place) return;
  place.replaceChildren();
  if (!message) return;
  const line = document.createElement(place.id === "banner" ? "span" : "p");
  if (place.id !== "banner") line.className = "notice";
  line.append(message);
  place.append(line);
  if (link) (place.id === "banner" ? place : line).append(link);
}
