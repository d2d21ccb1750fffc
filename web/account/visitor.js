// The ways in: logging in, asking for an account, the code out of a letter, a new password.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { code, email, form, name, newPassword, password } from "/account/fields.js";

const FOCUS = html`autofocus`;

/** @param shown the page's state. */
export function visitor(shown) {
  return html`<div class="narrow" data-key="${shown.view}">
    <header><p class="logo">${t("title")}</p></header>
    ${VIEWS[shown.view](shown)}
    <nav class="ways" aria-label="${t("account.ways")}">${shown.back && html`<a class="button" data-key="back" href="${shown.back}">${t("account.back")}</a>`}
      <a class="button" data-key="board" href="/leaderboard">${t("account.boards")}</a></nav></div>`;
}

const VIEWS = {
  login: (shown) => html`<h1>${t("login.title")}</h1>
    ${form("logIn", shown, { fields: [email(FOCUS), password()], go: t("login.go") })}
    ${ways("forgot", "register", "code")}`,
  register: (shown) => html`<h1>${t("register.title")}</h1><p class="help">${t("register.text")}</p>
    ${form("register", shown, { fields: [name(null, FOCUS), email(null), newPassword("password", t("account.password"))], go: t("register.go") })}
    ${ways("login", "code")}`,
  code: (shown) => html`<h1>${t("code.title")}</h1><p class="help">${t("code.text")}</p>
    ${form("verify", shown, { fields: [code(shown.code)], go: t("code.go") })}
    ${shown.hasTicket ? html`<button type="button" data-action="resend" data-key="resend" aria-disabled="${shown.isBusy}">${t("code.again")}</button>` : null}
    ${shown.error?.form === "resend" ? html`<p class="error" role="alert">${t(`accountError.${shown.error.code}`)}</p>` : null}
    ${ways("login", "register")}`,
  forgot: (shown) => html`<h1>${t("forgot.title")}</h1><p class="help">${t("forgot.text")}</p>
    ${form("forgot", shown, { fields: [email(FOCUS)], go: t("forgot.go") })}
    ${ways("login", "reset")}`,
  reset: (shown) => html`<h1>${t("reset.title")}</h1><p class="help">${t("reset.text")}</p>
    ${form("reset", shown, { fields: [code(shown.code), newPassword("password", t("account.newPassword"))], go: t("reset.go") })}
    ${ways("login", "forgot")}`,
};

function ways(...views) {
  return html`<div class="ways">${views.map((view) => html`
    <button type="button" data-action="go" data-key="go-${view}" value="${view}">${t(`go.${view}`)}</button>`)}</div>`;
}
