// The document as the gateway last told it: a snapshot, and the patches since.

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

class PatchError extends Error {}

/**
 * JSON Patch (RFC 6902) as far as the gateway writes it: add, replace and remove, with JSON Pointers (RFC 6901).
 *
 * The document with all operations done to it. The given one stays as it was, so that a patch which fails
 * half-way leaves nothing behind.
 * @throws {PatchError} when a path leads nowhere.
 */
function patched(doc, ops) {
  if (!Array.isArray(ops)) throw new PatchError("no list of operations");
  return ops.reduce((result, op) => apply(result, op, tokensOf(op.path), 0), doc);
}

function tokensOf(pointer) {
  if (typeof pointer !== "string") throw new PatchError("no path");
  return pointer.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function apply(value, op, tokens, depth) {
  if (depth === tokens.length) {
    if (op.op === "remove") throw new PatchError("the whole document can't be removed");
    return op.value;
  }
  const isLast = depth === tokens.length - 1;
  if (Array.isArray(value)) return applyToArray(value, op, tokens, depth, isLast);
  if (value === null || typeof value !== "object") throw nowhere(op);
  const name = tokens[depth];
  const exists = Object.hasOwn(value, name);
  if (!exists && !(isLast && op.op === "add")) throw nowhere(op);
  if (isLast && op.op === "remove") {
    const { [name]: _, ...rest } = value;
    return rest;
  }
  return { ...value, [name]: isLast ? op.value : apply(value[name], op, tokens, depth + 1) };
}

function applyToArray(list, op, tokens, depth, isLast) {
  const token = tokens[depth];
  const index = token === "-" ? list.length : /^(0|[1-9]\d*)$/.test(token) ? Number(token) : NaN;
  const end = isLast && op.op === "add" ? list.length : list.length - 1;
  if (!(index <= end)) throw nowhere(op);
  if (!isLast) return spliced(list, index, 1, apply(list[index], op, tokens, depth + 1));
  switch (op.op) {
    case "add": return spliced(list, index, 0, op.value);
    case "replace": return spliced(list, index, 1, op.value);
    case "remove": return spliced(list, index, 1);
    default: throw nowhere(op);
  }
}

function nowhere(op) {
  return new PatchError(`${op.op} ${op.path} leads nowhere`);
}

/** Array.prototype.toSpliced, which the browsers of older phones lack. */
function spliced(list, index, deleteCount, ...values) {
  const copy = [...list];
  copy.splice(index, deleteCount, ...values);
  return copy;
}
