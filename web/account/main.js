// The page of an account: the way in by letters and codes, and what is behind it once somebody has logged in.

import "/account/strings.js";
import { listen } from "/shared/actions.js";
import { html } from "/shared/html.js";
import { callAsAccount, forgetLogin, hasAccounts, keepLogin, logOut, login, onLogin } from "/shared/login.js";
import { render } from "/shared/render.js";
import { RestError, post } from "/shared/rest.js";
import { lastSeat, read, remove, write } from "/shared/seat.js";
import { currentLocale, t } from "/shared/strings.js";
import { member } from "/account/member.js";
import { Own } from "/account/own.js";
import { visitor } from "/account/visitor.js";

/** Pages that somebody may have come from, and is led back to: ours, and nobody else's. */
const WAYS_BACK = /^\/(?:join\/\w+|host|leaderboard(?:\/[\w-]+)?)$/;
/** Fields that an error is about, where the gateway names none. */
const FIELDS = { wrong_password: "password", not_found: "code" };
/** So long a registration waits for its code. */
const REGISTRATION_MS = 24 * 3_600_000;

const root = document.getElementById("page");
const state = { view: null, notice: null, error: null, isBusy: false, code: "", back: null };
const own = new Own(() => draw(), () => leave("loggedOut"));

function begin() {
  readAddress();
  addEventListener("hashchange", () => {
    readAddress();
    draw();
  });
  onLogin(() => {
    const accountId = login()?.accountId ?? null;
    if (accountId === own.accountId) return;
    own.follow();
    become({ view: null, error: null, notice: accountId ? null : "loggedOut" });
  });
  listen(root, actions);
  own.follow();
  draw();
}

/** A letter's link has its code behind the #, where no server sees it; it does not stay in the address. */
function readAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  const back = words.get("back");
  if (back && WAYS_BACK.test(back)) state.back = back;
  for (const [word, view] of [["verification", "code"], ["reset", "reset"]]) {
    if (!words.has(word)) continue;
    Object.assign(state, { view, code: words.get(word), notice: null, error: null });
    history.replaceState(null, "", state.back ? `/account#back=${state.back}` : "/account");
  }
  // Somebody who was at their letters for a while finds the page waiting for the code.
  if (!state.view && !login() && ticket()) state.view = "code";
}

function become(change) {
  Object.assign(state, change);
  draw();
}

function draw() {
  const view = state.view ?? (login() ? "member" : "login");
  const shown = { ...state, view, hasTicket: ticket() !== null, back: state.back ?? seatToGoBackTo() };
  render(root, html`<p class="told" role="status" data-key="told">${state.notice && t(`told.${state.notice}`)}</p>
    ${view === "member" ? member(own, shown) : visitor(shown)}`);
}

function seatToGoBackTo() {
  const seat = lastSeat("PLAYER");
  return seat && `/join/${seat.sessionId}`;
}

/** Not logged in any more, and told why. */
function leave(notice) {
  own.follow();
  become({ view: null, error: null, notice: login() ? null : notice });
}

/** One thing at a time; what went wrong is told at the form, and the field that it is about gets the focus. */
async function run(form, work) {
  if (state.isBusy) return;
  become({ isBusy: true, error: null, notice: null });
  try {
    await work();
    become({ isBusy: false });
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    state.isBusy = false;
    if (error.code === "logged_out") return leave("loggedOut");
    const field = error.field ?? FIELDS[error.code] ?? null;
    become({ error: { form: form.dataset.action, code: error.code, field } });
    const inputs = [...form.querySelectorAll("input:not([type=hidden])")];
    (inputs.find(({ name }) => name === field) ?? inputs[0])?.focus();
  }
}

/** As typed: a password may begin or end with a space. */
const typed = (form, name) => form.elements[name].value;

function ticket() {
  const kept = read("registration");
  return kept && kept.untilMs > Date.now() ? kept.ticket : null;
}

async function remain(form, work) {
  await run(form, work);
  // Done: no password stays in the page, whoever looks at it next.
  if (!state.error) form.reset();
}

const actions = {
  go: ({ value }) => become({ view: value, error: null, notice: null, code: "" }),
  logIn: (form, { email }) => run(form, async () => {
    keepLogin(await post("/v1/accounts/login", { email, password: typed(form, "password") }));
    if (state.back) return location.replace(state.back);
    own.follow();
    state.view = null;
  }),
  register: (form, { name, email }) => run(form, async () => {
    const answer = await post("/v1/accounts", { name, email, password: typed(form, "password"), locale: currentLocale() });
    write("registration", { ticket: answer.registration, untilMs: Date.now() + REGISTRATION_MS });
    Object.assign(state, { view: "code", code: "", notice: "letterSent" });
  }),
  resend: (button) => run(button, async () => {
    await post("/v1/accounts/resend", { registration: ticket() });
    state.notice = "letterAgain";
  }),
  verify: (form, { code }) => run(form, async () => {
    await post("/v1/accounts/verify", { code });
    remove("registration");
    Object.assign(state, { view: login() ? null : "login", code: "", notice: "verified" });
  }),
  forgot: (form, { email }) => run(form, async () => {
    await post("/v1/accounts/forgot", { email });
    Object.assign(state, { view: "reset", code: "", notice: "resetSent" });
  }),
  reset: (form, { code }) => run(form, async () => {
    await post("/v1/accounts/reset", { code, password: typed(form, "password") });
    // This device as well.
    forgetLogin();
    own.follow();
    Object.assign(state, { view: "login", code: "", notice: "resetDone" });
  }),
  rename: (form, { name }) => remain(form, async () => {
    own.take(await callAsAccount("PATCH", "/v1/accounts/me", { body: { name } }));
    state.notice = "renamed";
  }),
  changePassword: (form) => remain(form, async () => {
    const body = { password: typed(form, "password"), newPassword: typed(form, "newPassword") };
    keepLogin(await callAsAccount("POST", "/v1/accounts/me/password", { body, isConfirmed: true }));
    state.notice = "passwordChanged";
  }),
  async logOut() {
    if (state.isBusy) return;
    const isTold = await logOut().then(() => true, ({ code }) => code === "logged_out");
    leave(isTold ? "loggedOutHere" : "loggedOutUntold");
  },
  logOutEverywhere: (button) => run(button, async () => {
    await callAsAccount("POST", "/v1/accounts/logout-everywhere", { body: {} });
    forgetLogin();
    own.follow();
    state.notice = "loggedOutEverywhere";
  }),
  erase: (form) => run(form, async () => {
    await callAsAccount("POST", "/v1/accounts/me/delete", { body: { password: typed(form, "password") }, isConfirmed: true });
    forgetLogin();
    own.follow();
    state.notice = "erased";
  }),
  again: () => own.load(),
};

document.title = `${t("title")} – ${t("account.title")}`;
if (hasAccounts) begin();
else render(root, html`<section class="over" data-key="off"><h1>${t("account.off")}</h1><p>${t("account.offText")}</p>
  <p><a class="button" href="/">${t("over.home")}</a></p></section>`);
