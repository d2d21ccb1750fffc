// The view behind the login: points and evenings, and what can be done with the account.

import { html } from "/shared/html.js";
import { pointsOf } from "/shared/parts.js";
import { currentLocale, t } from "/shared/strings.js";
import { board, sumsOf } from "/leaderboard/board.js";
import { form, name, newPassword, password } from "/account/fields.js";

/** @param own what has come of the account. @param shown the page's state. */
export function member(own, shown) {
  const { account } = own;
  return html`<div class="member" data-key="member">
    <header><p class="logo">${t("title")}</p>
      <h1 tabindex="-1" autofocus>${account ? html`<bdi>${account.name}</bdi>` : t("account.title")}</h1>
      ${account && html`<p class="help">${account.email} · ${t("account.since", { date: dayOf(account.createdAtMs) })}</p>`}</header>
    ${own.failure && html`<div class="notice" role="alert" data-key="failure"><p>${t(`accountError.${own.failure}`)}</p>
      <button type="button" data-action="again">${t("account.again")}</button></div>`}
    <nav class="ways" aria-label="${t("account.ways")}">${shown.back && html`<a class="button" data-key="back" href="${shown.back}">${t("account.back")}</a>`}
      <a class="button" data-key="board" href="/leaderboard">${t("account.boards")}</a></nav>
    ${account && standings(own)}
    ${evenings("seats", own.seats, own)}${evenings("hosted", own.hosted, own)}
    ${account && changes(account, shown)}</div>`;
}

function standings({ account, names, ranks }) {
  return html`<section class="panel" data-key="games" aria-labelledby="games-title"><h2 id="games-title">${t("games.title")}</h2>
    ${account.games.length ? null : html`<p class="help">${t("games.none")}</p>`}
    ${account.games.map((sums) => html`<section data-key="${sums.game}" class="stack" aria-labelledby="game-${sums.game}">
      <h3 id="game-${sums.game}"><a href="/leaderboard/${sums.game}">${names[sums.game] ?? sums.game}</a></h3>
      <p>${ranks[sums.game]?.me && html`<b>${t("board.rank", { rank: ranks[sums.game].me.rank })}</b> · `}${pointsOf(sums.points)}
        <span class="help">${sumsOf(sums)}</span></p>
      ${ranks[sums.game]?.me && html`<p class="help">${t("board.neighbours")}</p>${board(ranks[sums.game].rows, ranks[sums.game].me)}`}</section>`)}
  </section>`;
}

/** @param kind seats or hosted. */
function evenings(kind, list, { names }) {
  if (!list) return null;
  return html`<section class="panel" data-key="${kind}" aria-labelledby="${kind}-title"><h2 id="${kind}-title">${t(`${kind}.title`)}</h2>
    ${list.length ? null : html`<p class="help">${t(`${kind}.none`)}</p>`}
    <ol class="evenings">${list.map(({ sessionId, game, status, createdAtMs, games, points }) => html`
      <li data-key="${sessionId}"><span class="when">${dayOf(createdAtMs)}</span> <b>${names[game] ?? game}</b>
        <span class="what">${games ? pointsOf(points) : t(`evening.${status}`)}</span></li>`)}</ol></section>`;
}

function changes(account, shown) {
  return html`<section class="panel" data-key="name" aria-labelledby="name-title"><h2 id="name-title">${t("rename.title")}</h2>
      ${form("rename", shown, { fields: [name(account.name)], go: t("rename.go") })}</section>
    <section class="panel" data-key="password" aria-labelledby="password-title"><h2 id="password-title">${t("password.title")}</h2>
      <p class="help">${t("password.text")}</p>
      ${form("changePassword", shown, { fields: [username(account), password(t("password.old")), newPassword("newPassword", t("account.newPassword"))], go: t("password.go") })}</section>
    <section class="panel" data-key="leave" aria-labelledby="leave-title"><h2 id="leave-title">${t("logOut.title")}</h2>
      <button type="button" data-action="logOut">${t("logOut.go")}</button>
      <button type="button" data-action="logOutEverywhere" aria-disabled="${shown.isBusy}">${t("logOut.everywhere")}</button>
      ${shown.error?.form === "logOutEverywhere" ? html`<p class="error" role="alert">${t(`accountError.${shown.error.code}`)}</p>` : null}</section>
    <details class="panel" data-key="erase"><summary>${t("erase.title")}</summary><div class="stack">
      <p>${t("erase.goes")}</p><p>${t("erase.stays")}</p><p><b>${t("erase.final")}</b></p>
      ${form("erase", shown, { fields: [username(account), password()], go: t("erase.go"), kind: "danger" })}</div></details>`;
}

/** Tells a password manager whose password it is; shown to nobody. */
function username({ email }) {
  return () => html`<input type="hidden" name="username" value="${email}" autocomplete="username">`;
}

function dayOf(ms) {
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: "medium" }).format(ms);
}
