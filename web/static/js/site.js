// Every page but the table: settings, the day's countdown, sharing.

import { startDay } from "./day.js";
import { startInstall } from "./install.js";
import { startSettings } from "./settings.js";
import { startShare } from "./share.js";

startSettings();
startDay();
startShare();
startInstall();
