// Elements made one by one: what a package says becomes text and never markup.

/**
 * el("p", { class: "help" }, "text", other): an attribute that is null or false is left out, a function is a listener.
 * A child that is null or false is nothing; a list is its members.
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A link to a page on the web; a text where it is none, as a link must never be a script. */
export function webLink(address, words = address) {
  if (!/^https:\/\//.test(address)) return el("span", {}, words);
  return el("a", { href: address, target: "_blank", rel: "noreferrer noopener" }, words);
}

/** One of a few, with its label. `options`: {value: words}. */
export function choice(name, label, options, change) {
  return el("label", { class: "choice" }, label,
    el("select", { name, change }, Object.entries(options).map(([value, words]) => el("option", { value }, words))));
}
