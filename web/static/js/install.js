// Registers the service worker, and offers to install the site where the browser can.

import { one } from "./page.js";

/** Start both; the manifest's link says where the service worker is, if the site has one. */
export function startInstall() {
  const { worker } = one("link[rel=manifest]")?.dataset ?? {};
  if (worker && "serviceWorker" in navigator) {
    // Only when the page is there: it has better uses for the first bytes.
    const register = () => navigator.serviceWorker.register(worker).catch(() => {});
    if (document.readyState === "complete") register();
    else addEventListener("load", register, { once: true });
  }
  const button = one("[data-install]");
  if (!button) return;
  let offer = null;
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event;
    button.hidden = false;
  });
  button.addEventListener("click", () => {
    button.hidden = true;
    offer?.prompt();
  });
  addEventListener("appinstalled", () => { button.hidden = true; });
}
