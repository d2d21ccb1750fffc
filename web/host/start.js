// /host without a session: a new one, or one that goes on here.

import { listen } from "/shared/actions.js";
import { faceOf } from "/shared/page.js";
import { html } from "/shared/html.js";
import { render } from "/shared/render.js";
import { RestError, call } from "/shared/rest.js";
import { speakOf, t } from "/shared/strings.js";
import { createForm, newSession } from "/host/create.js";
import { forgetCode, makeCode, recover, recoverForm } from "/host/recovery.js";

/** A gateway that can't be reached is asked again. */
const RETRY_MS = 3000;

/** @returns the host's seat, once there is one; `isRecovered`: it came by a code. */
export function start(root) {
  const forms = { create: { games: [], game: null }, recover: {} };
  return new Promise((resolve) => {
    const draw = () => render(root, startScreen(forms));
    let isDone = false;
    const become = (name, change) => {
      Object.assign(forms[name], change);
      if (!isDone) draw();
    };
    const run = (name, work) => async (form, fields) => {
      if (forms[name].isBusy) return;
      become(name, { isBusy: true, error: null });
      try {
        const seat = await work(fields);
        isDone = true;
        resolve(seat);
      } catch (error) {
        if (!(error instanceof RestError)) throw error;
        become(name, { isBusy: false, error });
        if (name === "recover") form.elements.recoveryCode.focus();
      }
    };
    let wanted = null;
    const choose = async (name) => {
      wanted = name;
      const face = await faceOf(name, "host");
      // Another one may have been chosen while this one's module was on its way.
      if (!face || isDone || wanted !== name) return;
      speakOf(name);
      become("create", { game: { name, settings: face.settings } });
    };
    const offer = async () => {
      const answer = await call("GET", "/v1/games").catch(() => null);
      if (isDone) return;
      if (!answer) return void setTimeout(offer, RETRY_MS);
      become("create", { games: answer.games });
      await choose(answer.games[0].game);
    };
    const create = run("create", (fields) => newSession(forms.create.game, fields));
    listen(root, {
      create: (form, fields) => forms.create.game && create(form, fields),
      recover: run("recover", ({ recoveryCode }) => goOn(recoveryCode)),
    });
    root.addEventListener("change", ({ target }) => target.name === "game" && choose(target.value));
    draw();
    offer();
  });
}

/** The code is spent: the next one is this device's to show. */
async function goOn(recoveryCode) {
  const seat = await recover(recoveryCode);
  forgetCode(seat.sessionId);
  // Without one the game goes on all the same, and the panel offers it.
  await makeCode(seat).catch(() => {});
  return { ...seat, isRecovered: true };
}

function startScreen(forms) {
  return html`<div class="start" data-key="start">
    <header><h1 class="logo">${t("title")}</h1><p class="tagline">${t("host.tagline")}</p>
      <p class="jump"><a href="#recoveryCode">${t("recover.jump")}</a></p></header>
    ${createForm(forms.create)}${recoverForm(forms.recover)}</div>`;
}
