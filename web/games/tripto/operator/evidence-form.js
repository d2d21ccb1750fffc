// Claims and what they stand on as fields. What is wrong with them the gateway says, by the paths of a package.

import { el } from "/operator/dom.js";
import { t } from "/shared/strings.js";

/** From the best to the worst. */
const VERDICTS = ["verified", "uncertain", "rejected"];
const DAYS = ["checkedOn", "checkAgainOn"];
let fields = 0;

export class EvidenceForm {
  #path;
  #claims;
  #sources = el("div", { class: "editor" });
  /** Fields by their paths, as they stood when they were last read. */
  #places = new Map();
  #was;
  #isOfClue;

  /**
   * @param path of a clue, a variant or a follow-up; the last has sources alone.
   * @param changed called when something is written, added or taken away.
   */
  constructor(path, { claims, sources, verification }, changed) {
    this.#path = path;
    this.#isOfClue = Boolean(verification);
    this.#claims = el("div", { class: "editor" }, claims.map((claim) => this.#claim(claim, verification?.claims[claim.id],
      sources.filter((source) => source.claim === claim.id))));
    this.#sources.append(...sources.filter((source) => !claims.some(({ id }) => id === source.claim)).map((source) => this.#source(source)));
    this.element = el("div", { class: "evidence-form editor", input: changed, change: changed, click: changed },
      this.#isOfClue
        ? [this.#claims, this.#sources, this.#adding("desk.addClaim", () => this.#claims.append(this.#claim({ id: this.#freeID(), statement: "" }, "uncertain", [{}])))]
        : [this.#sources, this.#adding("desk.addSource", () => this.#sources.append(this.#source({})))]);
    this.#was = JSON.stringify(this.#read());
  }

  /** As the gateway takes it; null where all is as it was. */
  get change() {
    const evidence = this.#read();
    return JSON.stringify(evidence) === this.#was ? null : { set: this.#path, evidence };
  }

  /** @returns whether the finding is about one of these fields, which then says so. */
  blame({ path }, words) {
    for (let part = path; part.startsWith(`${this.#path}.`); part = part.slice(0, Math.max(part.lastIndexOf("."), part.lastIndexOf("[")))) {
      const field = this.#places.get(part);
      if (!field) continue;
      field.setAttribute("aria-invalid", "true");
      field.nextElementSibling.textContent = words;
      return true;
    }
    return false;
  }

  forgive() {
    for (const field of this.element.querySelectorAll("[aria-invalid]")) {
      field.removeAttribute("aria-invalid");
      field.nextElementSibling.textContent = "";
    }
  }

  #claim({ id, statement }, verdict, sources) {
    return el("fieldset", { class: "claim", "data-id": id }, el("legend", {}, t("desk.claim")),
      this.#field("statement", "textarea", statement),
      this.#verdict(verdict),
      el("div", { class: "sources-of editor" }, sources.map((source) => this.#source(source))),
      el("div", { class: "actions" }, this.#taking("desk.removeClaim"),
        this.#adding("desk.addSource", ({ target }) => target.closest(".claim").querySelector(".sources-of").append(this.#source({})))));
  }

  #source({ wikidata = "", pages = [], evidence = [] }) {
    return el("fieldset", { class: "source" }, el("legend", {}, t("desk.source")),
      this.#field("wikidata", "input", wikidata),
      this.#field("pages", "textarea", pages.join("\n")),
      el("div", { class: "evidence-of editor" }, evidence.map((one) => this.#piece(one))),
      el("div", { class: "actions" },
        this.#addingPiece("desk.addStatement", { item: "", property: "", value: "" }),
        this.#addingPiece("desk.addPage", { url: "", revision: "", says: "" }),
        this.#taking("desk.removeSource")));
  }

  #piece(one) {
    const kinds = one.url === undefined ? ["item", "property", "value"] : ["url", "revision", "says"];
    return el("fieldset", { class: "piece" }, el("legend", {}, t(one.url === undefined ? "desk.statementPiece" : "desk.pagePiece")),
      kinds.map((name) => this.#field(name, "input", one[name] ?? "")),
      DAYS.map((name) => this.#field(name, "input", one[name] ?? "", { type: "date" })),
      el("div", { class: "actions" }, this.#taking("desk.removePiece")));
  }

  #field(name, tag, value, attributes = {}) {
    fields += 1;
    const id = `evidence-${fields}`;
    return el("div", {}, el("label", { for: id }, t(`desk.field.${name}`)),
      el(tag, { id, "data-name": name, value, maxlength: tag === "input" ? "400" : null, "aria-describedby": `${id}-error`, ...attributes }),
      el("p", { class: "error", id: `${id}-error` }));
  }

  #verdict(verdict) {
    const field = this.#field("verdict", "select", null);
    const select = field.querySelector("select");
    select.append(...VERDICTS.map((value) => el("option", { value }, t(`desk.${value}`))));
    select.value = VERDICTS.includes(verdict) ? verdict : "uncertain";
    return field;
  }

  #adding(words, press) {
    return el("button", { class: "small", type: "button", click: press }, t(words));
  }

  #addingPiece(words, blank) {
    return this.#adding(words, ({ target }) => target.closest(".source").querySelector(".evidence-of").append(this.#piece(blank)));
  }

  /** Of the innermost group of fields; the focus goes to what it stood in, and not out of the page. */
  #taking(words) {
    return this.#adding(words, ({ target }) => {
      const group = target.closest("fieldset");
      const next = group.parentElement.closest("fieldset, .evidence-form").querySelector("textarea, input, button");
      group.remove();
      next?.focus();
    });
  }

  #freeID() {
    const taken = new Set([...this.#claims.children].map((claim) => claim.dataset.id));
    let number = 1;
    while (taken.has(`d${number}`)) number += 1;
    return `d${number}`;
  }

  /** What the fields say, as a file has it. */
  #read() {
    this.#places = new Map();
    const value = (group, name, path) => {
      // A group's own fields are its children; those of groups in it are not.
      const field = group.querySelector(`:scope > div > [data-name="${name}"]`);
      this.#places.set(`${this.#path}.${path}`, field);
      return field.value.trim();
    };
    const sources = [];
    const addSource = (group, claim) => {
      const path = `sources[${sources.length}]`;
      const wikidata = value(group, "wikidata", `${path}.wikidata`);
      const pages = value(group, "pages", `${path}.pages`).split(/\s+/).filter(Boolean);
      this.#places.set(`${this.#path}.${path}`, this.#places.get(`${this.#path}.${path}.wikidata`));
      const evidence = [...group.querySelectorAll(".piece")].map((piece, place) => this.#readPiece(piece, `${path}.evidence[${place}]`, value));
      sources.push({ ...(claim ? { claim } : {}), wikidata, pages, ...(evidence.length ? { evidence } : {}) });
    };
    const claims = [...this.#claims.children].map((claim, place) => {
      const [path, { id }] = [`claims[${place}]`, claim.dataset];
      const read = { id, statement: value(claim, "statement", path), status: value(claim, "verdict", `${path}.verdict`) };
      for (const source of claim.querySelectorAll(".source")) addSource(source, id);
      return read;
    });
    for (const source of this.#sources.children) addSource(source);
    if (!this.#isOfClue) {
      this.#places.set(`${this.#path}.sources`, this.element.querySelector("[data-name]"));
      return { sources };
    }
    const status = VERDICTS[Math.max(0, ...claims.map((claim) => VERDICTS.indexOf(claim.status)))];
    const worst = claims.findIndex((claim) => claim.status === status);
    this.#places.set(`${this.#path}.verification`, this.#places.get(`${this.#path}.claims[${worst}].verdict`));
    return {
      claims: claims.map(({ id, statement }) => ({ id, statement })),
      sources,
      verification: { status, claims: Object.fromEntries(claims.map((claim) => [claim.id, claim.status])) },
    };
  }

  #readPiece(piece, path, value) {
    const names = [...piece.querySelectorAll("[data-name]")].map((field) => field.dataset.name);
    const read = Object.fromEntries(names.map((name) => [name, value(piece, name, `${path}.${name}`)]));
    // Not every page keeps revisions; a number that is none is told by the rules.
    if (read.revision) read.revision = Number.parseInt(read.revision, 10) || 0;
    else delete read.revision;
    if (!read.checkAgainOn) delete read.checkAgainOn;
    return read;
  }
}
