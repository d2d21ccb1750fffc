// A screen without a link shows a code, the host types it, the screen gets its token.

import { takeTVSeat } from "/shared/admit-tv.js";
import { backoffMs } from "/shared/connection.js";
import { html } from "/shared/html.js";
import { render } from "/shared/render.js";
import { call, post } from "/shared/rest.js";
import { t } from "/shared/strings.js";

/** Somebody is at the host's device now, or perhaps not tonight: each "not yet" is a line in the console. */
const POLL_MS = 2000;
const PATIENT_POLL_MS = 6000;
const PATIENT_AFTER_MS = 120_000;
/** A code lives for ten minutes. Counted here, since a TV's own clock may be hours off `expiresAtMs`. */
const CODE_LIFE_MS = 9 * 60_000;

/** @returns the seat, however long it takes the host to find the code. */
export async function pair(root) {
  for (let attempt = 0; ; attempt++) {
    try {
      const pairing = await post("/v1/tv/pairings");
      attempt = 0;
      render(root, pairingScreen(pairing.pairingCode));
      const answer = await paired(pairing);
      if (answer) return await takeTVSeat(answer.sessionId, answer.tvJoinToken);
    } catch (error) {
      render(root, html`<p class="waiting" data-key="waiting">${t(`error.${error.code}`)}</p>`);
      await sleep(backoffMs(attempt));
    }
  }
}

/** Asks until the code is paired; null when it has expired or nobody knows it any more, and a new one is needed. */
async function paired({ pairingCode, pairingSecret }) {
  const start = performance.now();
  for (;;) {
    const passedMs = performance.now() - start;
    if (passedMs > CODE_LIFE_MS) return null;
    await sleep(passedMs > PATIENT_AFTER_MS ? PATIENT_POLL_MS : POLL_MS);
    try {
      return await call("GET", `/v1/tv/pairings/${pairingCode}`, { bearer: pairingSecret });
    } catch (error) {
      // Of a code that is only not paired yet no field is wrong.
      if (error.field === "pairingCode") return null;
      if (error.code !== "not_found" && !error.retryable) throw error;
    }
  }
}

function pairingScreen(code) {
  return html`<section class="pairing" data-key="pairing">
    <h1>${t("tv.pairTitle")}</h1>
    <p>${t("tv.pairText")}</p>
    <p class="big-code" aria-live="polite">${code}</p>
  </section>`;
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
