// The gateway's REST calls: JSON in, JSON out, one kind of error.

/** `code` is the gateway's own (such as `name_taken`), or `unreachable` when it did not answer at all. */
export class RestError extends Error {
  constructor({ code, message, retryable = false, field = null }, status = 0) {
    super(message);
    Object.assign(this, { code, retryable, field, status });
  }
}

/** A call that takes longer has gone astray. */
const PATIENCE_MS = 15_000;
/** One with a code may wait its turn for a minute, after others have typed wrong ones from the same house. */
const PATIENCE_WITH_CODES_MS = 75_000;

/** @returns the answer's body, or null. @throws {RestError} */
export async function call(method, path, { body, bearer } = {}) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (bearer) headers.Authorization = `Bearer ${bearer}`;
  const impatience = new AbortController();
  const timeout = setTimeout(() => impatience.abort(), path === "/v1/join" ? PATIENCE_WITH_CODES_MS : PATIENCE_MS);
  let response, answer;
  try {
    const { signal } = impatience;
    response = await fetch(path, { method, headers, body: JSON.stringify(body), cache: "no-store", signal });
    answer = await response.json().catch(() => null);
  } catch {
    throw unreachable();
  } finally {
    clearTimeout(timeout);
  }
  if (response.ok) return answer;
  throw answer?.code ? new RestError(answer, response.status) : unreachable(response.status);
}

export const post = (path, body = {}, options = {}) => call("POST", path, { body, ...options });

function unreachable(status) {
  return new RestError({ code: "unreachable", message: "no answer", retryable: true }, status);
}
