// A seat that the logged-in account may keep as its own: whether it does, and the one press that makes it so.

import { callAsAccount, login, onLogin } from "/shared/login.js";
import { RestError } from "/shared/rest.js";
import { freshSeat } from "/shared/tokens.js";

const LISTS = { PLAYER: ["/v1/accounts/me/seats", "seats"], HOST: ["/v1/accounts/me/hosted", "sessions"] };

export class Keeping {
  /** `visitor` while nobody is logged in, `unknown` until the gateway has told, then `free` or `kept`. */
  status = "visitor";
  isBusy = false;
  /** Code of the error for which it could not be kept. */
  error = null;

  #page;
  #accountId = null;

  /** @param page of the seat: {connection, draw}. */
  constructor(page) {
    this.#page = page;
    onLogin(() => this.#follow());
    this.#follow();
    page.draw();
  }

  async keep() {
    if (this.isBusy || this.status !== "free") return;
    this.#become({ isBusy: true, error: null });
    try {
      const { role, sessionId, authToken } = await freshSeat(this.#page.connection.seat, Date.now());
      const token = role === "HOST" ? { hostAuthToken: authToken } : { playerAuthToken: authToken };
      await callAsAccount("POST", LISTS[role][0], { body: { sessionId, ...token } });
      this.#become({ isBusy: false, status: "kept" });
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Goes with whoever is logged in now. */
  #follow() {
    const accountId = login()?.accountId ?? null;
    if (accountId === this.#accountId) return;
    this.#accountId = accountId;
    this.#become({ isBusy: false, error: null, status: accountId ? "unknown" : "visitor" });
    if (accountId) this.#look(accountId);
  }

  async #look(accountId) {
    const { role, sessionId, playerId } = this.#page.connection.seat;
    const [path, list] = LISTS[role];
    try {
      const answer = await callAsAccount("GET", path);
      const isKept = answer[list].some((one) => one.sessionId === sessionId && one.playerId === playerId);
      if (this.#accountId === accountId) this.#become({ status: isKept ? "kept" : "free" });
    } catch (error) {
      // Pressed in vain at worst: what is kept already may be kept again.
      if (this.#accountId === accountId) this.#failed(error, { status: "free", error: null });
    }
  }

  #failed(error, change = { error: error.code }) {
    if (!(error instanceof RestError)) throw error;
    if (!login()) this.#follow();
    else this.#become({ isBusy: false, ...change });
  }

  #become(change) {
    Object.assign(this, change);
    this.#page.draw();
  }
}
