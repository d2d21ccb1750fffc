// Faults of a field, in the words and the language of the page: a browser would say it in its own.

import { t } from "/shared/strings.js";

export function sayWhatIsMissing() {
  // The event stays at its field for all but those who ask on its way down.
  document.addEventListener("invalid", ({ target }) => {
    target.setCustomValidity("");
    target.setCustomValidity(wordsFor(target));
  }, true);
  document.addEventListener("input", ({ target }) => target.setCustomValidity?.(""));
}

function wordsFor({ type, min, max, validity, minLength }) {
  if (type === "number") return t("field.range", { min, max });
  return validity.tooShort ? t("field.short", { count: minLength }) : t("field.missing");
}
