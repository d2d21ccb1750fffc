// The quiz on the host's device.

import "/games/quiz/strings.js";
import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { number } from "/host/fields.js";

export const settings = {
  fields: () => number("questions", t("quiz.questions"), { min: 1, max: 5, value: 3 }),
  of: ({ questions }) => ({ questions: Number(questions) }),
};

export function open() {
  return {
    headline: ({ sum }) => sum,
    next: () => t("quiz.next"),
    live: ({ solution }) =>
      solution === null ? null : html`<details class="panel secret" data-key="solution">
        <summary>${t("quiz.secret")}</summary><p>${t("quiz.solution", { solution })}</p></details>`,
  };
}
