// What a game brings to a page: /games/<game>/<role>.js, told apart by `session.game` of the document.

/** A browser asks for a module that did not arrive anew only on a new page. */
const RETRY_MS = 3000;

/**
 * A game's module for a role, as it was loaded; null when it did not arrive, and the page is about to be loaded anew.
 * @param role player, tv or host.
 */
export async function faceOf(game, role) {
  try {
    return await import(`/games/${game}/${role}.js`);
  } catch (error) {
    console.error(`/games/${game}/${role}.js`, error);
    setTimeout(() => location.reload(), RETRY_MS);
    return null;
  }
}

/** Adds a game's styles to the page, and waits for them: nothing of the game is shown without. */
export function wear(url) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = url;
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => reject(new Error(`${url} did not arrive`));
    document.head.append(link);
  });
}
