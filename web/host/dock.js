// Between a press and what it does. The game goes on by itself, and a finger that was on its way to one button must not
// press the one that has just taken its place; a reveal waits until nobody has thought better of it.

import { stageOf } from "/shared/stage.js";
import { t } from "/shared/strings.js";
import { toast } from "/shared/page.js";
import { places } from "/host/controls.js";
import { recall, remember } from "/host/memory.js";

/** So long a button whose words have changed takes no press. */
const SETTLING_MS = 1000;
/** So long the button that skips the finale waits for its second press. */
const SURE_MS = 6000;
const UNDO_S = 3;
const OPEN = "dock.open";

export class Dock {
  #page;
  #face = null;
  /** What the main place and the one at its side said last. */
  #said = null;
  /** Timeouts of places whose words have just changed. */
  #settling = new Map();
  #sure = null;
  /** {state, leftS, timeout} of a reveal that may still be withdrawn. */
  #reveal = null;

  constructor(page) {
    this.#page = page;
    page.met.then((face) => {
      this.#face = face;
      this.#look();
      page.store.addEventListener("change", () => this.#goOn());
    });
    page.connection.addEventListener("status", () => page.connection.isReachable || this.withdraw());
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.withdraw());
    // Nobody can press a button that nobody sees.
    document.addEventListener("visibilitychange", () => document.hidden && this.withdraw());
    countAsBegun(page.root);
  }

  /** What the controls show of it. */
  get view() {
    return {
      isOpen: recall(OPEN) === true, isSure: this.#sure !== null, undoS: this.#reveal?.leftS ?? null,
      isSettling: (place) => this.#settling.has(place),
    };
  }

  toggle() {
    remember(OPEN, recall(OPEN) === true ? null : true);
    this.#page.draw();
  }

  /** The winner's ten seconds are worth a second press. */
  skip() {
    if (stageOf(this.#page.store.doc) !== "finale" || this.#sure !== null) {
      this.#page.send("HOST_SKIP");
      return;
    }
    this.#sure = setTimeout(() => this.#forget(), SURE_MS);
    this.#look();
  }

  reveal() {
    this.#reveal = { state: this.#page.store.doc.state, leftS: UNDO_S };
    this.#count();
  }

  withdraw() {
    if (!this.#reveal) return;
    clearTimeout(this.#reveal.timeout);
    this.#reveal = null;
    if (this.#page.store.doc.uiHints?.canReveal) toast(t("reveal.withdrawn"));
    this.#page.draw();
  }

  #count() {
    this.#reveal.timeout = setTimeout(() => {
      this.#reveal.leftS -= 1;
      if (this.#reveal.leftS) {
        this.#count();
        return;
      }
      this.#reveal = null;
      this.#page.send("HOST_FORCE_REVEAL");
      this.#page.draw();
    }, 1000);
    this.#page.draw();
  }

  #goOn() {
    const { state, paused, uiHints } = this.#page.store.doc;
    if (this.#reveal && (state !== this.#reveal.state || paused || !uiHints?.canReveal)) this.withdraw();
    if (this.#sure !== null && stageOf(this.#page.store.doc) !== "finale") this.#forget();
    this.#look();
  }

  #forget() {
    clearTimeout(this.#sure);
    this.#sure = null;
    this.#look();
  }

  /** Finds whose words have changed. */
  #look() {
    const { main, side } = places(this.#page.store.doc, this.#face, { isLive: true, isSure: this.#sure !== null });
    const said = { main: main.text, side: side?.text };
    for (const place of this.#said ? Object.keys(said) : []) {
      if (said[place] !== this.#said[place]) this.#settle(place);
    }
    this.#said = said;
  }

  #settle(place) {
    clearTimeout(this.#settling.get(place));
    this.#settling.set(place, setTimeout(() => {
      this.#settling.delete(place);
      this.#page.draw();
    }, SETTLING_MS));
    this.#page.draw();
  }
}

/** A press counts for what its button said when it began, and a key that is held down is one press. */
function countAsBegun(root) {
  let begun = null;
  const pressed = ({ target }) => target.closest?.(".dock button");
  const meaningOf = ({ dataset }) => `${dataset.action} ${dataset.says}`;
  const begin = (event) => {
    const button = pressed(event);
    begun = button ? { button, meaning: meaningOf(button) } : null;
    if (button && event.repeat && ["Enter", " "].includes(event.key)) event.preventDefault();
  };
  root.addEventListener("pointerdown", begin, true);
  root.addEventListener("keydown", begin, true);
  root.addEventListener("click", (event) => {
    const was = begun;
    begun = null;
    if (!was || was.button !== pressed(event) || was.meaning === meaningOf(was.button)) return;
    event.stopPropagation();
    toast(t("host.changed"));
  }, true);
}
