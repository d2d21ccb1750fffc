// What a claim stands on, with links that open it.

import { el, webLink } from "/operator/dom.js";
import { t } from "/shared/strings.js";

const ITEMS = "https://www.wikidata.org/wiki/";

export function evidence({ claims, sources, verification }) {
  const others = sources.filter(({ claim }) => !claims.some(({ id }) => id === claim));
  return el("details", { class: "evidence", open: true }, el("summary", {}, t("desk.evidence")),
    el("ul", {},
      claims.map(({ id, statement }) => el("li", {}, badge(verification?.claims[id]), " ", statement,
        sources.filter(({ claim }) => claim === id).map(sourceOf))),
      others.map((source) => el("li", {}, sourceOf(source)))));
}

/** A word and a sign, never the colour alone. */
function badge(status) {
  const isVerified = status === "verified";
  const word = { verified: "desk.verified", uncertain: "desk.uncertain", rejected: "desk.rejected" }[status] ?? "desk.unjudged";
  return el("span", { class: `badge ${isVerified ? "right" : "wrong"}` }, `${isVerified ? "✓" : "!"} ${t(word)}`);
}

function sourceOf({ wikidata, pages, evidence = [] }) {
  return el("ul", { class: "sources" },
    el("li", {}, webLink(ITEMS + encodeURIComponent(wikidata), `Wikidata ${wikidata}`)),
    pages.map((page) => el("li", {}, webLink(page))),
    evidence.map((one) => el("li", {}, ...(one.url
      ? [webLink(one.url), one.revision ? ` (${t("desk.revision", { number: one.revision })}): ` : ": ", el("q", {}, one.says)]
      : [webLink(ITEMS + encodeURIComponent(one.item), one.item), ` ${one.property}: `, el("b", {}, one.value)]),
      el("small", {}, ` ${t("desk.checkedOn", { day: one.checkedOn })}`))));
}
