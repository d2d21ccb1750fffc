// All that an account's holder is shown of their own: fetched once somebody is logged in, drawn as it comes.

import { callAsAccount, login } from "/shared/login.js";
import { RestError, call } from "/shared/rest.js";

export class Own {
  /** The account that it is of; null while nobody is logged in. */
  accountId = null;
  /** {accountId, email, name, createdAtMs, games}; null until it has come. */
  account = null;
  /** Null until they have come. */
  seats = null;
  hosted = null;
  /** By game, its name as people read it. */
  names = {};
  /** By game, the own line and its neighbours. */
  ranks = {};
  /** Code of the error for which something has not come. */
  failure = null;

  #draw;
  #leave;

  /** @param draw called when something has come. @param leave called when the tokens turn out to be good no more. */
  constructor(draw, leave) {
    this.#draw = draw;
    this.#leave = leave;
  }

  /** Goes with whoever is logged in now. */
  follow() {
    const accountId = login()?.accountId ?? null;
    if (accountId === this.accountId) return;
    Object.assign(this, { accountId, account: null, seats: null, hosted: null, ranks: {}, failure: null });
    if (accountId) this.load();
  }

  /** @param profile as a change of it is answered: without its games, which stay. */
  take(profile) {
    this.account = { ...this.account, ...profile };
  }

  async load() {
    const { accountId } = this;
    // Of somebody who has left meanwhile nothing is kept.
    const keep = (change) => {
      if (this.accountId !== accountId) return;
      Object.assign(this, change);
      this.#draw();
    };
    this.failure = null;
    try {
      keep({ account: await callAsAccount("GET", "/v1/accounts/me") });
      const [{ games }, { seats }, { sessions }, ...ranks] = await Promise.all([
        call("GET", "/v1/games"),
        callAsAccount("GET", "/v1/accounts/me/seats"),
        callAsAccount("GET", "/v1/accounts/me/hosted"),
        ...(this.account?.games ?? []).map(({ game }) => rankIn(game)),
      ]);
      keep({
        names: Object.fromEntries(games.map(({ game, name }) => [game, name])), seats, hosted: sessions,
        ranks: Object.fromEntries(ranks.filter(Boolean).map((rank) => [rank.game, rank])),
      });
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      if (error.code !== "logged_out") keep({ failure: error.code });
      else if (this.accountId === accountId) this.#leave();
    }
  }
}

/** Null for a game that is played here no more. */
function rankIn(game) {
  return callAsAccount("GET", `/v1/leaderboards/${game}/me`).catch((error) => {
    if (error.code === "not_found") return null;
    throw error;
  });
}
