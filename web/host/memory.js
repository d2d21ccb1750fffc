// The host's preferences on this device: an open fold, the last music level, a code.

const PREFIX = "tripto.host.";
/** Used when storage is refused, until the page goes. */
const memory = new Map();

export function recall(key) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? (memory.get(key) ?? null) : JSON.parse(text);
  } catch {
    return memory.get(key) ?? null;
  }
}

/** `null` forgets. */
export function remember(key, value) {
  memory.set(key, value);
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Kept in memory above.
  }
}
