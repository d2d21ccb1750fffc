// Text that is meant as HTML. Everything that is not is escaped, so that a player's name can't become a tag.

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export class Markup {
  constructor(text) {
    this.text = text;
  }
}

/** html`<b>${name}</b>`: values are escaped; markup and lists of it go in as they are; null and false are nothing. */
export function html(strings, ...values) {
  return new Markup(strings.reduce((text, part, i) => text + textOf(values[i - 1]) + part));
}

function textOf(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(textOf).join("");
  if (value === null || value === undefined || value === false) return "";
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character]);
}
