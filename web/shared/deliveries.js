// What must arrive, and has no reply yet.

import { randomId } from "/shared/seat.js";

export class Deliveries {
  /** msgId → {type, payload}. The gateway answers a repeat of a msgId as it answered the first: its receipt. */
  #waiting = new Map();

  /** A newer one takes the place of an older of the same type. @returns its msgId. */
  add(type, payload) {
    for (const [msgId, other] of this.#waiting) if (other.type === type) this.#waiting.delete(msgId);
    const msgId = randomId();
    this.#waiting.set(msgId, { type, payload });
    return msgId;
  }

  /** @returns whether that was waited for. */
  replied(msgId) {
    return this.#waiting.delete(msgId);
  }

  has(type) {
    return [...this.#waiting.values()].some((command) => command.type === type);
  }

  /** `work(type, payload, msgId)` for each, the oldest first. */
  forEach(work) {
    this.#waiting.forEach(({ type, payload }, msgId) => work(type, payload, msgId));
  }

  clear() {
    this.#waiting.clear();
  }
}
