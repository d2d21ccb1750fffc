// Paper from the ceiling: where each piece is follows from the time alone, so that it can be joined in the middle.

const PIECES = { low: 70, med: 140, high: 260 };
/** The last part of it, in which the pieces fade. */
const FADE_MS = 500;
/** The canvas is never larger than this; a larger screen stretches it. What is drawn costs a slow machine by its pixels. */
const MAX_WIDTH = 1280;
const COLOURS = ["#ffc145", "#f6f1e4", "#7ddba3", "#ff7a59", "#6fb7ff", "#e58bd6"];

export class Confetti {
  #canvas;
  #context;
  #startMs = 0;
  #frame = null;

  constructor(canvas) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d");
  }

  /** UI_EFFECT_TRIGGER's {intensity, durationMs}; passedMs: of it already. One that falls is not doubled. */
  fall({ intensity, durationMs, passedMs = 0 }) {
    if (this.#frame || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const scale = Math.min(1, MAX_WIDTH / innerWidth);
    this.#canvas.width = innerWidth * scale;
    this.#canvas.height = innerHeight * scale;
    this.#canvas.hidden = false;
    this.#startMs = performance.now() - passedMs;
    const pieces = Array.from({ length: PIECES[intensity] ?? PIECES.med }, (_, number) => piece(number, durationMs));
    const draw = (now) => {
      const timeMs = now - this.#startMs;
      if (timeMs >= durationMs) return this.stop();
      this.#draw(pieces, Math.max(0, timeMs), Math.min(1, (durationMs - timeMs) / FADE_MS));
      this.#frame = requestAnimationFrame(draw);
      return undefined;
    };
    this.#frame = requestAnimationFrame(draw);
  }

  stop() {
    if (!this.#frame) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = null;
    this.#canvas.hidden = true;
  }

  #clear() {
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
    this.#context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
  }

  #draw(pieces, timeMs, opacity) {
    const context = this.#context;
    const { width, height } = this.#canvas;
    this.#clear();
    context.globalAlpha = opacity;
    for (const { x, delayMs, fall, sway, spin, size, colour } of pieces) {
      const s = (timeMs - delayMs) / 1000;
      if (s < 0) continue;
      const side = size * width;
      context.setTransform(1, 0, 0, 1, (x + sway * Math.sin(2.2 * s + 9 * x)) * width, (fall * s - 0.05) * height);
      context.rotate(spin * s);
      // Seen now from its face, now from its edge.
      context.scale(1, Math.cos(1.7 * spin * s));
      context.fillStyle = colour;
      context.fillRect(-side / 2, -side / 3, side, side * 0.66);
    }
  }
}

function piece(number, durationMs) {
  const of = (salt) => chance(number * 7 + salt);
  return {
    x: of(1), delayMs: of(2) * durationMs * 0.5, fall: 0.45 + 0.5 * of(3), sway: 0.015 + 0.03 * of(4),
    spin: (of(5) - 0.5) * 9, size: 0.007 + 0.007 * of(6), colour: COLOURS[number % COLOURS.length],
  };
}

/** 0…1, the same for the same number on every screen. */
function chance(number) {
  const value = Math.sin(number * 12.9898) * 43758.5453;
  return value - Math.floor(value);
}
