// ContentOrder: a destination made to a theme of the host's, where the operator lets hosts order some. It takes minutes; once it is
// there, the preview shows it.

import { html } from "/shared/html.js";
import { RestError, call } from "/shared/rest.js";
import { t } from "/shared/strings.js";
import { toast } from "/shared/page.js";
import { freshSeat } from "/shared/tokens.js";
import { button, submit } from "/host/buttons.js";

/** Between two looks at what is being made. */
const LOOK_MS = 3_000;

/** Orders of this session. @param changed called when there is something else to be seen. */
export class Orders {
  #seat;
  #changed;
  #timeout = null;
  /** Null where none can be given, and until that is known. */
  #orders = null;

  constructor(seat, changed) {
    this.#seat = seat;
    this.#changed = changed;
    this.#look();
  }

  get all() {
    return this.#orders;
  }

  async give(theme, locale) {
    try {
      await this.#call("POST", { theme, locale });
      await this.#look();
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      toast(t(error.code === "rate_limited" ? "order.full" : `error.${error.code}`));
    }
  }

  /** What can't be read now is read later; a gateway that takes no orders is not asked for them. */
  async #look() {
    clearTimeout(this.#timeout);
    let isDue = false;
    try {
      if (!this.#orders && !(await takesOrders())) return;
      const before = JSON.stringify(this.#orders);
      this.#orders = (await this.#call("GET")).orders;
      if (JSON.stringify(this.#orders) !== before) this.#changed();
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      if (!error.retryable) return;
      isDue = true;
    }
    isDue ||= this.#orders?.some(({ state }) => ["waiting", "making"].includes(state));
    if (isDue) this.#timeout = setTimeout(() => this.#look(), LOOK_MS);
  }

  async #call(method, body) {
    const { authToken } = await freshSeat(this.#seat, Date.now());
    return call(method, `/v1/sessions/${this.#seat.sessionId}/orders`, { body, bearer: authToken });
  }
}

async function takesOrders() {
  return (await call("GET", "/v1/games")).games.some(({ game, takesOrders }) => game === "tripto" && takesOrders);
}

/** Nothing where none can be given. */
export function orderPanel({ session: { settings } }, { isLive }, orders) {
  if (!orders) return null;
  return html`<details class="panel" data-key="orders"><summary>${t("order.title")}</summary>
    <form data-action="order" data-key="order-form" class="stack"><div class="field">
        <label for="order-theme">${t("order.theme")}</label>
        <input id="order-theme" name="theme" maxlength="80" required autocomplete="off" aria-describedby="order-help">
        <p class="help" id="order-help">${t("order.help")}</p></div>
      ${submit(t("order.go"), !isLive)}</form>
    <div role="status"><ul class="facts">${orders.map((order) => row(order, settings, isLive))}</ul></div></details>`;
}

function row({ theme, locale, state, steps, trouble, awaitsApproval }, settings, isLive) {
  const word = state === "failed" ? `order.${trouble}` : state === "made" && awaitsApproval ? "order.awaits" : `order.${state}`;
  const isNext = settings.theme === theme && settings.locale === locale;
  return html`<li data-key="order-${locale}-${theme}"><p><b>${theme}</b></p><p>${t(isNext && word === "order.made" ? "order.isNext" : word, { steps })}</p>
    ${word === "order.made" && !isNext && settings.locale === locale ? button("playOrder", t("order.play"), {
      isEnabled: isLive, kind: "small", key: `play-${locale}-${theme}`, details: html`data-theme="${theme}"`,
    }) : null}</li>`;
}
