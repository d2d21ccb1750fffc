// /host without a session: a new one, or one that goes on here.

import { listen } from "/shared/actions.js";
import { html } from "/shared/html.js";
import { render } from "/shared/render.js";
import { RestError } from "/shared/rest.js";
import { t } from "/shared/strings.js";
import { createForm, newSession } from "/host/create.js";
import { forgetCode, makeCode, recover, recoverForm } from "/host/recovery.js";

/** @returns the host's seat, once there is one; `isRecovered`: it came by a code. */
export function start(root) {
  const forms = { create: {}, recover: {} };
  return new Promise((resolve) => {
    const draw = () => render(root, startScreen(forms));
    const run = (name, work) => async (form, fields) => {
      if (forms[name].isBusy) return;
      forms[name] = { isBusy: true };
      draw();
      try {
        resolve(await work(fields));
      } catch (error) {
        if (!(error instanceof RestError)) throw error;
        forms[name] = { error };
        draw();
        if (name === "recover") form.elements.recoveryCode.focus();
      }
    };
    listen(root, {
      create: run("create", newSession),
      recover: run("recover", ({ recoveryCode }) => goOn(recoveryCode)),
    });
    draw();
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
