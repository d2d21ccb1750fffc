// The texts as they come: large on the television, small in a hand.

import { el } from "/operator/dom.js";
import { t } from "/shared/strings.js";

export function preview(pack) {
  const steps = stepsOf(pack);
  const [tv, phone] = [el("div", { class: "seen tv" }), el("div", { class: "seen phone" })];
  const buttons = steps.map((step) => el("button", { class: "small", type: "button", "aria-pressed": "false", click: () => show(step) }, step.word));
  const show = (step) => {
    buttons.forEach((button, place) => button.setAttribute("aria-pressed", String(steps[place] === step)));
    tv.replaceChildren(el("p", { class: "level" }, step.head), el("p", { class: "pane" }, step.text), ...step.onTV);
    phone.replaceChildren(el("p", { class: "level" }, step.head), el("p", {}, step.onPhone ?? step.text), ...step.inHand);
  };
  show(steps[1]);
  return el("section", { class: "panel", "aria-labelledby": "preview" }, el("h2", { id: "preview" }, t("desk.preview")),
    el("div", { class: "actions" }, buttons),
    el("div", { class: "screens" },
      el("figure", {}, tv, el("figcaption", { class: "help" }, t("desk.tv"))),
      el("figure", {}, phone, el("figcaption", { class: "help" }, t("desk.phone")))));
}

function stepsOf({ intro, clues, revealText, followups, destination }) {
  const earlier = (place) => clues.slice(0, place).reverse().map(({ points, text }) => el("p", { class: "was" }, el("b", {}, points), ` ${text}`));
  const thumb = () => [el("p", { class: "thumb-brake" }, t("brake.pull"))];
  return [
    { word: t("desk.intro"), head: t("desk.intro"), text: intro, onTV: [], onPhone: t("intro.text"), inHand: [] },
    ...clues.map(({ points, text }, place) => ({
      word: t("clue.level", { points }), head: t("clue.level", { points }), text, onTV: earlier(place), inHand: [...earlier(place), ...thumb()],
    })),
    { word: t("desk.reveal"), head: `${destination.name}, ${destination.country}`, text: revealText, onTV: [], onPhone: "", inHand: [] },
    ...followups.map(({ q, a }, place) => ({
      word: t("desk.question", { number: place + 1 }), head: t("followup.title", { index: place + 1, total: followups.length }), text: q,
      onTV: [el("p", { class: "was" }, `${t("followup.correct")}: `, el("b", {}, a))], inHand: [],
    })),
  ];
}
