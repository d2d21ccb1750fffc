// What only the host's page says.

import { addStrings } from "/shared/strings.js";
import { en } from "/host/strings.en.js";
import { sv } from "/host/strings.sv.js";

addStrings({ en, sv });
