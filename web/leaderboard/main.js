// The page of a leaderboard. Its address says all that is shown, so that a television can be left at it.

import "/leaderboard/strings.js";
import { html } from "/shared/html.js";
import { callAsAccount, hasAccounts, login, onLogin } from "/shared/login.js";
import { render } from "/shared/render.js";
import { RestError, call } from "/shared/rest.js";
import { currentLocale, t } from "/shared/strings.js";
import { board } from "/leaderboard/board.js";
import { sundayMs, weekBeside, weekNamed, weekOf } from "/leaderboard/weeks.js";

const PAGE_LINES = 50;
/** The gateway pages no further. */
const MAX_OFFSET = 1000;
/** A television that is left here keeps up. */
const EVERY_MS = 60_000;
/** A year of weeks to choose from. */
const WEEKS = 53;

const root = document.getElementById("page");
const query = new URLSearchParams(location.search);
const period = query.get("period") ?? "all";
const offset = Math.min(MAX_OFFSET, Math.max(0, Math.trunc(Number(query.get("from"))) || 0));
/** Answers that have come; `own` is null where nobody is logged in. */
const state = { games: null, game: location.pathname.split("/")[2] || null, page: null, own: null, error: null };

document.title = `${t("title")} – ${t("board.title")}`;
if (hasAccounts) {
  onLogin(load);
  setInterval(() => document.hidden || load(), EVERY_MS);
  document.addEventListener("visibilitychange", () => document.hidden || load());
  draw();
  load();
} else {
  render(root, html`<section class="over" data-key="off"><h1>${t("board.off")}</h1><p>${t("board.offText")}</p>
    <p><a class="button" href="/">${t("over.home")}</a></p></section>`);
}

async function load() {
  try {
    state.games ??= (await call("GET", "/v1/games")).games;
    state.game ??= state.games[0].game;
    const path = `/v1/leaderboards/${encodeURIComponent(state.game)}`;
    const [page, own] = await Promise.all([
      call("GET", `${path}?${new URLSearchParams({ period, offset, limit: PAGE_LINES })}`),
      login() ? ownLine(path) : null,
    ]);
    Object.assign(state, { page, own, error: null });
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    state.error = error.code;
  }
  draw();
}

/** Whoever is logged in no more reads on as everybody does. */
function ownLine(path) {
  return callAsAccount("GET", `${path}/me?${new URLSearchParams({ period })}`).catch((error) => {
    if (error.code === "logged_out") return null;
    throw error;
  });
}

function draw() {
  const { games, game, page, own, error } = state;
  const name = games?.find((one) => one.game === game)?.name ?? game;
  render(root, html`<header><p class="kicker">${t("title")}</p><h1>${t("board.title")}${name && html`: ${name}`}</h1>
      <p class="help">${spanOf(page?.period ?? period)}</p></header>
    <p class="error" role="alert" data-key="error">${error && (error === "not_found" ? t("board.unknown") : t(`boardError.${error}`))}</p>
    ${games?.length > 1 ? html`<nav class="row" data-key="games" aria-label="${t("board.games")}">${games.map((one) => link(
      one.name, { to: one.game, isHere: one.game === game }))}</nav>` : null}
    <nav class="row" data-key="period" aria-label="${t("board.period")}">${link(t("board.all"), { when: "all", isHere: period === "all" })}
      ${link(t("board.week"), { when: "week", isHere: period === "week" })}${besides()}</nav>
    ${own && mine(own)}
    ${page ? html`<section data-key="lines" class="stack" aria-label="${t("board.title")}">${lines(page, own)}</section>`
      : error ? null : html`<p class="help" data-key="loading">${t("board.loading")}</p>`}
    ${weekForm()}
    <nav class="row" data-key="account" aria-label="${t("board.account")}"><a class="button" href="/account#back=${addressOf({})}">${t(login() ? "board.account" : "board.logIn")}</a></nav>`);
}

function addressOf({ to = state.game }) {
  return to ? `/leaderboard/${to}` : "/leaderboard";
}

function link(text, { to = state.game, when = period, from = 0, isHere = false }) {
  const words = String(new URLSearchParams({ ...(when === "all" ? {} : { period: when }), ...(from ? { from } : {}) }));
  const address = addressOf({ to }) + (words && `?${words}`);
  return html`<a class="button" data-key="${address}" href="${address}" ${isHere && html`aria-current="page"`}>${text}</a>`;
}

/** The weeks before and after the shown one; none lies ahead of the present. */
function besides() {
  const present = weekOf(Date.now());
  const shown = period === "week" ? present : weekNamed(period);
  if (!shown) return null;
  const steps = [weekBeside(shown, -1), ...(shown.mondayMs < present.mondayMs ? [weekBeside(shown, 1)] : [])];
  return steps.map((week) => link(nameOf(week), { when: week.name }));
}

function weekForm() {
  const present = weekOf(Date.now());
  const weeks = Array.from({ length: WEEKS }, (_, age) => weekBeside(present, -age));
  return html`<form class="choose" data-key="choose" method="get" action="${addressOf({})}"><label for="week">${t("board.choose")}</label>
    <select id="week" name="period">${weeks.map((week) => html`
      <option value="${week.name}" ${week.name === period && html`selected`}>${nameOf(week)}</option>`)}</select>
    <button>${t("board.show")}</button></form>`;
}

function mine({ me, rows }) {
  return html`<section class="mine" data-key="mine" aria-labelledby="mine"><h2 id="mine">${t("board.mine")}</h2>
    ${me ? html`<p><b>${t("board.rank", { rank: me.rank })}</b></p><p class="help">${t("board.neighbours")}</p>${board(rows, me)}`
      : html`<p>${t("board.mineNone")}</p>`}</section>`;
}

function lines({ rows, total }, own) {
  if (!rows.length && !offset) return html`<p>${t("board.empty")}</p>`;
  const next = offset + PAGE_LINES;
  return html`${board(rows, own?.me ?? null)}
    <p class="help">${rows.length ? t("board.shown", { first: offset + 1, last: offset + rows.length, total }) : t("board.beyond")}</p>
    <nav class="row" aria-label="${t("board.pages")}">${offset ? link(t("board.earlier"), { from: Math.max(0, offset - PAGE_LINES) }) : null}
      ${next < total && next <= MAX_OFFSET ? link(t("board.later"), { from: next }) : null}</nav>`;
}

function nameOf({ number, year }) {
  return t("board.weekOf", { number, year });
}

/** The time that is counted, in words. */
function spanOf(shown) {
  if (shown === "all") return t("board.all");
  const week = shown === "week" ? weekOf(Date.now()) : weekNamed(shown);
  if (!week) return "";
  const day = new Intl.DateTimeFormat(currentLocale(), { day: "numeric", month: "long", timeZone: "UTC" });
  return `${nameOf(week)}: ${t("board.days", { from: day.format(week.mondayMs), to: day.format(sundayMs(week)) })}`;
}
