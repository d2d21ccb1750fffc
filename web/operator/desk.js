// The operator's calls. The token is this tab's alone, and goes when the tab does.

import { RestError } from "/shared/rest.js";

const KEY = "operator.token";
let voice = null;
let sounding = null;

export const token = () => sessionStorage.getItem(KEY);
export const keepToken = (text) => sessionStorage.setItem(KEY, text);
export const forgetToken = () => sessionStorage.removeItem(KEY);

/**
 * @param tag of what was seen, for a call that would change it.
 * @returns {answer, tag}. @throws {RestError}, with the `findings` of rules that were broken.
 */
export async function call(method, path, { body, tag } = {}) {
  const response = await asked(method, path, body, tag);
  const answer = await response.json().catch(() => null);
  if (response.ok) return { answer, tag: response.headers.get("ETag") };
  throw Object.assign(refusal(answer, response.status), { findings: answer?.findings ?? [] });
}

async function asked(method, path, body, tag) {
  const headers = { Authorization: `Bearer ${token()}` };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (tag) headers["If-Match"] = tag;
  try {
    return await fetch(path, { method, headers, body: JSON.stringify(body), cache: "no-store" });
  } catch {
    throw refusal(null, 0);
  }
}

function refusal(answer, status) {
  return new RestError(answer?.code ? answer : { code: "unreachable", message: "no answer", retryable: true }, status);
}

/** Has a text said by the gateway's voice. A text that is asked for while another sounds takes its place. @returns its seconds. */
export async function hear(text, locale) {
  const response = await asked("POST", "/v1/operator/speech", { text, locale });
  if (!response.ok) throw refusal(await response.json().catch(() => null), response.status);
  voice ??= new AudioContext();
  await voice.resume();
  const sound = await voice.decodeAudioData(await response.arrayBuffer());
  sounding?.stop();
  sounding = new AudioBufferSourceNode(voice, { buffer: sound });
  sounding.connect(voice.destination);
  sounding.start();
  return sound.duration;
}
