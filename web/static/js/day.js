// A page left open over midnight says that a new day has begun. It changes nothing else.

import { banner, one } from "./page.js";
import { startCountdown } from "./countdown.js";

/** Watch the day; the words come from the element that carries `data-new-day` and `data-to-today`. */
export function startDay() {
  startCountdown(() => {
    const { newDay, toToday } = one("[data-new-day]")?.dataset ?? {};
    if (!newDay) return;
    const link = document.createElement("a");
    link.href = "/";
    link.textContent = toToday;
    banner(newDay, link);
  });
}
