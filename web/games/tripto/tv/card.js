// The card to take home: the journey on the map, and how the player did, drawn on the phone itself.

import { placeOf, pointsOf, ranked } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { bow, copiesIn, frameOf, unrolled, WORLD } from "/games/tripto/tv/world.js";

const WIDTH = 1080;
const HEIGHT = 1350;
const MARGIN = 60;
const MAP = { x: MARGIN, y: 270, width: WIDTH - 2 * MARGIN, height: 480 };
/** Of the list below the map. */
const LIST = { y: 800, height: 470, row: 86 };
const LEVELS = [10, 8, 6, 4, 2];
/** Units of the map: about a continent. */
const LEAST = 900;
const DOTS = 24;
const COLOURS = { night: "#10192b", dusk: "#22345a", sea: "#14213f", paper: "#f6f1e4", mist: "#b4c0d8", sun: "#ffc145",
                  right: "#7ddba3", wrong: "#ffa08f", line: "#3a4b6e" };
const SIGNS = { right: "🟩", wrong: "🟥", before: "⬜", after: "⬛" };
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** The five squares of a destination, from 10 points to 2: before the brake, right or wrong, and after it. */
export function squaresOf(answer) {
  return LEVELS.map((level) => {
    if (!answer || level > answer.level) return "before";
    if (level < answer.level) return "after";
    return answer.isCorrect ? "right" : "wrong";
  });
}

/** The same as text, for whoever sends no pictures. */
export function cardText({ me, final }, stops) {
  const rows = stops.map(({ name, answers }) => `${squaresOf(answers[me.playerId]).map((square) => SIGNS[square]).join("")} ${name}`);
  return [`Tripto · ${result({ me, final })}`, ...rows].join("\n");
}

function result({ me, final }) {
  const { points, rank } = ranked(final.standingsFull).find(({ playerId }) => playerId === me.playerId);
  return `${pointsOf(points)} · ${placeOf(rank)}`;
}

/** @returns {Promise<Blob>} a PNG. */
export async function cardOf(doc, stops) {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  const world = new Image(WORLD.width, WORLD.height);
  world.src = WORLD.href;
  await world.decode();
  head(context, doc);
  map(context, world, stops);
  list(context, doc, stops);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Hands the card to whatever the phone shares with, else to its downloads. */
export async function share(doc, stops) {
  const file = new File([await cardOf(doc, stops)], "tripto.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    // Whoever thinks better of it has shared nothing; there is nothing to say.
    return navigator.share({ files: [file], text: cardText(doc, stops) }).catch(() => {});
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return undefined;
}

function head(context, doc) {
  const sky = context.createLinearGradient(0, 0, 0, HEIGHT);
  sky.addColorStop(0, COLOURS.dusk);
  sky.addColorStop(0.6, COLOURS.night);
  context.fillStyle = sky;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  write(context, "Tripto", MARGIN, 105, 64, COLOURS.sun, { weight: 800 });
  const today = new Date().toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "long", year: "numeric" });
  write(context, today, WIDTH - MARGIN, 105, 34, COLOURS.mist, { align: "right" });
  write(context, doc.me.name, MARGIN, 182, 54, COLOURS.paper, { weight: 700 });
  write(context, result(doc), MARGIN, 238, 40, COLOURS.paper);
}

function map(context, world, stops) {
  const points = unrolled(stops);
  const frame = frameOf(points, { ratio: MAP.width / MAP.height, least: LEAST });
  const scale = MAP.width / frame.width;
  const on = ({ x, y }) => ({ x: MAP.x + (x - frame.x) * scale, y: MAP.y + (y - frame.y) * scale });
  context.save();
  context.beginPath();
  if (context.roundRect) context.roundRect(MAP.x, MAP.y, MAP.width, MAP.height, 30);
  else context.rect(MAP.x, MAP.y, MAP.width, MAP.height);
  context.clip();
  context.fillStyle = COLOURS.sea;
  context.fillRect(MAP.x, MAP.y, MAP.width, MAP.height);
  for (const x of copiesIn(frame)) {
    const corner = on({ x, y: -WORLD.height / 2 });
    context.drawImage(world, corner.x, corner.y, WORLD.width * scale, WORLD.height * scale);
  }
  points.slice(1).forEach((to, place) => {
    for (const dot of bow(points[place], to, DOTS)) disc(context, on(dot), 4, COLOURS.sun);
  });
  points.forEach((point, place) => {
    disc(context, on(point), 19, COLOURS.paper);
    write(context, String(place + 1), on(point).x, on(point).y + 9, 26, COLOURS.night, { weight: 700, align: "center" });
  });
  context.restore();
}

function list(context, { me }, stops) {
  const row = Math.min(LIST.row, LIST.height / stops.length);
  const side = 0.62 * row;
  stops.forEach(({ name, answers }, place) => {
    const y = LIST.y + place * row;
    write(context, `${place + 1}`, MARGIN, y + 0.7 * side, 0.42 * row, COLOURS.mist);
    write(context, name, MARGIN + 60, y + 0.7 * side, 0.46 * row, COLOURS.paper, { weight: 600, width: 500 });
    squaresOf(answers[me.playerId]).forEach((square, level) => {
      const x = WIDTH - MARGIN - (LEVELS.length - level) * (side + 12) + 12;
      context.fillStyle = { right: COLOURS.right, wrong: COLOURS.wrong, before: COLOURS.paper, after: COLOURS.line }[square];
      context.fillRect(x, y, side, side);
      // Told apart by shape as well.
      const sign = { right: "✓", wrong: "✗" }[square];
      if (sign) write(context, sign, x + side / 2, y + 0.76 * side, 0.7 * side, COLOURS.night, { weight: 700, align: "center" });
    });
  });
}

function disc(context, { x, y }, radius, colour) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}

function write(context, text, x, y, size, colour, { weight = 400, align = "left", width = WIDTH - 2 * MARGIN } = {}) {
  context.font = `${weight} ${size}px ${FONT}`;
  context.textAlign = align;
  context.fillStyle = colour;
  context.fillText(text, x, y, width);
}
