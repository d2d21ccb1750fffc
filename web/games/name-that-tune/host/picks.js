// Tunes for the coming rounds: a host searches, picks, and leaves a pick again. Folded, since hosts sit among the players.

import { DECADES, GENRES, KINDS, YEARS, yearsOf } from "/games/name-that-tune/host/own.js";
import { by } from "/games/name-that-tune/strings.js";
import { html } from "/shared/html.js";
import { RestError, call } from "/shared/rest.js";
import { currentLocale, t } from "/shared/strings.js";
import { freshSeat } from "/shared/tokens.js";
import { button, submit } from "/host/buttons.js";

/** Of one session, by the gateway. */
const MOST = 50;

/** What was asked last, and what came of it: no part of the document. */
export class Picks {
  #store;
  #connection;
  #send;
  #draw;
  #found = null;
  #isBusy = false;
  #problem = null;
  #asked = 0;
  /** {tuneId, place, key} of a pick that is about to move, and of the button that moves it. */
  #moved = null;

  constructor({ store, connection, send, draw }) {
    this.#store = store;
    this.#connection = connection;
    this.#send = send;
    this.#draw = draw;
    store.addEventListener("change", () => this.#focusMoved());
  }

  get actions() {
    return {
      tuneSearch: (form, fields) => this.#search(fields),
      tunePick: ({ dataset: { tuneId } }) => this.#pick(tuneId),
      tuneMove: ({ dataset: { tuneId, place, key } }) => this.#move(tuneId, Number(place), key),
      tuneUnpick: ({ dataset: { tuneId } }) => this.#send("TUNE_UNPICK", { tuneId }),
    };
  }

  #pick(id) {
    const item = this.#found?.items.find(({ tuneId }) => tuneId === id);
    if (!item) return;
    const { tuneId, title, artist, year } = item;
    this.#send("TUNE_PICK", { tuneId, title, artist, year });
  }

  #move(id, place, key) {
    const pick = this.#store.doc.picks.find(({ tuneId }) => tuneId === id);
    if (!pick) return;
    const { tuneId, title, artist, year } = pick;
    this.#send("TUNE_PICK", { tuneId, title, artist, year, place });
    this.#moved = { tuneId, place, key };
  }

  /** A row that goes down its list is drawn anew, without the focus that it had: the next press moves the same tune on. */
  #focusMoved() {
    const moved = this.#moved;
    if (!moved || this.#store.doc.picks[moved.place]?.tuneId !== moved.tuneId) return;
    this.#moved = null;
    queueMicrotask(() => {
      if (document.activeElement === document.body) document.querySelector(`[data-key="${moved.key}"]`)?.focus();
    });
  }

  async #search({ q, genre, years }) {
    const [fromYear, toYear] = yearsOf(years);
    const query = new URLSearchParams({ locale: currentLocale(), q });
    for (const [name, value] of Object.entries({ genre, fromYear, toYear })) if (value) query.set(name, value);
    this.#asked += 1;
    const mine = this.#asked;
    this.#isBusy = true;
    this.#draw();
    try {
      const { sessionId, authToken } = await freshSeat(this.#connection.seat, Date.now());
      const found = await call("GET", `/v1/sessions/${sessionId}/content?${query}`, { bearer: authToken });
      if (mine === this.#asked) [this.#found, this.#problem] = [found, null];
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      if (mine === this.#asked) [this.#found, this.#problem] = [null, t(`error.${error.code}`)];
    } finally {
      if (mine === this.#asked) this.#isBusy = false;
      this.#draw();
    }
  }

  /** Nothing in a session that is too old for it. */
  panel({ picks, session }, { isLive }) {
    if (!picks || session.status === "ended") return null;
    const failed = picks.filter((pick) => pick.trouble).length;
    return html`<details class="panel" data-key="picks"><summary>${t("tune.picks")} (${picks.length})
        ${failed ? html`<span class="wrong" data-key="picks-failed">✗ ${t("tune.picks.failed", { count: failed })}</span>` : null}</summary>
      <p class="help">${t("tune.picks.help")}</p>
      ${picks.length ? html`<ol class="rows" aria-label="${t("tune.picks")}">${picks.map((pick, place) => picked(pick, place, picks.length, isLive))}</ol>` : null}
      ${this.#form(isLive)}
      <p class="help" role="status" data-key="found">${this.#sentence(picks)}</p>
      ${this.#found?.items.length ? html`<ul class="rows" aria-label="${t("tune.found")}">
        ${this.#found.items.map((item) => found(item, picks, isLive))}</ul>` : null}</details>`;
  }

  #form(isLive) {
    const choice = (name, options) => html`<div class="field"><label for="pick-${name}">${t(`tune.pick.${name}`)}</label>
      <select id="pick-${name}" name="${name}">${options.map(([value, word]) => html`<option value="${value}">${word}</option>`)}</select></div>`;
    const genres = [["", t("genre.any")], ...[...GENRES, ...KINDS].map((genre) => [genre, t(`genre.${genre}`)])];
    const years = [...Object.keys(YEARS).map((key) => [key, t(`tune.years.${key}`)]), ...DECADES.map((first) => [first, t("tune.years.decade", { first })])];
    return html`<form class="stack" role="search" data-action="${isLive ? "tuneSearch" : "blocked"}" data-key="pick-search">
      <div class="field"><label for="pick-q">${t("tune.pick.q")}</label>
        <input id="pick-q" name="q" type="search" maxlength="100" autocomplete="off" spellcheck="false"></div>
      <div class="pairs">${choice("genre", genres)}${choice("years", years)}</div>
      ${submit(t("tune.pick.go"), this.#isBusy, "small")}</form>`;
  }

  #sentence(picks) {
    if (this.#isBusy) return t("tune.pick.busy");
    if (this.#problem) return this.#problem;
    if (picks.length >= MOST) return t("tune.picks.full");
    if (!this.#found) return "";
    const { items, isCut, trouble } = this.#found;
    const told = items.length ? t(isCut ? "tune.found.cut" : "tune.found.count", { count: items.length }) : t("tune.found.none");
    return trouble ? `${told} ${t("tune.found.trouble", { why: t(`tune.trouble.${trouble}`) })}` : told;
  }
}

function names({ title, artist, year }) {
  return html`<span class="name"><b><bdi>${title}</bdi></b> <small><bdi>${by({ artist, year })}</bdi></small></span>`;
}

/** One that can't be played has no place in what comes. */
function picked(pick, place, count, isLive) {
  const { tuneId, title, trouble } = pick;
  const word = t("tune.unpick");
  const move = (way, sign, to) => button("tuneMove", sign, {
    isEnabled: isLive && to >= 0 && to < count, kind: "small", key: `${way}-${tuneId}`,
    details: html`data-tune-id="${tuneId}" data-place="${to}" aria-label="${t(`tune.pick.${way}`)}: ${title}"`,
  });
  return html`<li data-key="picked-${tuneId}">${names(pick)}
    ${trouble ? html`<span class="wrong">✗ ${t(`tune.trouble.${trouble}`)}</span>` : html`${move("up", "↑", place - 1)}${move("down", "↓", place + 1)}`}
    ${button("tuneUnpick", word, {
      isEnabled: isLive, kind: "small", key: `unpick-${tuneId}`, details: html`data-tune-id="${tuneId}" aria-label="${word}: ${title}"`,
    })}</li>`;
}

function found(item, picks, isLive) {
  const { tuneId, title, genre, source } = item;
  const isPicked = picks.some((pick) => pick.tuneId === tuneId && !pick.trouble);
  const word = t(isPicked ? "tune.picked" : "tune.pick");
  return html`<li data-key="found-${tuneId}">${names(item)}<small>${t(`genre.${genre}`)} · ${t(`tune.from.${source}`)}</small>
    ${button("tunePick", word, {
      isEnabled: isLive && !isPicked && picks.length < MOST, kind: "small", key: `pick-${tuneId}`,
      details: html`data-tune-id="${tuneId}" aria-label="${word}: ${title}"`,
    })}</li>`;
}
