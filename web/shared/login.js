// Tokens of the account that is logged in on this device, kept beside the seats and never in an address. All tabs share
// them: one renews for all, and one that logs out tells the others.

import { RestError, call, post } from "/shared/rest.js";
import { read, remove, write } from "/shared/seat.js";
import { alone } from "/shared/tokens.js";

const KEY = "account";
/** As localStorage has it. */
const STORED_KEY = "tripto.account";
/** A token with less than this left is replaced before it is used. */
const MARGIN_MS = 60_000;

/** Written by the gateway into the pages that ask for it. */
export const hasAccounts = document.querySelector("meta[name=accounts]") !== null;

/** {accountId, authToken, expiresAtMs, refreshToken}, as the gateway gave them, or null. */
export function login() {
  return read(KEY);
}

/** @param answer of a call that logs in. */
export function keepLogin({ accountId, authToken, expiresAtMs, refreshToken }) {
  write(KEY, { accountId, authToken, expiresAtMs, refreshToken });
}

export function forgetLogin() {
  remove(KEY);
}

/** Calls `heard` when another tab has logged in, out, or renewed. */
export function onLogin(heard) {
  addEventListener("storage", ({ key }) => (key === STORED_KEY || key === null) && heard());
}

/**
 * A call by the account's token, which is renewed where that helps.
 * @param options {body, isConfirmed}; `isConfirmed`: its body has the password, and 401 may mean that this is wrong.
 * @throws {RestError} also `logged_out`, once nobody is logged in here any more, and `wrong_password`.
 */
export async function callAsAccount(method, path, { body, isConfirmed = false } = {}) {
  const known = login();
  if (!known) throw loggedOut();
  const used = known.expiresAtMs > Date.now() + MARGIN_MS ? known : await renewed(known);
  try {
    return await call(method, path, { body, bearer: used.authToken });
  } catch (error) {
    if (error.status !== 401) throw error;
    // Asked by a call that costs no try of a password.
    if (isConfirmed && (await isGood(used))) throw new RestError({ code: "wrong_password", message: error.message }, 401);
  }
  // A clock that is wrong, or a token that was good when it was kept.
  const { authToken } = await renewed(used);
  return call(method, path, { body, bearer: authToken });
}

/** Gone from this device, whether the gateway could be told or not. @throws {RestError} */
export async function logOut() {
  const leaving = login()?.accountId;
  try {
    await callAsAccount("POST", "/v1/accounts/logout", { body: {} });
  } finally {
    // Somebody else may be here by now.
    if (login()?.accountId === leaving) forgetLogin();
  }
}

async function isGood({ authToken }) {
  return call("GET", "/v1/accounts/me", { bearer: authToken }).then(() => true, ({ status }) => {
    if (status === 401) return false;
    throw new RestError({ code: "unreachable", message: "nobody knows", retryable: true });
  });
}

/** A refresh token works once: whoever comes second, in this tab or another, takes what the first one got. */
function renewed(spent) {
  return alone(KEY, async () => {
    const latest = login();
    // Nothing that one wanted is done in the name of another.
    if (latest?.accountId !== spent.accountId) throw loggedOut();
    if (latest.authToken !== spent.authToken) return latest;
    const { refreshToken } = latest;
    const isStillOurs = () => login()?.refreshToken === refreshToken;
    try {
      const answer = await post("/v1/accounts/refresh", { refreshToken });
      // Somebody who has logged out meanwhile stays out.
      if (isStillOurs()) keepLogin(answer);
    } catch (error) {
      if (error.status !== 401) throw error;
      if (isStillOurs()) forgetLogin();
    }
    if (login()?.accountId !== spent.accountId) throw loggedOut();
    return login();
  });
}

function loggedOut() {
  return new RestError({ code: "logged_out", message: "nobody is logged in here" }, 401);
}
