// A player's own dispute of a verdict, or the vote on another's: where the host plays along, and judges nobody. It comes once
// there is a seat: nothing of it is needed to join.

import { listen } from "/shared/actions.js";
import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { wear } from "/shared/page.js";
import { t, tell } from "/shared/strings.js";
import { outcome, subject } from "/games/tripto/tv/dispute.js";

await wear("/games/tripto/tv/ballot.css");

/** @returns (doc) → what there is to press or to know. */
export function ballotFor({ root, connection, store }) {
  const isSending = (type) => connection.isDelivering(type);
  listen(root, {
    dispute: () => isSending("PLAYER_DISPUTE") || connection.deliver("PLAYER_DISPUTE", {}),
    vote({ dataset }) {
      const isCorrect = dataset.right === "true";
      if (store.doc.me.vote !== isCorrect && !isSending("PLAYER_VOTE")) connection.deliver("PLAYER_VOTE", { isCorrect });
    },
  });
  return (doc) => card(doc, isSending);
}

function card(doc, isSending) {
  const { dispute, uiHints, me, timers } = doc;
  if (dispute?.timerId) {
    const isMine = dispute.playerId === me.playerId;
    return html`<section class="card dispute" data-key="${dispute.timerId}" aria-label="${t("dispute.question", subject(doc))}">
      <p>${isMine ? t("dispute.mine") : tell("dispute.question", subject(doc))}</p>
      ${countDown(timers.find(({ timerId }) => timerId === dispute.timerId))}
      ${uiHints.canVote ? ballot(me.vote, isSending("PLAYER_VOTE")) : null}
      <p class="help">${t("dispute.count", { count: dispute.voteCount, total: dispute.voterCount })}</p></section>`;
  }
  return html`${dispute && html`<p class="card dispute ${dispute.isAccepted ? "right" : ""}" role="status" data-key="outcome">${outcome(doc)}</p>`}
    ${uiHints.canDispute && html`<button class="dispute" data-key="dispute" data-action="dispute" aria-disabled="${isSending("PLAYER_DISPUTE")}">${t("dispute.open")}</button>`}`;
}

function ballot(vote, isBusy) {
  return html`<div class="ballot">${[true, false].map((isRight) => html`
    <button type="button" data-action="vote" data-key="vote-${String(isRight)}" data-right="${String(isRight)}" aria-pressed="${String(vote === isRight)}" aria-disabled="${isBusy}"><span
      aria-hidden="true">${isRight ? "✓" : "✗"} </span>${t(isRight ? "dispute.yes" : "dispute.no")}</button>`)}</div>`;
}
