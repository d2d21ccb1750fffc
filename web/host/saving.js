// Settings that were changed and not saved. Whoever starts a game means the one that the page shows: they are saved
// first, and where they can't be, nothing starts.

import { randomId } from "/shared/seat.js";
import { t } from "/shared/strings.js";
import { toast } from "/shared/page.js";
import { isAsWished } from "/host/settings.js";

/** A gateway that has said neither yes nor no for so long will not. */
const PATIENCE_MS = 5000;

export class Saving {
  #page;
  #root;
  /** {form, msgId, next} until the gateway has spoken. */
  #waiting = null;
  #timeout = null;
  #settings = null;

  constructor(page, root) {
    this.#page = page;
    this.#root = root;
    page.store.addEventListener("change", () => this.#look());
    page.connection.addEventListener("message", ({ detail }) => this.#hear(detail));
    page.connection.addEventListener("status", () => page.connection.status === "open" || this.#give());
  }

  /** @param next what the gateway is told once they are everybody's. */
  async save(form, fields, next = null) {
    const settings = (await this.#page.met).settings.of(fields);
    if (isAsWished(this.#page.store.doc.session.settings, settings)) {
      this.#done({ form, next });
      return;
    }
    const msgId = randomId();
    if (!this.#page.send("HOST_UPDATE_SETTINGS", { settings }, msgId)) return;
    this.#give();
    this.#waiting = { form, msgId, next };
    if (next) this.#timeout = setTimeout(() => this.#refused(), PATIENCE_MS);
  }

  /** Says `next` to the gateway, after what is changed and not saved. */
  before(next) {
    if (this.#waiting?.next) return;
    const form = this.#root.querySelector('[data-key="settings-form"]');
    if (!form || !isTouched(form)) this.#page.send(next);
    else if (mayBeSaved(form)) this.save(form, fieldsOf(form), next);
  }

  /** They are everybody's once the document has them; the page shows them after that. */
  #look() {
    const before = this.#settings;
    this.#settings = JSON.stringify(this.#page.store.doc.session.settings);
    if (!this.#waiting || before === null || this.#settings === before) return;
    const saved = this.#give();
    queueMicrotask(() => {
      this.#done(saved);
      toast(t("settings.saved"));
    });
  }

  #hear({ type, inReplyTo }) {
    if (type === "ERROR" && this.#waiting && inReplyTo === this.#waiting.msgId) this.#refused();
  }

  #refused() {
    const { form, next } = this.#give();
    if (!next) return;
    unfold(form);
    toast(t("settings.refused"));
  }

  #done({ form, next }) {
    form.reset();
    form.closest("details").open = false;
    if (next) this.#page.send(next);
  }

  /** @returns what was waited for. */
  #give() {
    clearTimeout(this.#timeout);
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }
}

/** True when something in it differs from the document. */
function isTouched(form) {
  return [...form.elements].some((field) => field.localName === "input"
    && (field.value !== field.defaultValue || field.checked !== field.defaultChecked));
}

/** Shows an invalid field in its place, however deep it is folded. */
function mayBeSaved(form) {
  if (!form.checkValidity()) unfold(form.querySelector(":invalid"));
  return form.reportValidity();
}

function unfold(element) {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
}

function fieldsOf(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
}
