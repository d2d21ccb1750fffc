// The socket of one seat: opened, greeted, kept alive, and opened again after every drop until the gateway
// says not to.

import { clock } from "/shared/clock.js";
import { Deliveries } from "/shared/deliveries.js";
import { Pulse } from "/shared/pulse.js";
import { deviceId, loadSeat, randomId, saveSeat } from "/shared/seat.js";
import { alone, freshSeat, refreshedSeat } from "/shared/tokens.js";

/** Held against the oldest that a gateway takes (`--min-client-version`). */
const CLIENT_VERSION = "1.0.0";
/** Tries after which it is more than a hiccup. */
const MANY_ATTEMPTS = 4;
/** Clocks of browsers are coarse: so much later, what is due is due by any of them. */
const GRACE_MS = 100;
/** Close codes after which nobody comes back by themselves. */
const FINAL = new Map([
  [4401, "unauthorized"], [4403, "forbidden"], [4404, "not_found"], [4409, "taken_over"], [4410, "session_ended"],
]);
/** The same code as for who was removed; the reason tells it from that. */
const TOO_OLD = "client_too_old";
const RATE_LIMITED = 4429;
/** REST errors of a refresh that no further try will mend. */
const FINAL_REFUSALS = new Set(["unauthorized", "token_expired", "forbidden", "not_found", "session_ended"]);

/**
 * Says `status` when it or `isReachable` changed, `delivery` when something was or need no longer be delivered, `lapse`
 * (detail: its type) when something came too late to be, and `message` (detail: the message) for everything but the
 * document and the clock.
 */
export class Connection extends EventTarget {
  /** connecting, open, waiting (for the next try) or over. */
  status = "connecting";
  /** Why it is over: an error code. */
  reason = null;
  /** Its name at the gateway. */
  id = null;

  #seat;
  #store;
  #socket = null;
  /** The page's own origin has answered. */
  #isHome = false;
  /** Counts calls of `open`: an older one that is still at its tokens is of no more interest. */
  #opening = 0;
  #attempt = 0;
  #retry = null;
  #isResuming = false;
  #hasRefreshed = false;
  #heardMs = -Infinity;
  /** The browser has said that it is offline, and no word has come since. */
  #isDoubtful = false;
  #deliveries = new Deliveries();
  #pulse = new Pulse(() => this.#write("TIME_PING", { t0: clock.stamp() }), () => this.#lose());

  constructor(seat, store) {
    super();
    this.#seat = seat;
    this.#store = store;
    // A phone that was in a pocket comes back at once, not after a back-off.
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
    document.addEventListener("resume", () => this.#hurry());
    addEventListener("pageshow", () => this.#hurry());
    addEventListener("online", () => this.#hurry());
    addEventListener("offline", () => this.#doubt(true));
  }

  get seat() {
    return this.#seat;
  }

  /** True when a press now would arrive, as far as anybody knows. */
  get isReachable() {
    return this.status === "open" && !this.#isDoubtful;
  }

  /** True when the gateway has been away so long that people should be told more. */
  get isLongGone() {
    return this.status !== "open" && this.#attempt >= MANY_ATTEMPTS;
  }

  /** Also after the end, when somebody wants this seat back in their own hands. */
  open() {
    return this.#openWith((seat) => freshSeat(seat, clock.now()));
  }

  /** @returns false when there is nobody to tell. */
  send(type, payload = {}, msgId = randomId()) {
    return this.status === "open" && this.#write(type, payload, msgId);
  }

  /** Sends, and sends again after a drop until there is a reply or it is too late; a newer one of its type takes its place. */
  deliver(type, payload, withinMs = Infinity) {
    const sentMs = performance.now();
    const msgId = this.#deliveries.add(type, payload, withinMs);
    if (this.status === "open") this.#write(type, payload, msgId);
    this.dispatchEvent(new Event("delivery"));
    if (withinMs === Infinity) return;
    // A gateway that is there says something meanwhile, and will answer; a dead socket shall bring nothing to life later.
    this.#write("TIME_PING", { t0: clock.stamp() });
    setTimeout(() => {
      if (!this.isDelivering(type) || (this.status === "open" && this.#heardMs > sentMs)) return;
      this.#lapse();
      if (this.status === "open") this.#lose();
    }, withinMs + GRACE_MS);
  }

  /** The document has answered it. */
  settle(type) {
    if (this.#deliveries.settle(type)) this.dispatchEvent(new Event("delivery"));
  }

  isDelivering(type) {
    return this.#deliveries.has(type);
  }

  async #openWith(seatFor) {
    const opening = ++this.#opening;
    this.#still();
    this.reason = null;
    this.#become("connecting");
    let isElsewhere, socket;
    try {
      const seat = await seatFor(this.#seat);
      if (opening !== this.#opening) return;
      this.#seat = seat;
      // The gateway is where this page came from; its own address is for pages whose proxy passes no sockets on.
      const { sessionId, wsUrl } = seat;
      isElsewhere = wsUrl && !this.#isHome && this.#attempt % 2 === 1;
      socket = new WebSocket(isElsewhere ? wsUrl : `ws${location.origin.slice(4)}/v1/ws?session=${sessionId}`, "tripto.v1");
    } catch (error) {
      if (opening !== this.#opening) return;
      if (FINAL_REFUSALS.has(error.code)) this.#end(error.code);
      else this.#wait();
      return;
    }
    const ifCurrent = (work) => (event) => socket === this.#socket && work(event);
    this.#socket = socket;
    socket.onopen = ifCurrent(() => {
      if (!isElsewhere) this.#settleHome();
      this.#greet();
    });
    socket.onmessage = ifCurrent((event) => this.#hear(event.data));
    socket.onclose = ifCurrent((event) => this.#dropped(event));
    this.#pulse.expect();
  }

  /** An address that was stored is of no more use, and may lead nowhere tomorrow. */
  #settleHome() {
    this.#isHome = true;
    const { role, sessionId, wsUrl } = this.#seat;
    if (!wsUrl) return;
    // One tab at a time, or this one might put a spent token back.
    alone(`${role}.${sessionId}`, () => {
      const seat = loadSeat(role, sessionId);
      if (seat) saveSeat({ ...seat, wsUrl: undefined });
    });
  }

  #lapse() {
    for (const type of this.#deliveries.lapse()) this.dispatchEvent(new CustomEvent("lapse", { detail: type }));
  }

  #greet() {
    const { role, authToken } = this.#seat;
    const who = { authToken, deviceId: deviceId(), clientVersion: CLIENT_VERSION, clientTimeMs: Date.now() };
    const lastVersion = this.#store.version;
    if (lastVersion === null) this.#write("HELLO", { role, ...who });
    else this.#write("RESUME_SESSION", { ...who, lastVersion });
    this.#isResuming = true;
  }

  #hear(text) {
    const message = messageIn(text);
    if (!message) return;
    this.#pulse.heard();
    this.#heardMs = performance.now();
    this.#doubt(false);
    clock.hear(message.serverTimeMs);
    if (this.#deliveries.replied(message.inReplyTo)) this.dispatchEvent(new Event("delivery"));
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
    this.id = message.payload.connectionId;
    if (this.status === "open") return;
    this.#hasRefreshed = false;
    clock.restart(message.serverTimeMs);
    this.#isDoubtful = false;
    this.#become("open");
    // A gateway that takes us in and throws us out again is not back.
    this.#pulse.start(() => (this.#attempt = 0));
    this.#lapse();
    this.#deliveries.forEach((...command) => this.#write(...command));
  }

  /** A browser may be wrong about it: a gateway on this very machine is reached without any network. */
  #doubt(isDoubtful) {
    if (this.status !== "open" || this.#isDoubtful === isDoubtful) return;
    this.#isDoubtful = isDoubtful;
    this.dispatchEvent(new Event("status"));
    if (isDoubtful) this.#pulse.hurry(true);
  }

  /** Asks for the document anew; once is enough until it comes. */
  #resume() {
    if (this.#isResuming) return;
    this.#isResuming = true;
    this.#write("RESUME_SESSION", { deviceId: deviceId(), lastVersion: this.#store.version ?? undefined });
  }

  /** @returns whether it was handed to a socket. */
  #write(type, payload, msgId) {
    const { sessionId } = this.#seat;
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify({ type, sessionId, payload, msgId }));
    return true;
  }

  #dropped({ code, reason }) {
    if (code === 4401 && !this.#hasRefreshed) {
      this.#hasRefreshed = true;
      return this.#openWith(refreshedSeat);
    }
    if (FINAL.has(code)) return this.#end(reason === TOO_OLD ? TOO_OLD : FINAL.get(code));
    if (code === RATE_LIMITED) this.#attempt = Math.max(this.#attempt, MANY_ATTEMPTS);
    return this.#wait(hintMs(reason) ?? backoffMs(this.#attempt++));
  }

  #wait(delayMs = backoffMs(this.#attempt++)) {
    this.#still();
    this.#become("waiting");
    this.#lapse();
    this.#retry = setTimeout(() => this.open(), delayMs);
  }

  #hurry() {
    if (this.status === "waiting") this.open();
    else if (this.#socket) this.#pulse.hurry(this.status === "open");
  }

  #lose() {
    this.#wait(this.#attempt === 0 ? 0 : undefined);
    this.#attempt ||= 1;
  }

  #end(reason) {
    this.#still();
    this.#deliveries.clear();
    this.reason = reason;
    this.#become("over");
  }

  /** Nothing is open and nothing is due. A socket is let go without waiting for its end, which may take minutes. */
  #still() {
    clearTimeout(this.#retry);
    this.#pulse.stop();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
  }

  #become(status) {
    if (this.status === status) return;
    this.status = status;
    this.dispatchEvent(new Event("status"));
  }
}

/** The message in a gateway's text, or null. */
function messageIn(text) {
  try {
    const message = JSON.parse(text);
    return typeof message?.type === "string" && message.payload instanceof Object ? message : null;
  } catch {
    return null;
  }
}

// The delay before the next try. Jitter keeps a room full of phones from coming back in one instant.

const MIN_WAIT_MS = 250;
const MAX_WAIT_MS = 8000;
/** The longest delay that a gateway may ask for. */
const MAX_HINT_MS = 60_000;

/** @param attempt 0 for the first try after a drop. @returns milliseconds, 250 to 8 000. */
export function backoffMs(attempt) {
  const ceilingMs = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** (attempt + 1));
  return MIN_WAIT_MS + Math.random() * (ceilingMs - MIN_WAIT_MS);
}

/** A gateway that goes away spreads its clients over a while, in the reason of its close: retry_after_ms=730. */
function hintMs(reason) {
  const hint = /^retry_after_ms=(\d+)$/.exec(reason);
  return hint ? Math.min(MAX_HINT_MS, Number(hint[1])) : null;
}
