// <split-flap text="…">: a station's board, whose letters turn until they spell a name.

import { html } from "/shared/html.js";

/** A longer name is written without: its letters would be too small to be seen turning. */
const MAX_FLAPS = 22;
const ALPHABET = "ABCDEFGHIJKLMNOPRSTUVY";
/** Letters that come by before the right one. */
const TURNS = 8;
const SEGMENTER = "Segmenter" in Intl ? new Intl.Segmenter() : null;

/** {size, board}: how large its letters may be, and the board itself. */
export function splitFlap(text) {
  return { size: sizeOf(lettersOf(text).length), board: html`<split-flap text="${text}"></split-flap>` };
}

function sizeOf(count) {
  if (count <= 10) return "short";
  if (count <= 14) return "medium";
  if (count <= 18) return "long";
  return count <= MAX_FLAPS ? "endless" : "plain";
}

function lettersOf(text) {
  return SEGMENTER ? [...SEGMENTER.segment(text)].map(({ segment }) => segment) : [...text];
}

class SplitFlap extends HTMLElement {
  static observedAttributes = ["text"];

  connectedCallback() {
    this.#build();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#build();
  }

  #build() {
    const text = this.getAttribute("text");
    if (lettersOf(text).length > MAX_FLAPS) {
      this.textContent = text;
      return;
    }
    const words = text.split(" ").map((word) => html`<span class="word">${lettersOf(word).map((letter) => html`
      <span class="flap"><span class="window"><b>${letter}</b></span></span>`)}</span>`);
    this.innerHTML = words.map(({ text: word }) => word.replace(/>\s+</g, "><")).join(" ");
    this.querySelectorAll(".flap").forEach((flap, number) => {
      flap.style.setProperty("--place", number);
      const letters = Array.from({ length: TURNS }, (_, turn) => ALPHABET[(7 * number + 5 * turn) % ALPHABET.length]);
      flap.firstChild.dataset.spin = ["", ...letters].join("\n");
    });
  }
}

customElements.define("split-flap", SplitFlap);
