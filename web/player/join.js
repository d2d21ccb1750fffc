// The way in: a code where there is no link, a name, and a seat at the end.

import { listen } from "/shared/actions.js";
import { html } from "/shared/html.js";
import { render } from "/shared/render.js";
import { lastSeat, loadSeat, read, saveSeat, write } from "/shared/seat.js";
import { t, tell } from "/shared/strings.js";

// The form can be drawn, and filled in, before this has come.
const rest = import("/shared/rest.js");
rest.catch(() => {});
const post = async (path, body) => (await rest).post(path, body);

/** Errors after which the link is of no use, and a code is asked for. */
const LINK_IS_DEAD = new Set(["unauthorized", "token_expired", "not_found"]);
const CODE_LENGTH = 6;

/** A code as it was meant: "qzz 23q", "QZZ-23Q". */
const codeOf = (typed) => typed.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** Errors that no other name will mend: a page of their own says so. */
const TURNED_AWAY = new Set(["session_full", "wrong_state", "session_ended"]);

/** @param link {sessionId, joinToken} of the address, which may be a code instead. @returns the seat, once taken. */
export function join(root, link) {
  return new Promise((resolve) => {
    const state = { link: link.joinToken ? link : null, typed: link.sessionId ? "" : codeOf(decodeURI(location.pathname)), error: null, isBusy: false, name: read("name") ?? "", avatars: null };
    const become = (change) => {
      Object.assign(state, change);
      render(root, joinScreen(state));
    };

    const complain = (error) => {
      become({ isBusy: false, error });
      root.querySelector("input")?.focus();
    };

    const attempt = async (work) => {
      if (state.isBusy) return;
      become({ isBusy: true, error: null });
      try {
        await work();
        become({ isBusy: false });
      } catch ({ code = "internal" }) {
        if (LINK_IS_DEAD.has(code)) state.link = null;
        complain(code);
      }
    };

    listen(root, {
      useCode(form, { joinCode: typed }) {
        const joinCode = codeOf(typed);
        if (joinCode.length !== CODE_LENGTH) return complain("code_length");
        return attempt(async () => {
          state.link = await post("/v1/join", { joinCode });
          // As by the link: who has a seat there goes on.
          const seat = loadSeat("PLAYER", state.link.sessionId);
          if (seat) resolve(seat);
        });
      },
      takeSeat(form, { name, figure, colour }) {
        if (!name) return complain("name_empty");
        return attempt(async () => {
          const { sessionId, joinToken } = state.link;
          state.name = name;
          write("name", name);
          const avatar = figure && { figure: Number(figure), colour: Number(colour) };
          resolve(newSeat(sessionId, name, await post(`/v1/sessions/${sessionId}/join`, { joinToken, name, avatar })));
        });
      },
      again: () => become({ error: null }),
      otherCode: () => become({ error: null, link: null }),
      goOn: () => resolve(lastSeat("PLAYER")),
    });
    become({});
    if (state.typed) root.querySelector("form button").click();
    // Once somebody types: a first visit is light. It may come when the game is on.
    const choose = () => import("/player/avatars.js").then((module) => root.querySelector(".join") && become(module), () => {});
    if (state.name) choose();
    else root.addEventListener("input", choose, { once: true });
  });
}

function newSeat(sessionId, name, { playerId, playerAuthToken, playerRefreshToken, wsUrl }) {
  const tokens = { authToken: playerAuthToken, refreshToken: playerRefreshToken };
  const seat = { sessionId, role: "PLAYER", playerId, name, wsUrl, ...tokens };
  saveSeat(seat);
  return seat;
}

function joinScreen(state) {
  if (TURNED_AWAY.has(state.error)) return turnedAwayScreen(state.error);
  return html`<section class="join" data-key="join">
    <header><img class="route" src="/player/route.svg" alt="">
      <h1 class="logo">${t("title")}</h1><p class="tagline">${t("tagline")}</p></header>
    ${state.link ? nameForm(state) : codeForm(state)}
    <p class="error" role="alert" id="join-error">${state.error ? t(`error.${state.error}`) : ""}</p>${state.evenings?.()}
  </section>`;
}

function codeForm({ error, isBusy, typed }) {
  const last = lastSeat("PLAYER");
  return html`<form data-action="useCode" data-key="code" class="stack" novalidate>
    <label for="joinCode">${t("join.code")}</label>
    <input id="joinCode" name="joinCode" class="code" required maxlength="40" autocomplete="off"
      autocapitalize="characters" spellcheck="false" enterkeyhint="next" value="${typed}" aria-describedby="code-help join-error"
      aria-invalid="${error !== null}" autofocus>
    <p class="help" id="code-help">${t("join.codeHelp")}</p>
    <button class="primary" aria-disabled="${isBusy}">${isBusy ? t("join.busy") : t("join.next")}</button>
    ${last && html`<button type="button" data-action="goOn">${tell("join.continue", { name: last.name })}</button>`}
  </form>`;
}

function nameForm({ error, isBusy, name, avatars }) {
  return html`<form data-action="takeSeat" data-key="name" class="stack" novalidate>
    <label for="name">${t("join.name")}</label>
    <input id="name" name="name" required maxlength="40" autocomplete="nickname" autocapitalize="words"
      spellcheck="false" enterkeyhint="go" value="${name}" aria-describedby="name-help join-error"
      aria-invalid="${error !== null}" autofocus>
    <p class="help" id="name-help">${t("join.nameHelp")}</p>
    <button class="primary" aria-disabled="${isBusy}">${isBusy ? t("join.busy") : t("join.go")}</button>
    ${avatars?.()}</form>`;
}

function turnedAwayScreen(error) {
  return html`<section class="over" data-key="away-${error}" role="alert">
    <img class="route" src="/player/route.svg" alt="">
    <h1>${t(`away.${error}.title`)}</h1>
    <p>${t(`away.${error}.text`)}</p>
    ${error === "session_ended"
      ? null
      : html`<button class="primary" data-action="again">${t("join.again")}</button>`}
    <button data-action="otherCode">${t("join.otherCode")}</button></section>`;
}
