// The room votes on a verdict: what is asked, how long yet, and how it went.

import { portraitOf } from "/shared/avatar.js";
import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { nameOf } from "/shared/parts.js";
import { addStrings, t, tell } from "/shared/strings.js";

addStrings({
  en: {
    "dispute.open": "I was right – let the others vote",
    "dispute.mine": "The others are voting on your answer.",
    "dispute.question": "{name} answered “{answer}”. Was that right?",
    "dispute.yes": "Yes, right",
    "dispute.no": "No, wrong",
    "dispute.vote": "Vote on your phones!",
    "dispute.count": "{count} of {total} have voted",
    "dispute.accepted": "The vote: {name} was right! {yes} of {total} said yes.",
    "dispute.rejected": "The vote: the verdict on {name} stands. {yes} of {total} said yes.",
  },
  sv: {
    "dispute.open": "Jag hade rätt – låt de andra rösta",
    "dispute.mine": "De andra röstar om ditt svar.",
    "dispute.question": "{name} svarade ”{answer}”. Var det rätt?",
    "dispute.yes": "Ja, rätt",
    "dispute.no": "Nej, fel",
    "dispute.vote": "Rösta på mobilerna!",
    "dispute.count": "{count} av {total} har röstat",
    "dispute.accepted": "Omröstningen: {name} hade rätt! {yes} av {total} sa ja.",
    "dispute.rejected": "Omröstningen: domen över {name} står fast. {yes} av {total} sa ja.",
  },
}, "tripto");

/** For a television; null where nobody disputes anything. */
export function disputePanel(doc) {
  const { dispute, players, timers } = doc;
  if (!dispute) return null;
  const isOpen = dispute.timerId !== null;
  return html`<div class="dispute ${dispute.isAccepted ? "right" : ""}" role="status" data-key="dispute-${dispute.playerId}">
    ${portraitOf(players, dispute.playerId)}<p>${isOpen ? tell("dispute.question", subject(doc)) : outcome(doc)}</p>
    ${isOpen ? html`<p class="kicker">${t("dispute.vote")} ${t("dispute.count", { count: dispute.voteCount, total: dispute.voterCount })}</p>
      ${countDown(timers.find(({ timerId }) => timerId === dispute.timerId))}` : null}</div>`;
}

/** Whose answer it is, and the answer. */
export function subject({ dispute: { playerId }, reveal, ...doc }) {
  return { name: nameOf(doc, playerId), answer: reveal.results.find((result) => result.playerId === playerId)?.answerText ?? "" };
}

/** How the vote went; of one that is settled. */
export function outcome(doc) {
  const { isAccepted, yesCount: yes, voteCount: total } = doc.dispute;
  return tell(isAccepted ? "dispute.accepted" : "dispute.rejected", { ...subject(doc), yes, total });
}
