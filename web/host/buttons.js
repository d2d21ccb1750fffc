// Buttons that keep their place when they can't be used, and then say why instead of staying silent.

import { html } from "/shared/html.js";

/** `kind`: its classes; `details`: more attributes, as markup; `refusal`: the action of a press that it can't take. */
export function button(action, text, { isEnabled = true, kind = "", key = action, details = null, refusal = "blocked" } = {}) {
  return isEnabled
    ? html`<button type="button" data-key="${key}" data-action="${action}" class="${kind}" ${details}>${text}</button>`
    : html`<button type="button" data-key="${key}" data-action="${refusal}" aria-disabled="true" class="${kind}" ${details}>${text}</button>`;
}

export function submit(text, isBusy, kind = "") {
  return isBusy
    ? html`<button class="${kind}" aria-disabled="true">${text}</button>`
    : html`<button class="${kind}">${text}</button>`;
}
