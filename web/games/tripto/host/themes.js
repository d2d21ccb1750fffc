// <theme-help>: what destinations there are for the theme that somebody types, and themes to choose from.

import { html } from "/shared/html.js";
import { render } from "/shared/render.js";
import { call } from "/shared/rest.js";
import { t } from "/shared/strings.js";

/** After the last key. */
const PATIENCE_MS = 300;
/** Of the themes that most destinations have. */
const EXAMPLES = 4;
/** Fields that the answer depends on. */
const WANTED = ["theme", "locale", "destinationsCount"];

export function themeHelp() {
  return html`<theme-help data-key="theme-help"></theme-help>`;
}

class ThemeHelp extends HTMLElement {
  #timeout = null;
  /** Counts questions: an answer to an older one is of no more interest. */
  #asked = 0;
  #hear = ({ type, target }) => (type === "reset" || WANTED.includes(target.name)) && this.#askSoon();

  connectedCallback() {
    render(this, html`<p class="help" id="theme-help" role="status"></p><datalist id="themes"></datalist>`);
    const form = this.closest("form");
    form.addEventListener("input", this.#hear);
    form.addEventListener("reset", this.#hear);
    this.#ask();
  }

  disconnectedCallback() {
    clearTimeout(this.#timeout);
  }

  #askSoon() {
    clearTimeout(this.#timeout);
    this.#timeout = setTimeout(() => this.#ask(), PATIENCE_MS);
  }

  async #ask() {
    const asked = ++this.#asked;
    const { locale, theme, destinationsCount } = Object.fromEntries(new FormData(this.closest("form")));
    const query = new URLSearchParams({ locale, theme: theme.trim() });
    // A form without this help is a form all the same.
    const answer = await call("GET", `/v1/games/tripto/themes?${query}`).catch(() => null);
    if (asked !== this.#asked || !answer) return;
    render(this, html`<p class="help" id="theme-help" role="status">${sentence(answer, theme.trim(), Number(destinationsCount))}</p>
      <datalist id="themes">${answer.themes.map(({ theme }) => html`<option value="${theme}"></option>`)}</datalist>`);
  }
}

function sentence({ themes, matching, total }, theme, wanted) {
  if (!total) return t("theme.nothing");
  if (total < wanted) return t("theme.tooFew", { count: total, wanted });
  const examples = themes.slice(0, EXAMPLES).map((one) => one.theme).join(", ");
  if (!theme) return t("theme.examples", { examples });
  if (matching === 0) return t("theme.none", { theme, examples });
  return matching < wanted ? t("theme.few", { count: matching }) : t("theme.enough", { count: matching });
}

customElements.define("theme-help", ThemeHelp);
