// Pieces of an account's forms.

import { html } from "/shared/html.js";
import { isSaid, t } from "/shared/strings.js";

/**
 * @param shown {error, isBusy} of the page.
 * @param id names the form, and says what it does.
 */
export function form(id, shown, { fields, go, kind = "primary" }) {
  const fault = shown.error?.form === id ? shown.error : null;
  return html`<form data-action="${id}" data-key="${id}" class="stack" novalidate>
    ${fields.map((make) => make(id, fault))}
    <p class="error" role="alert" id="${id}-error">${fault && faultOf(fault)}</p>
    <button class="${kind}" aria-disabled="${shown.isBusy}">${shown.isBusy ? t("account.busy") : go}</button></form>`;
}

/** Words for what is wrong; a field that the gateway names has its own. */
export function faultOf({ code, field }) {
  const ofField = `wrong.${field}`;
  return code === "bad_message" && isSaid(ofField) ? t(ofField) : t(`accountError.${code}`);
}

/** One field of a form. @param attributes more of them, as markup. */
export function field(name, label, { type = "text", help = null, value = null, attributes = null } = {}) {
  return (id, fault) => {
    const own = `${id}-${name}`;
    // Nobody is told which of the two is wrong at a login.
    const isWrong = fault !== null && (fault.field === name || fault.code === "unauthorized");
    return html`<div class="field"><label for="${own}">${label}</label>
      <input id="${own}" name="${name}" type="${type}" required value="${value}" aria-invalid="${isWrong}"
        aria-describedby="${help && `${own}-help `}${id}-error" ${attributes}>
      ${help && html`<p class="help" id="${own}-help">${help}</p>`}</div>`;
  };
}

export const email = (attributes) => field("email", t("account.email"), {
  type: "email", attributes: html`autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" ${attributes}`,
});

export const name = (value, attributes = null) => field("name", t("account.name"), {
  help: t("account.nameHelp"), value,
  attributes: html`autocomplete="nickname" autocapitalize="words" spellcheck="false" maxlength="40" ${attributes}`,
});

export const password = (label = t("account.password")) => field("password", label, {
  type: "password", attributes: html`autocomplete="current-password" maxlength="512"`,
});

/** One that is chosen now: what it must be is told before. */
export const newPassword = (key, label) => field(key, label, {
  type: "password", help: t("account.passwordHelp"), attributes: html`autocomplete="new-password" maxlength="512"`,
});

export const code = (value) => field("code", t("account.code"), {
  help: t("account.codeHelp"), value,
  attributes: html`class="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="40" autofocus`,
});
