// A text with somebody's name in it. A name may run from right to left, and shall turn nothing around it.

import { html } from "/shared/html.js";
import { textOf } from "/shared/strings.js";

/** t() as markup, each value isolated. */
export function tell(key, values) {
  const parts = textOf(key).split(/\{(\w+)\}/);
  return html`${parts.map((part, place) => (place % 2 ? html`<bdi>${values[part]}</bdi>` : part))}`;
}
