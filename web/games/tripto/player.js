// Tripto on a phone.

import "/games/tripto/strings.js";
import { wear } from "/shared/page.js";
import { nameOf } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { toast } from "/shared/page.js";
import { between, standing } from "/player/screen.js";
import { Brake, PULL_WITHIN_MS } from "/games/tripto/player/brake.js";
import { clueScreen } from "/games/tripto/player/clue.js";
import { followupScreen } from "/games/tripto/player/followup.js";
import { isSuspense, overruling, revealScreen, scoreboardScreen, verdict } from "/games/tripto/player/results.js";

const PULL = "BRAKE_PULL";

await wear("/games/tripto/player/player.css");

export function open({ root, connection, store, draw }) {
  const isSending = (type) => connection.isDelivering(type);
  // Without contact the brake is grey and says so itself.
  const pull = () => {
    if (!connection.isReachable || isSending(PULL)) return false;
    connection.deliver(PULL, { atClientMs: Date.now() }, PULL_WITHIN_MS);
    return true;
  };
  const brake = new Brake(pull, draw);
  const local = () => ({ brake, isSending, isOnline: connection.isReachable });
  let before = store.doc;
  // What keeps the phone in step with the television: null while it comes, without a member where it never came.
  let television = null;
  const turn = () => {
    if (store.doc.clue?.levelIndex !== before.clue?.levelIndex) brake.forget();
    // A player who may not brake has the brake, or somebody else was first: that answers the pull in any case.
    if (!store.doc.me.canBrake) connection.settle(PULL);
    const word = overruling(before, store.doc);
    before = store.doc;
    if (word) toast(word);
  };

  brake.listen(root);
  connection.addEventListener("lapse", ({ detail }) => {
    if (detail !== PULL) return;
    brake.lose();
    toast(t("rejected.other"));
  });
  store.addEventListener("change", turn);
  // Not needed to join, and the game goes on without.
  import("/games/tripto/tv/phone.js").then((module) => {
    television = { ...module, ...module.follow({ root, store, connection }, (doc) => verdict(doc).kind) };
    draw();
  }, () => {
    television = {};
    draw();
  });
  return {
    screens: {
      PREPARING_ROUND: () => between(t("preparing")),
      ROUND_INTRO: ({ round }) => between(t("intro.title", round), t("intro.text")),
      CLUE_LEVEL: (doc) => clueScreen(doc, local()),
      PAUSED_FOR_BRAKE: (doc) => clueScreen(doc, local()),
      REVEAL_DESTINATION: (doc) => (television ? [revealScreen(doc, television.arrival?.(doc)), television.dispute?.(doc)] : between(t("preparing"))),
      FOLLOWUP_QUESTION: (doc) => followupScreen(doc, local()),
      SCOREBOARD: (doc) => [television?.dispute?.(doc), scoreboardScreen(doc)],
    },
    sentences: SENTENCES,
    hear(message) {
      const { type, payload } = message;
      if (type === "BRAKE_REJECTED") {
        connection.settle(PULL);
        toast(t(`rejected.${payload.detail ?? payload.reason}`));
      }
      brake.hear(message, store.doc.me.playerId);
    },
    how: () => [t("how.listen"), t("how.brake"), t("how.once")],
    isSuspense,
    keepsake: (doc) => television?.keepsake?.(doc),
    actions: {
      shareCard: () => television.share(),
      brakeAnswer(form, { answerText }) {
        if (answerText) connection.deliver("BRAKE_ANSWER_SUBMIT", { answerText });
        else askAgain(form);
      },
      followupAnswer(form, { answerText }) {
        const index = Number(form.dataset.index);
        if (answerText) connection.deliver("FOLLOWUP_ANSWER_SUBMIT", { index, answerText });
        else askAgain(form);
      },
    },
  };
}

function askAgain(form) {
  toast(t("answer.empty"));
  form.querySelector("input").focus();
}

const SENTENCES = {
  PREPARING_ROUND: () => t("preparing"),
  ROUND_INTRO: ({ round }) => `${t("intro.title", round)}. ${t("intro.text")}`,
  CLUE_LEVEL: ({ clue }) => `${t("clue.level", { points: clue.levelPoints })}. ${clue.clueText}`,
  PAUSED_FOR_BRAKE: (doc) => {
    const { brakeOwnerPlayerId, levelPoints } = doc.brake;
    if (brakeOwnerPlayerId === doc.me.playerId) return t("brake.yours", { points: levelPoints });
    return t("brake.other", { name: nameOf(doc, brakeOwnerPlayerId) });
  },
  REVEAL_DESTINATION: (doc) => `${t("reveal.title")} ${doc.reveal.destinationName}. ${verdict(doc).text}`,
  FOLLOWUP_QUESTION: ({ followup }) =>
    followup.locked ? `${t("followup.correct")}: ${followup.correctAnswer}` : followup.questionText,
  SCOREBOARD: (doc) => (isSuspense(doc) ? t("nearly.title") : `${t("scoreboard.title")}. ${standing(doc)}`),
};
