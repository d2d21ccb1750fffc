// Questions of ours in front of the page. They live outside of what patches redraw.

import { html } from "/shared/html.js";
import { render } from "/shared/render.js";
import { t } from "/shared/strings.js";

/** Asks before something that can't be undone. @returns whether the answer was yes. */
export function ask({ title, text, yes }) {
  return open(html`<h2 id="dialog-title">${title}</h2><p>${text}</p>
    <div class="answers">
      <button type="button" value="no" autofocus>${t("dialog.no")}</button>
      <button value="yes" class="danger">${yes}</button></div>`).then((value) => value === "yes");
}

/** Asks for a few fields. @returns what was filled in, or null. */
export async function fill({ title, fields, yes }) {
  let filled = null;
  const take = (form) => {
    filled = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
    return true;
  };
  const answer = await open(html`<h2 id="dialog-title">${title}</h2>${fields}
    <div class="answers">
      <button type="button" value="no">${t("dialog.no")}</button>
      <button value="yes" class="primary">${yes}</button></div>`, "", take);
  return answer === "yes" ? filled : null;
}

/** Something to be held up to a guest. `content()` is drawn anew when the document changes: tokens in it age. */
export function show(store, content) {
  const sheet = () => html`${content()}<button type="button" value="no" autofocus>${t("dialog.close")}</button>`;
  const again = () => redraw(sheet());
  store.addEventListener("change", again);
  return open(sheet(), "sheet").finally(() => store.removeEventListener("change", again));
}

/**
 * Asks for a new name until it is everybody's or nobody wants it any more.
 * @param page whose document shows the name, and whose errors say why it can't be had.
 */
export function askName(page, { playerId, name }) {
  const draw = (error) => html`<h2 id="dialog-title">${t("rename.title", { name })}</h2>
    <label for="new-name">${t("rename.label")}</label>
    <input id="new-name" name="name" required pattern=".*\\S.*" maxlength="40" autocomplete="off" value="${name}" autofocus
      aria-describedby="rename-error">
    <p class="error" id="rename-error" role="alert">${error && t(`error.${error.code}`)}</p>
    <div class="answers"><button type="button" value="no">${t("dialog.no")}</button>
      <button value="yes" class="primary">${t("rename.go")}</button></div>`;
  const hear = ({ detail: { type, payload } }) => {
    if (type === "ERROR" && ["name", "playerId"].includes(payload.field ?? "name")) redraw(draw(payload));
  };
  const look = () => {
    const player = page.store.doc.players.find((one) => one.playerId === playerId);
    if (player?.name !== name) dialog.close("yes");
  };
  page.connection.addEventListener("message", hear);
  page.store.addEventListener("change", look);
  const wish = (form) => {
    const wanted = form.elements.name.value.trim();
    if (wanted === name) return true;
    if (!page.send("HOST_RENAME_PLAYER", { playerId, name: wanted })) redraw(draw({ code: "unreachable" }));
    return false;
  };
  return open(draw(null), "", wish).finally(() => {
    page.connection.removeEventListener("message", hear);
    page.store.removeEventListener("change", look);
  });
}

const dialog = document.getElementById("dialog");

/** `mayClose(form)`: whether a yes is the end of it. @returns yes or no. */
function open(content, kind = "", mayClose = () => true) {
  if (dialog.open) return Promise.resolve("no");
  dialog.className = kind;
  redraw(content);
  dialog.returnValue = "no";
  dialog.showModal();
  dialog.querySelector("[autofocus]")?.focus();
  dialog.onclick = ({ target }) => {
    if (target.closest('button[value="no"]')) dialog.close("no");
  };
  dialog.onsubmit = (event) => {
    event.preventDefault();
    if (mayClose(event.target)) dialog.close("yes");
  };
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
}

export function isAsking() {
  return dialog.open;
}

function redraw(content) {
  render(dialog, html`<form method="dialog">${content}</form>`);
}
