// Texts of the host's page alone.

import { addStrings } from "/shared/strings.js";
import { en as liveEn } from "/host/strings.live.en.js";
import { sv as liveSv } from "/host/strings.live.sv.js";
import { en as startEn } from "/host/strings.start.en.js";
import { sv as startSv } from "/host/strings.start.sv.js";

addStrings({ en: { ...startEn, ...liveEn }, sv: { ...startSv, ...liveSv } });
