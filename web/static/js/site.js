// Every page but the table: settings, the day's countdown, sharing.

import { all } from "./page.js";
import { startDay } from "./day.js";
import { startSettings } from "./settings.js";
import { startShare } from "./share.js";

for (const button of all("[data-open][hidden]")) button.hidden = false;
startSettings();
startDay();
startShare();
