// Keeps the player's page on the phone: a visit costs one request, and without a network there is a page that says so.
// The gateway writes RELEASE above: all files of one release fit each other, and no page ever gets files of two.

const SHELL = "/";
const OFFLINE = "/player/offline.html";
const CACHE = `tripto-${RELEASE}`;
/** A network that takes longer for a page is none. */
const PATIENCE_MS = 8000;
/** Pages that were loaded as this release, and so may have its files. Forgotten with the worker, which is harmless. */
const pages = new Set();

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(clearOthers()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (isPlayers(pathname)) event.respondWith(page(request, event.resultingClientId));
  } else if (/^\/(player|shared|games)\//.test(pathname)) {
    event.respondWith(file(request, event.clientId));
  }
});

/** The shell and all that it names, or nothing: while gateways are being changed, answers of two releases come mixed. */
async function fill() {
  const cache = await caches.open(CACHE);
  for (const entry of [SHELL, OFFLINE]) {
    const html = await keep(cache, entry);
    const paths = [...(await html.text()).matchAll(/(?:href|src)="(\/(?:player|shared|games)\/[^"]+)"/g)];
    await Promise.all(paths.map(([, path]) => keep(cache, path)));
  }
}

async function keep(cache, path) {
  const answer = await fetch(path, { cache: "no-cache" });
  if (!answer.ok || !isOurs(answer)) throw new Error(`${path} is not of release ${RELEASE}`);
  await cache.put(path, answer.clone());
  return answer;
}

async function clearOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

async function page(request, clientId) {
  const impatience = new AbortController();
  const timeout = setTimeout(() => impatience.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(request, { signal: impatience.signal });
    // Statuses of a proxy without a gateway behind it.
    if (![502, 503, 504].includes(answer.status)) {
      if (isOurs(answer)) pages.add(clientId);
      return answer;
    }
  } catch {
    // No network, or no gateway.
  } finally {
    clearTimeout(timeout);
  }
  pages.add(clientId);
  return (await caches.open(CACHE)).match(OFFLINE);
}

async function file(request, clientId) {
  if (!pages.has(clientId)) return fetch(request);
  const cache = await caches.open(CACHE);
  return (await cache.match(request.url)) ?? fetched(cache, request);
}

/** Parts of the page that it asks for later are kept from then on; a phone without room for them does without. */
async function fetched(cache, request) {
  const answer = await fetch(request);
  if (answer.status === 200 && isOurs(answer)) await cache.put(request.url, answer.clone()).catch(() => {});
  return answer;
}

/** A code stands alone: /K7MWQ2. */
function isPlayers(path) {
  return /^\/(join\/.*|\w{6})?$/.test(path);
}

function isOurs(answer) {
  return answer.headers.get("Web-Release") === RELEASE;
}
