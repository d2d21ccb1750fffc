// The last page of a connection: why it ended, and what can be done.

import { html } from "/shared/html.js";
import { forgetSeat } from "/shared/seat.js";
import { t } from "/shared/strings.js";

const HOMES = { PLAYER: "/", TV: "/tv", HOST: "/host" };

/** Ends that somebody may come back from, with the button for it; any other end costs the seat. */
const WAYS_BACK = { taken_over: "takeBack", client_too_old: "reload" };

export function loseSeatIfOver(seat, reason) {
  if (!(reason in WAYS_BACK)) forgetSeat(seat);
}

export function overScreen(reason, role) {
  // A player who is turned away with `forbidden` was removed by the host.
  const key = reason === "forbidden" && role === "PLAYER" ? "kicked" : reason;
  return html`<section class="over" data-key="over-${key}" role="alert">
    <h1>${t(`over.${key}.title`)}</h1>
    <p>${t(`over.${key}.text`)}</p>
    ${reason in WAYS_BACK
      ? html`<button class="primary" data-action="${WAYS_BACK[reason]}">${t(`over.${WAYS_BACK[reason]}`)}</button>`
      : html`<p><a class="button" href="${HOMES[role]}">${t("over.home")}</a></p>`}
  </section>`;
}
