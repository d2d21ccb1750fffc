// The socket of one seat: opened, greeted, kept alive, and opened again after every drop until the gateway
// says not to.

import { backoffMs } from "/shared/backoff.js";
import { clock } from "/shared/clock.js";
import { deviceId, randomId } from "/shared/seat.js";
import { freshSeat, refreshedSeat } from "/shared/tokens.js";

const CLIENT_VERSION = "web/1";
const PING_MS = 10_000;
/** The first round trip is made while everything else arrives as well; one of the next is a better measure. */
const FIRST_PINGS_MS = [0, 200, 600, 1500];
/** A phone that changes networks leaves a socket that looks open and is dead. */
const SILENCE_MS = 25_000;
/** Close codes after which nobody comes back by themselves. */
const FINAL = new Map([
  [4401, "unauthorized"], [4403, "forbidden"], [4404, "not_found"], [4409, "taken_over"], [4410, "session_ended"],
]);
/** REST errors of a refresh that no further try will mend. */
const FINAL_REFUSALS = new Set(["unauthorized", "token_expired", "forbidden", "not_found", "session_ended"]);

/** Says `status` when it changed, and `message` (detail: the message) for everything but the document and the clock. */
export class Connection extends EventTarget {
  /** connecting, open, waiting (for the next try) or over. */
  status = "connecting";
  /** Why it is over: an error code. */
  reason = null;

  #seat;
  #store;
  #socket = null;
  #attempt = 0;
  #retry = null;
  #ping = null;
  #heardAtMs = 0;
  #isResuming = false;
  #hasRefreshed = false;

  constructor(seat, store) {
    super();
    this.#seat = seat;
    this.#store = store;
    // A phone that was in a pocket comes back at once, not after a back-off.
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
    addEventListener("pageshow", () => this.#hurry());
    addEventListener("online", () => this.#hurry());
  }

  get seat() {
    return this.#seat;
  }

  /** Also after the end, when somebody wants this seat back in their own hands. */
  async open() {
    clearTimeout(this.#retry);
    this.reason = null;
    this.#become("connecting");
    try {
      this.#seat = await freshSeat(this.#seat, clock.now());
    } catch (error) {
      return FINAL_REFUSALS.has(error.code) ? this.#end(error.code) : this.#wait();
    }
    const socket = new WebSocket(this.#seat.wsUrl, "tripto.v1");
    this.#socket = socket;
    this.#heardAtMs = Date.now();
    socket.onopen = () => this.#greet();
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.#socket && this.#dropped(event);
    clearInterval(this.#ping);
    this.#ping = setInterval(() => this.#check(), PING_MS);
  }

  /** @returns false when there is nobody to tell. */
  send(type, payload = {}) {
    if (this.status !== "open") return false;
    this.#write(type, payload, randomId());
    return true;
  }

  #greet() {
    const { role, authToken } = this.#seat;
    const who = { authToken, deviceId: deviceId(), clientVersion: CLIENT_VERSION, clientTimeMs: Date.now() };
    const lastVersion = this.#store.version;
    if (lastVersion === null) this.#write("HELLO", { role, ...who });
    else this.#write("RESUME_SESSION", { ...who, lastVersion });
    this.#isResuming = true;
  }

  #hear(message) {
    this.#heardAtMs = Date.now();
    switch (message.type) {
      case "WELCOME":
        return this.#welcomed(message);
      case "TIME_PONG":
        return clock.measure(message.payload);
      case "STATE_SNAPSHOT":
      case "STATE_PATCH":
        if (!this.#store.take(message)) this.#resume();
        return undefined;
      default:
        return this.dispatchEvent(new CustomEvent("message", { detail: message }));
    }
  }

  #welcomed(message) {
    this.#isResuming = false;
    if (this.status === "open") return;
    this.#attempt = 0;
    this.#hasRefreshed = false;
    clock.restart(message.serverTimeMs);
    this.#become("open");
    for (const delayMs of FIRST_PINGS_MS) setTimeout(() => this.#askTime(), delayMs);
  }

  /** Asks for the document anew; once is enough until it comes. */
  #resume() {
    if (this.#isResuming) return;
    this.#isResuming = true;
    this.#write("RESUME_SESSION", { deviceId: deviceId(), lastVersion: this.#store.version ?? undefined });
  }

  #askTime() {
    this.#write("TIME_PING", { t0: Date.now() });
  }

  #check() {
    if (Date.now() - this.#heardAtMs > SILENCE_MS) this.#lose();
    else if (this.status === "open") this.#askTime();
  }

  #write(type, payload, msgId) {
    const { sessionId } = this.#seat;
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ type, sessionId, payload, msgId }));
  }

  async #dropped({ code, reason }) {
    clearInterval(this.#ping);
    if (code === 4401 && !this.#hasRefreshed) return this.#openWithNewTokens();
    if (FINAL.has(code)) return this.#end(FINAL.get(code));
    // A gateway that goes away spreads its clients over a while: retry_after_ms=730.
    const hint = /^retry_after_ms=(\d+)$/.exec(reason);
    return this.#wait(hint ? Number(hint[1]) : undefined);
  }

  async #openWithNewTokens() {
    this.#hasRefreshed = true;
    try {
      this.#seat = await refreshedSeat(this.#seat);
      await this.open();
    } catch (error) {
      if (FINAL_REFUSALS.has(error.code)) this.#end(error.code);
      else this.#wait();
    }
  }

  #wait(delayMs = backoffMs(this.#attempt++)) {
    this.#become("waiting");
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.open(), delayMs);
  }

  #hurry() {
    if (this.status === "waiting") this.open();
    else if (this.status === "open") this.#check();
  }

  /** Gives a socket up without waiting for its end, which may take minutes. */
  #lose() {
    const socket = this.#socket;
    this.#socket = null;
    clearInterval(this.#ping);
    socket?.close();
    this.#wait(0);
  }

  #end(reason) {
    const socket = this.#socket;
    this.#socket = null;
    clearInterval(this.#ping);
    clearTimeout(this.#retry);
    socket?.close(1000);
    this.reason = reason;
    this.#become("over");
  }

  #become(status) {
    if (this.status === status) return;
    this.status = status;
    this.dispatchEvent(new Event("status"));
  }
}
