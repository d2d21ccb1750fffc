// A short word to whoever uses this page, read aloud by screen readers.

const SHOWN_MS = 4000;
let timeout = null;

/** Needs <p id="toast" role="status"> in the page. */
export function toast(text) {
  const element = document.getElementById("toast");
  element.textContent = text;
  clearTimeout(timeout);
  timeout = setTimeout(() => (element.textContent = ""), SHOWN_MS);
}
