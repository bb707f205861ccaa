// Registers the service worker, and offers to install the site where the browser can.

import { one } from "./page.js";

/** Start both; the manifest's link says where the service worker is, if the site has one. */
export function startInstall() {
  const { worker } = one("link[rel=manifest]")?.dataset ?? {};
  if (worker && "serviceWorker" in navigator) {
    // Only when the page is there: it has better uses for the first bytes.
    const register = () => navigator.serviceWorker.register(worker).then(renew, () => {});
    if (document.readyState === "complete") register();
    else addEventListener("load", register, { once: true });
  }
  offer(one("[data-install]"));
}

// An app stays open for days: whoever comes back to it has it look for a new version. A table then takes it
// when it is next put away, as the server has the game; another page may hold half a form, and waits for a click.
function renew(registration) {
  let isOld = false;
  let { controller } = navigator.serviceWorker;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    isOld = Boolean(controller);
    ({ controller } = navigator.serviceWorker);
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) registration.update().catch(() => {});
    else if (isOld && navigator.onLine && one("#table")) location.reload();
  });
}

function offer(button) {
  if (!button) return;
  let prompt = null;
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    prompt = event;
    button.hidden = false;
  });
  button.addEventListener("click", () => {
    button.hidden = true;
    prompt?.prompt();
  });
  addEventListener("appinstalled", () => { button.hidden = true; });
}
