// The document as the gateway last told it: a snapshot, and the patches since.

import { patched, PatchError } from "/shared/patch.js";

/** Says `change` whenever the document became another. */
export class Store extends EventTarget {
  /** Null until the first snapshot. */
  doc = null;
  version = null;

  /** Takes a STATE_SNAPSHOT or STATE_PATCH. @returns false when the document must be asked for anew. */
  take(message) {
    const { payload } = message;
    if (!Number.isInteger(payload.version)) return false;
    if (message.type === "STATE_SNAPSHOT") return this.#become(payload, payload.version);
    if (this.version === null) return false;
    if (!(payload.baseVersion <= this.version && this.version < payload.version)) return false;
    try {
      return this.#become(patched(this.doc, payload.ops), payload.version);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      this.forget();
      return false;
    }
  }

  /** The next RESUME_SESSION will ask for everything. */
  forget() {
    this.version = null;
  }

  #become(doc, version) {
    this.doc = doc;
    this.version = version;
    this.dispatchEvent(new Event("change"));
    return true;
  }
}
