// The texts of a package as fields, with what each of them stands on beside it.

import { el } from "/operator/dom.js";
import { t } from "/shared/strings.js";
import { evidence } from "/games/tripto/operator/evidence.js";
import { EvidenceForm } from "/games/tripto/operator/evidence-form.js";

export class Editor {
  /** By their paths into the package. */
  #fields = new Map();
  /** Of those texts whose evidence somebody has begun to change. */
  #evidence = [];
  #problems = el("div", { role: "alert" });
  #desk;
  #locale;
  #saving;

  /** @param save called when somebody wants what is written kept; `change(changes, words)` for what is done at one press. */
  constructor(desk, pack, { save, change }) {
    this.#desk = desk;
    this.#locale = pack.locale;
    const part = (title, ...children) => el("section", { class: "panel" }, el("h2", {}, title), ...children);
    this.#saving = el("div", { class: "saving" }, el("button", { class: "primary", "aria-disabled": "true", click: () => this.isDirty && save() }, t("desk.save")));
    const addition = el("textarea", { maxlength: "400", "aria-label": t("desk.newBanter"), rows: "2" });
    this.element = el("div", { class: "editor" }, this.#problems,
      part(t("desk.intro"), this.#text("intro", t("desk.text"), pack.intro), this.#said("introSay", pack.introSay)),
      pack.clues.map((clue, place) => part(t("clue.level", { points: clue.points }),
        this.#words(`clues[${place}]`, clue),
        (clue.variants ?? []).map((variant, number) => {
          const path = `clues[${place}].variants[${number}]`;
          return el("div", { class: "variant" }, el("h3", {}, t("desk.variant", { number: number + 1 })),
            this.#words(path, variant),
            el("div", { class: "actions" },
              el("button", { class: "small", click: () => change([{ swap: path }], t("desk.swapped")) }, t("desk.swap")),
              el("button", { class: "small", click: () => change([{ remove: path }], t("desk.removed")) }, t("desk.remove"))));
        }))),
      part(t("desk.reveal"), this.#text("revealText", t("desk.text"), pack.revealText), this.#said("revealSay", pack.revealSay)),
      pack.followups.map((followup, place) => part(t("desk.question", { number: place + 1 }),
        this.#text(`followups[${place}].q`, t("desk.text"), followup.q), this.#said(`followups[${place}].say`, followup.say),
        el("p", {}, `${t("followup.correct")}: `, el("b", {}, [followup.a, ...followup.accepted].join(" · "))),
        this.#evidenceOf(`followups[${place}]`, { claims: [], sources: followup.sources }))),
      part(t("desk.banter"),
        pack.banter.map((line, place) => el("div", { class: "variant" }, this.#text(`banter[${place}]`, t("desk.line", { number: place + 1 }), line),
          el("div", { class: "actions" }, el("button", { class: "small", click: () => change([{ remove: `banter[${place}]` }], t("desk.removed")) }, t("desk.remove"))))),
        addition,
        el("div", { class: "actions" }, el("button", {
          class: "small", click: () => addition.value.trim() && this.#add(addition.value.trim(), change),
        }, t("desk.add")))),
      this.#saving);
    addEventListener("beforeunload", (event) => this.isUnsaved && event.preventDefault());
  }

  get isDirty() {
    return this.changes().length > 0;
  }

  /** Would be lost if the page showed something else. */
  get isUnsaved() {
    return this.isDirty && this.element.isConnected;
  }

  /** What is written otherwise than it was, as the gateway takes it. */
  changes() {
    return [...this.#fields].filter(([, { field, was }]) => field.value.trim() !== was)
      .map(([path, { field, isSaid }]) => ({ set: path, text: field.value.trim() || (isSaid ? null : "") }))
      .concat(this.#evidence.map((form) => form.change).filter(Boolean));
  }

  /** Says beside each field which rule it breaks, and above all of them which there are. */
  blame(findings) {
    for (const { field, problem } of this.#fields.values()) {
      field.removeAttribute("aria-invalid");
      problem.textContent = "";
    }
    const words = ({ rule, sentence }) => `${rule}: ${sentence}`;
    for (const form of this.#evidence) form.forgive();
    for (const finding of findings) {
      if (this.#evidence.some((form) => form.blame(finding, words(finding)))) continue;
      const place = this.#fields.get(finding.path);
      if (!place) continue;
      place.field.setAttribute("aria-invalid", "true");
      place.problem.textContent = words(finding);
    }
    this.#problems.replaceChildren(el("div", { class: "panel broken" }, el("h2", {}, t("desk.broken")),
      el("ul", {}, findings.map((finding) => el("li", {}, el("code", {}, finding.path), ` ${words(finding)}`)))));
    this.#problems.scrollIntoView({ block: "start" });
  }

  /** A line that is new is a change of its own: what else is written must be kept first. */
  #add(text, change) {
    change([{ add: "banter", text }], t("desk.saved"));
  }

  #words(path, { text, say, claims, sources, verification }) {
    return [this.#text(`${path}.text`, t("desk.text"), text), this.#said(`${path}.say`, say),
      this.#evidenceOf(path, { claims, sources, verification })];
  }

  /** To be read, until somebody wants to change it. */
  #evidenceOf(path, grounds) {
    const shown = evidence(grounds);
    shown.append(el("div", { class: "actions" }, el("button", { class: "small", type: "button", click: () => {
      const form = new EvidenceForm(path, grounds, () => this.#showDirt());
      this.#evidence.push(form);
      shown.replaceWith(form.element);
      form.element.querySelector("textarea, input")?.focus();
    } }, t("desk.changeEvidence"))));
    return shown;
  }

  #showDirt() {
    this.#saving.firstChild.setAttribute("aria-disabled", String(!this.isDirty));
  }

  #text(path, label, text) {
    const { field, parts } = this.#field(path, label, text, false);
    return [...parts, this.#hearing(() => this.#saidInstead(path) || field.value)];
  }

  /** A form to be said, which most texts do without. */
  #said(path, say) {
    return el("details", { open: Boolean(say) }, el("summary", {}, t("desk.say")), el("div", {}, this.#field(path, t("desk.sayLabel"), say ?? "", true).parts));
  }

  #saidInstead(path) {
    const said = { intro: "introSay", revealText: "revealSay" }[path] ?? path.replace(/\.(text|q)$/, ".say");
    return said === path ? "" : this.#fields.get(said)?.field.value.trim();
  }

  #field(path, label, text, isSaid) {
    const id = `field-${path}`;
    const problem = el("p", { class: "error", id: `${id}-error` });
    const field = el("textarea", {
      id, rows: "3", maxlength: "1200", lang: this.#locale, spellcheck: "true", "aria-describedby": `${id}-error`, value: text,
      input: () => this.#showDirt(),
    });
    this.#fields.set(path, { field, problem, was: text.trim(), isSaid });
    return { field, parts: [el("label", { for: id }, label, " ", el("code", {}, path)), field, problem] };
  }

  #hearing(words) {
    if (!this.#desk.hear) return null;
    const press = async ({ currentTarget }) => {
      const text = words().trim();
      if (!text) return;
      try {
        currentTarget.dataset.heard = await this.#desk.hear(text, this.#locale);
      } catch (error) {
        this.#desk.tell(error);
      }
    };
    return el("div", { class: "actions" }, el("button", { class: "small", click: press }, `▶ ${t("desk.hear")}`));
  }
}
