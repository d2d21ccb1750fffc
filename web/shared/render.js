// Makes the page look like some markup with as few changes as possible, so that focus, what somebody is
// typing, an open fold and a running animation outlive every patch of the document.

/** Elements with the same data-key are the same thing; one with another key is never turned into it. */
export function render(root, markup) {
  const template = document.createElement("template");
  template.innerHTML = markup.text;
  morphChildren(root, template.content);
}

function morphChildren(parent, wanted) {
  let old = parent.firstChild;
  for (const next of [...wanted.childNodes]) {
    const match = find(old, next);
    if (!match) {
      parent.insertBefore(next, old);
      focusWhereAsked(next);
      continue;
    }
    while (old !== match) old = removed(old);
    old = match.nextSibling;
    morph(match, next);
  }
  while (old) old = removed(old);
}

/** The first sibling from here on that `next` may be poured into. */
function find(old, next) {
  const key = keyOf(next);
  if (!key) return old && isAlike(old, next) ? old : null;
  for (let node = old; node; node = node.nextSibling) {
    if (isAlike(node, next)) return node;
  }
  return null;
}

function isAlike(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);
}

function keyOf(node) {
  return node.dataset?.key;
}

function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

function morph(node, next) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.nodeValue !== next.nodeValue) node.nodeValue = next.nodeValue;
    return;
  }
  morphAttributes(node, next);
  // A custom element looks after its own inside.
  if (!node.localName.includes("-")) morphChildren(node, next);
}

function morphAttributes(node, next) {
  for (const { name, value } of next.attributes) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  for (const { name } of [...node.attributes]) {
    // A fold belongs to whoever opened it.
    if (name === "open" && node.localName === "details") continue;
    if (!next.hasAttribute(name)) node.removeAttribute(name);
  }
}

/** The attribute alone works only while a page loads. */
function focusWhereAsked(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return;
  const field = node.matches("[autofocus]") ? node : node.querySelector("[autofocus]");
  field?.focus({ preventScroll: true });
}
