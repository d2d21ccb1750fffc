// Packages at the operator's desk: a list, and one of them with all that is known of it.

import "/games/tripto/strings.js";
import "/games/tripto/host/reasons.js";
import "/games/tripto/operator/strings.js";
import { t } from "/shared/strings.js";
import { list } from "/games/tripto/operator/list.js";
import { REPORTS, reports } from "/games/tripto/operator/reports.js";
import { sheet } from "/games/tripto/operator/sheet.js";

/** @param desk {root, base, call, hear, tell, ownName}, as `web/operator/main.js` gives it; `hear` is null without a voice. */
export function open(desk) {
  /** Outlives a look at a package. */
  const filters = {};
  const named = () => new URLSearchParams(`id=${location.hash.slice(1)}`).get("id");
  const draw = () => shown(named()).catch(desk.tell);
  const shown = (name) => {
    if (name === REPORTS) return reports(desk, filters);
    return name ? sheet(desk, name) : list(desk, filters);
  };
  addEventListener("hashchange", ({ oldURL }) => {
    if (!desk.isUnsaved?.() || confirm(t("desk.leaveUnsaved"))) return draw();
    return history.pushState(null, "", oldURL);
  });
  draw();
}
