// Text that somebody is typing outlives a reload: <input data-draft="what for" value="${draftOf("what for")}">.

const KEY = "tripto.draft";
let draft = read();

/** Nobody types two answers at once: the newest is kept. */
export function keepDrafts(root) {
  root.addEventListener("input", ({ target }) => {
    if (!target.dataset.draft) return;
    draft = { of: target.dataset.draft, text: target.value };
    try {
      sessionStorage.setItem(KEY, JSON.stringify(draft));
    } catch {
      // It lives as long as the page.
    }
  });
}

/** @returns null when nothing was typed. */
export function draftOf(name) {
  return draft?.of === name ? draft.text : null;
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}
