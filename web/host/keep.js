// The evening, for the host's account: a panel where the gateway has accounts.

import { listen } from "/shared/actions.js";
import { html } from "/shared/html.js";
import { Keeping } from "/shared/keeping.js";
import { addStrings, t } from "/shared/strings.js";
import { button } from "/host/buttons.js";

addStrings({
  en: {
    "keep.title": "Your account",
    "keep.visitor": "Log in to find this evening again among those that you have hosted.",
    "keep.logIn": "Log in",
    "keep.free": "Find this evening again among those that you have hosted.",
    "keep.go": "Keep this evening",
    "keep.busy": "One moment …",
    "keep.kept": "This evening is kept in your account.",
    "keep.mine": "My account",
    "keep.boards": "Leaderboards",
    "keepError.other": "That didn't work. Try again.",
  },
  sv: {
    "keep.title": "Ditt konto",
    "keep.visitor": "Logga in om du vill hitta kvällen igen bland dem du har lett.",
    "keep.logIn": "Logga in",
    "keep.free": "Hitta kvällen igen bland dem du har lett.",
    "keep.go": "Spara kvällen",
    "keep.busy": "Ett ögonblick …",
    "keep.kept": "Kvällen är sparad i ditt konto.",
    "keep.mine": "Mitt konto",
    "keep.boards": "Topplistor",
    "keepError.other": "Det gick inte. Försök igen.",
  },
});

/** @param page as `play` gives it. @returns () → the panel. */
export function keep(page) {
  const keeping = new Keeping(page);
  listen(page.root, { keepEvening: () => keeping.keep() });
  return () => panel(keeping);
}

function panel({ status, isBusy, error }) {
  if (status === "unknown") return null;
  return html`<section class="panel" data-key="keep" aria-labelledby="keep-title"><h2 id="keep-title">${t("keep.title")}</h2>
    <p class="help" role="status">${error ? t(`keepError.${error}`) : t(`keep.${status}`)}</p>
    ${status === "free" ? button("keepEvening", t(isBusy ? "keep.busy" : "keep.go"), { isEnabled: !isBusy, kind: "small", key: "keep-evening" }) : null}
    <div class="row"><a href="/account#back=/host">${t(status === "visitor" ? "keep.logIn" : "keep.mine")}</a>
      <a href="/leaderboard" target="_blank">${t("keep.boards")}</a></div></section>`;
}
