// The quiz on a phone.

import "/games/quiz/strings.js";
import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";

export function open({ connection }) {
  return {
    screens: { QUESTION: questionScreen },
    sentences: { QUESTION: ({ sum }) => sum },
    how: () => [t("quiz.how")],
    actions: {
      quizAnswer(form, { sum }) {
        if (sum) connection.deliver("QUIZ_ANSWER", { sum: Number(sum) });
      },
    },
  };
}

function questionScreen({ sum, me, timers }) {
  return html`<header class="head"><h1 class="level">${sum}</h1></header>
    ${countDown(timers[0])}
    ${me.answer === null ? answerForm(sum) : html`<p class="card" data-key="answered">${t("quiz.answered", me)}</p>`}`;
}

function answerForm(sum) {
  return html`<form class="stack" data-action="quizAnswer" data-key="${sum}">
    <label for="sum">${t("quiz.answer")}</label>
    <input id="sum" name="sum" type="number" inputmode="numeric" required autocomplete="off" autofocus>
    <button class="primary">${t("quiz.send")}</button></form>`;
}
