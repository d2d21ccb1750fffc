// A new session with the settings that matter on the evening.

import { listen } from "/shared/actions.js";
import { html } from "/shared/html.js";
import { render } from "/shared/render.js";
import { post } from "/shared/rest.js";
import { saveSeat } from "/shared/seat.js";
import { currentLocale, t } from "/shared/strings.js";

/** @returns the host's seat, once a session is made. */
export function create(root) {
  return new Promise((resolve) => {
    const draw = (error = null) => render(root, createScreen(error));
    listen(root, {
      async create(form, fields) {
        try {
          resolve(newSeat(await post("/v1/sessions", { settings: settingsOf(fields) })));
        } catch (error) {
          draw(error.code ?? "internal");
        }
      },
    });
    draw();
  });
}

function settingsOf({ destinationsCount, followupsPerDestination, difficulty, locale, theme, clueSeconds }) {
  return {
    destinationsCount: Number(destinationsCount),
    followupsPerDestination: Number(followupsPerDestination),
    difficulty,
    locale,
    ...(theme && { theme }),
    timings: { clue: Number(clueSeconds) * 1000 },
  };
}

function newSeat({ sessionId, hostAuthToken, hostRefreshToken, wsUrl, tvUrl }) {
  const tokens = { authToken: hostAuthToken, refreshToken: hostRefreshToken };
  const seat = { sessionId, role: "HOST", wsUrl, tvUrl, ...tokens };
  saveSeat(seat);
  return seat;
}

function createScreen(error) {
  return html`<section class="create" data-key="create">
    <h1 class="logo">${t("title")}</h1>
    <h2>${t("create.title")}</h2>
    <form data-action="create" class="stack">
      ${choice("locale", { sv: "Svenska", en: "English" }, currentLocale())}
      ${number("destinationsCount", 1, 10, 3)}
      ${number("followupsPerDestination", 0, 3, 2)}
      ${choice("difficulty", levels(), "normal")}
      ${number("clueSeconds", 5, 600, 30)}
      <div class="field"><label for="theme">${t("create.theme")}</label>
        <input id="theme" name="theme" maxlength="80" autocomplete="off"></div>
      <button class="primary">${t("create.go")}</button>
      <p class="error" role="alert">${error && t(`error.${error}`)}</p>
    </form></section>`;
}

const levels = () => Object.fromEntries(["easy", "normal", "hard"].map((level) => [level, t(`create.${level}`)]));

function choice(name, options, chosen) {
  return html`<div class="field"><label for="${name}">${t(`create.${name}`)}</label>
    <select id="${name}" name="${name}">${Object.entries(options).map(([value, text]) =>
      value === chosen ? html`<option value="${value}" selected>${text}</option>` : html`<option value="${value}">${text}</option>`)}
    </select></div>`;
}

function number(name, min, max, value) {
  return html`<div class="field"><label for="${name}">${t(`create.${name}`)}</label>
    <input id="${name}" name="${name}" type="number" required min="${min}" max="${max}" value="${value}"></div>`;
}
