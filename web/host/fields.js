// Pieces of forms.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";

/** One of a few, all in sight. `options`: {value: text}. */
export function segmented(name, legend, options, chosen) {
  return html`<fieldset class="field"><legend>${legend}</legend>
    <div class="segments">${Object.entries(options).map(([value, text]) => html`
      <label class="segment"><input type="radio" name="${name}" value="${value}" ${checked(value === String(chosen))}>
        <span>${text}</span></label>`)}</div></fieldset>`;
}

export function number(name, label, { min, max, value, help = null }) {
  return html`<div class="field"><label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="number" inputmode="numeric" required min="${min}" max="${max}"
      value="${value}" ${help && html`aria-describedby="${name}-help"`}>
    ${help && html`<p class="help" id="${name}-help">${help}</p>`}</div>`;
}

export function toggle(name, label, isOn) {
  return html`<label class="toggle"><input type="checkbox" name="${name}" ${checked(isOn)}><span>${label}</span></label>`;
}

/** Which names are let in; of every game. */
export function nameFilter(chosen = "medium") {
  const options = Object.fromEntries(["off", "medium", "strict"].map((filter) => [filter, t(`filter.${filter}`)]));
  return segmented("nameFilter", t("host.nameFilter"), options, chosen);
}

function checked(isOn) {
  return isOn ? html`checked` : null;
}
