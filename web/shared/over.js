// The last page of a connection: why it ended, and what can be done.

import { html } from "/shared/html.js";
import { forgetSeat } from "/shared/seat.js";
import { t } from "/shared/strings.js";

const HOMES = { PLAYER: "/", TV: "/tv", HOST: "/host" };

/** Only a seat that was taken over is still ours. */
export function loseSeatIfOver(seat, reason) {
  if (reason !== "taken_over") forgetSeat(seat);
}

export function overScreen(reason, role) {
  // A player who is turned away with `forbidden` was removed by the host.
  const key = reason === "forbidden" && role === "PLAYER" ? "kicked" : reason;
  return html`<section class="over" data-key="over-${key}" role="alert">
    <h1>${t(`over.${key}.title`)}</h1>
    <p>${t(`over.${key}.text`)}</p>
    ${reason === "taken_over"
      ? html`<button class="primary" data-action="takeBack">${t("over.takeBack")}</button>`
      : html`<p><a class="button" href="${HOMES[role]}">${t("over.home")}</a></p>`}
  </section>`;
}
