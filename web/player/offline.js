// Asks for the gateway until it is back, then for the page that was wanted.

const EVERY_MS = 3000;

async function look() {
  try {
    const { ok } = await fetch("/healthz", { cache: "no-store" });
    if (ok) location.reload();
  } catch {
    // Not yet.
  }
}

setInterval(look, EVERY_MS);
addEventListener("online", look);
document.addEventListener("visibilitychange", () => document.hidden || look());
document.getElementById("again").addEventListener("click", () => location.reload());
