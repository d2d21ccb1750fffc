// Points of a player, for an account: offered before a game and after it, where the gateway has accounts. Fetched
// once somebody plays, and by nobody else.

import { listen } from "/shared/actions.js";
import { html } from "/shared/html.js";
import { Keeping } from "/shared/keeping.js";
import { stageOf } from "/shared/stage.js";
import { addStrings, t } from "/shared/strings.js";

addStrings({
  en: {
    "keep.visitor": "Points that count for longer than tonight?",
    "keep.logIn": "Log in",
    "keep.free": "Let this game count for your account.",
    "keep.go": "Keep my points",
    "keep.busy": "One moment …",
    "keep.kept": "Your points count for your account.",
    "keep.mine": "My account",
    "keepError.wrong_state": "This seat is another account's, or yours has another seat in this game.",
    "keepError.other": "That didn't work. Try again.",
  },
  sv: {
    "keep.visitor": "Ska poängen räknas längre än ikväll?",
    "keep.logIn": "Logga in",
    "keep.free": "Låt spelet räknas för ditt konto.",
    "keep.go": "Spara mina poäng",
    "keep.busy": "Ett ögonblick …",
    "keep.kept": "Poängen räknas för ditt konto.",
    "keep.mine": "Mitt konto",
    "keepError.wrong_state": "Platsen hör till ett annat konto, eller så har ditt en annan plats i spelet.",
    "keepError.other": "Det gick inte. Försök igen.",
  },
});

/** @param page as `play` gives it. @returns (doc) → markup, or null in the middle of a game. */
export function keep(page) {
  const keeping = new Keeping(page);
  listen(page.root, { keepPoints: () => keeping.keep() });
  return (doc) => (["lobby", "over"].includes(stageOf(doc)) ? offer(doc, keeping) : null);
}

function offer({ session }, { status, isBusy, error }) {
  if (status === "unknown") return null;
  const way = (text) => html`<a class="button" data-key="account" href="/account#back=/join/${session.sessionId}">${t(text)}</a>`;
  return html`<aside class="offer" data-key="keep" aria-label="${t("keep.go")}">
    <p role="status">${error ? t(`keepError.${error}`) : t(`keep.${status}`)}</p>
    ${status === "visitor" ? way("keep.logIn") : status === "kept" ? way("keep.mine")
      : html`<button class="button" data-key="keep" data-action="keepPoints" aria-disabled="${isBusy}">${t(isBusy ? "keep.busy" : "keep.go")}</button>`}</aside>`;
}
