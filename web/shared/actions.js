// One listener for the whole page: <button data-action="start"> and <form data-action="answer"> say what they do.

/** `handlers.name(element, fields)` runs for a press or a submit; `fields` is the form's content, trimmed. */
export function listen(root, handlers) {
  root.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-action]");
    if (button) handlers[button.dataset.action]?.(button, {});
  });
  root.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-action]");
    if (!form) return;
    event.preventDefault();
    const fields = {};
    for (const [name, value] of new FormData(form)) fields[name] = String(value).trim();
    handlers[form.dataset.action]?.(form, fields);
  });
}
