// <own-music>: what the family's own music has, for a host who is about to choose, and the choices that only it has.

import { html } from "/shared/html.js";
import { render } from "/shared/render.js";
import { call } from "/shared/rest.js";
import { t } from "/shared/strings.js";
import { segmented } from "/host/fields.js";

/** Files are read one after the other, and come while somebody chooses. */
const AGAIN_MS = 3_000;
const SOURCES = ["both", "own", "book"];
/** Of the tunes that come along, and of our own music. */
export const GENRES = ["classical", "folk", "carol", "anthem", "march", "ragtime", "opera", "children"];
export const KINDS = ["pop", "rock", "metal", "jazz", "blues", "country", "soul", "dance", "hiphop", "reggae", "soundtrack", "other"];
/** First year, and last, of what a host picks. */
export const YEARS = { any: [null, null], old: [null, 1799], middle: [1800, 1899], new: [1900, null] };
export const DECADES = [1950, 1960, 1970, 1980, 1990, 2000, 2010, 2020];

/** What is chosen, as the form has it: null for what it has no word for. */
export function ownMusic({ source, genre, years }) {
  return html`<own-music data-key="own-music" data-source="${source}" data-genre="${genre}" data-years="${years}"></own-music>`;
}

/** First year, and last, of one of `YEARS`, or of a decade by its first. */
export function yearsOf(choice) {
  return YEARS[choice] ?? [Number(choice), Number(choice) + 9];
}

/** The choice that `yearsOf` makes these of; null where there is none. */
export function choiceOf(fromYear, toYear) {
  const isThese = (choice) => yearsOf(choice).every((year, place) => year === [fromYear, toYear][place]);
  return [...Object.keys(YEARS), ...DECADES].find(isThese) ?? null;
}

class OwnMusic extends HTMLElement {
  static observedAttributes = ["data-source", "data-genre", "data-years"];

  #timeout = null;
  #own = null;

  attributeChangedCallback() {
    this.#draw();
  }

  connectedCallback() {
    this.#ask();
  }

  disconnectedCallback() {
    clearTimeout(this.#timeout);
  }

  async #ask() {
    // A form without it is a form all the same.
    const answer = await call("GET", "/v1/games").catch(() => null);
    const own = answer?.games.find(({ game }) => game === "name-that-tune")?.ownContent;
    if (!own || !this.isConnected) return;
    this.#own = own;
    this.#draw();
    this.#timeout = setTimeout(() => this.#ask(), AGAIN_MS);
  }

  #draw() {
    const [own, chosen] = [this.#own, this.dataset];
    if (!own) return;
    const words = (group, keys) => Object.fromEntries(keys.map((key) => [key, t(`${group}.${key}`)]));
    render(this, html`<div class="stack"><p class="help" role="status">${sentence(own)}</p>
      ${own.count || own.reading ? html`${segmented("source", t("tune.source"), words("tune.source", SOURCES), chosen.source)}
        ${segmented("genre", t("tune.genre.own"), words("genre", KINDS), chosen.genre)}
        ${segmented("years", t("tune.years.own"), Object.fromEntries(DECADES.map((first) => [first, t("tune.years.decade", { first })])), chosen.years)}` : null}</div>`);
  }
}

function sentence({ count, refused, reading, playable }) {
  if (!playable) return t("tune.own.away");
  const told = [t(count === 1 ? "tune.own.one" : "tune.own.count", { count })];
  if (refused) told.push(t(refused === 1 ? "tune.own.refusedOne" : "tune.own.refused", { count: refused }));
  if (reading) told.push(t("tune.own.reading"));
  return told.join(" ");
}

customElements.define("own-music", OwnMusic);
