// The way in: a code where there is no link, a name, and a seat at the end.

import { listen } from "/shared/actions.js";
import { html } from "/shared/html.js";
import { render } from "/shared/render.js";
import { post } from "/shared/rest.js";
import { lastSeat, saveSeat } from "/shared/seat.js";
import { t } from "/shared/strings.js";

/** Errors after which the link is of no use, and a code is asked for. */
const LINK_IS_DEAD = new Set(["unauthorized", "token_expired", "not_found", "session_ended"]);

/** @param link {sessionId, joinToken} of the address, if any. @returns the seat, once somebody has taken it. */
export function join(root, link) {
  return new Promise((resolve) => {
    const state = { link: link.joinToken ? link : null, error: null, isBusy: false };
    const draw = () => render(root, joinScreen(state));

    const attempt = async (work) => {
      if (state.isBusy) return;
      Object.assign(state, { isBusy: true, error: null });
      draw();
      try {
        await work();
      } catch (error) {
        state.error = error.code ?? "internal";
        if (LINK_IS_DEAD.has(state.error)) state.link = null;
      }
      state.isBusy = false;
      draw();
    };

    listen(root, {
      useCode: (form, { joinCode }) => attempt(async () => {
        state.link = await post("/v1/join", { joinCode });
      }),
      takeSeat: (form, { name }) => attempt(async () => {
        const { sessionId, joinToken } = state.link;
        resolve(newSeat(sessionId, name, await post(`/v1/sessions/${sessionId}/join`, { joinToken, name })));
      }),
      goOn: () => resolve(lastSeat("PLAYER")),
    });
    draw();
  });
}

function newSeat(sessionId, name, { playerId, playerAuthToken, playerRefreshToken, wsUrl }) {
  const tokens = { authToken: playerAuthToken, refreshToken: playerRefreshToken };
  const seat = { sessionId, role: "PLAYER", playerId, name, wsUrl, ...tokens };
  saveSeat(seat);
  return seat;
}

function joinScreen({ link, error, isBusy }) {
  return html`<section class="join" data-key="join">
    <h1 class="logo">${t("title")}</h1>
    <p class="tagline">${t("tagline")}</p>
    ${link ? nameForm(error, isBusy) : codeForm(error, isBusy)}
    <p class="error" role="alert" id="join-error">${error ? t(`error.${error}`) : ""}</p>
  </section>`;
}

function codeForm(error, isBusy) {
  const last = lastSeat("PLAYER");
  return html`<form data-action="useCode" data-key="code" class="stack">
    <label for="joinCode">${t("join.code")}</label>
    <input id="joinCode" name="joinCode" class="code" required minlength="6" maxlength="6" autocomplete="off"
      autocapitalize="characters" spellcheck="false" aria-describedby="code-help join-error"
      aria-invalid="${error !== null}" autofocus>
    <p class="help" id="code-help">${t("join.codeHelp")}</p>
    <button class="primary" aria-disabled="${isBusy}">${t("join.next")}</button>
    ${last && html`<button type="button" data-action="goOn">${t("join.continue", { name: last.name })}</button>`}
  </form>`;
}

function nameForm(error, isBusy) {
  return html`<form data-action="takeSeat" data-key="name" class="stack">
    <label for="name">${t("join.name")}</label>
    <input id="name" name="name" required maxlength="20" autocomplete="nickname" autocapitalize="words"
      spellcheck="false" aria-describedby="join-error" aria-invalid="${error !== null}" autofocus>
    <button class="primary" aria-disabled="${isBusy}">${t("join.go")}</button>
  </form>`;
}
