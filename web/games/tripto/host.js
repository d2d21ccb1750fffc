// Tripto on the host's device.

import "/games/tripto/strings.js";
import "/games/tripto/host/strings.js";
import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { settings } from "/games/tripto/host/form.js";
import { isLastClue, nextStep } from "/games/tripto/host/next.js";
import { many } from "/games/tripto/host/many.js";
import { body, headline } from "/games/tripto/host/now.js";
import { Orders, orderPanel } from "/games/tripto/host/order.js";
import { report, reportButton } from "/games/tripto/host/report.js";
import { review } from "/games/tripto/host/review.js";
import { rememberSecret, secret } from "/games/tripto/host/secret.js";

export { settings };

export function open({ root, store, connection, send, draw }) {
  let hasNoContent = false;
  const orders = new Orders(connection.seat, draw);
  // A fold says it only to those who ask on its way down.
  root.addEventListener("toggle", ({ target }) => {
    if (target.dataset.key !== "secret") return;
    rememberSecret(target.open);
    draw();
  }, true);
  store.addEventListener("change", () => {
    if (store.doc.secret || store.doc.state !== "LOBBY") hasNoContent = false;
  });
  return {
    hear({ type, payload }) {
      if (type !== "ERROR" || payload.code !== "content_failed") return;
      hasNoContent = true;
      draw();
    },
    settings,
    hasMusic: true,
    where: ({ round }) => round && t("intro.title", round),
    headline,
    body,
    isUrgent: ({ state }) => state === "PAUSED_FOR_BRAKE",
    playsAlong: ({ session }) => session.settings.hostMayPlay,
    next: nextStep,
    isRevealable: (doc) => !isLastClue(doc) && ["ROUND_INTRO", "CLUE_LEVEL", "PAUSED_FOR_BRAKE"].includes(doc.state),
    // After a brake the clue goes on by itself.
    goesOn: (before, after) => before.state === "PAUSED_FOR_BRAKE" && after.state === "CLUE_LEVEL",
    hint({ state }) {
      if (state === "LOBBY" && hasNoContent) return t("secret.failed");
      return state === "PREPARING_ROUND" ? t("hint.preparing") : null;
    },
    note: ({ playerId }, { brake }) => brake?.brakeOwnerPlayerId === playerId && t("host.hasBrake"),
    lobby: (doc, view) => html`${many(doc, view)}${secret(doc, { ...view, hasNoContent })}${orderPanel(doc, view, orders.all)}`,
    live: (doc, view) => html`${reportButton(doc, view)}${review(doc, view)}${secret(doc, { ...view, hasNoContent })}`,
    actions: {
      regenerate() {
        hasNoContent = false;
        send("HOST_REGENERATE_CONTENT");
        draw();
      },
      reword({ dataset: { member, value } }) {
        send("HOST_REGENERATE_CONTENT", { [member]: Number(value) });
      },
      report: () => report({ store, connection }),
      order(form, { theme }) {
        orders.give(theme, store.doc.session.settings.locale);
        form.reset();
      },
      playOrder: ({ dataset: { theme } }) => send("HOST_UPDATE_SETTINGS", { settings: { theme } }),
      sameLevel: () => send("HOST_UPDATE_SETTINGS", { settings: { afterBrake: "same" } }),
      override({ dataset: { playerId, index, correct } }) {
        const question = index ? { index: Number(index) } : {};
        send("HOST_OVERRIDE_ANSWER", { playerId, ...question, isCorrect: correct === "true" });
      },
    },
  };
}
