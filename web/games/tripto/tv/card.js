// The card to take home: the journey on the map, and how the player did, drawn on the phone itself from a keepsake
// (travelogue.js). A page of old evenings draws it too, so all its words are here.

import { placeOf, pointsOf } from "/shared/parts.js";
import { addStrings, currentLocale, t } from "/shared/strings.js";
import { bow, copiesIn, frameOf, unrolled, WORLD } from "/games/tripto/tv/world.js";

addStrings({
  en: { "card.right": "braked, right", "card.wrong": "braked, wrong", "card.before": "listened on", "card.after": "not needed" },
  sv: { "card.right": "bromsade rätt", "card.wrong": "bromsade fel", "card.before": "lyssnade vidare", "card.after": "behövdes inte" },
});

const WIDTH = 1080;
const HEIGHT = 1350;
const MARGIN = 60;
/** As low as it may be; it has what the list below leaves it. */
const MAP = { x: MARGIN, y: 270, width: WIDTH - 2 * MARGIN, height: 480 };
const LIST = { gap: 50, height: 440, row: 86 };
/** The words that explain the squares. */
const LEGEND = { y: 1276, side: 28, size: 25, gap: 26 };
const LEVELS = [10, 8, 6, 4, 2];
/** Units of the map: about a continent. */
const LEAST = 900;
const DOTS = 24;
const COLOURS = { night: "#10192b", dusk: "#22345a", sea: "#123a5c", paper: "#f6f1e4", mist: "#b4c0d8", sun: "#ffc145",
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
export function cardText(keepsake) {
  const rows = keepsake.stops.map(({ name, answer }) => `${squaresOf(answer).map((square) => SIGNS[square]).join("")} ${name}`);
  return [`Tripto · ${resultOf(keepsake)}`, ...rows].join("\n");
}

/** Meanings of the squares: [{sign, text}]. */
export function legend() {
  return Object.entries(SIGNS).map(([square, sign]) => ({ sign, text: t(`card.${square}`) }));
}

export function resultOf({ points, rank }) {
  return `${pointsOf(points)} · ${placeOf(rank)}`;
}

export function dateOf({ atMs }) {
  return new Date(atMs).toLocaleDateString(currentLocale(), { day: "numeric", month: "long", year: "numeric" });
}

/** @returns {Promise<HTMLCanvasElement>} */
export async function cardOf(keepsake) {
  const { stops } = keepsake;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  const world = new Image(WORLD.width, WORLD.height);
  world.src = WORLD.href;
  await world.decode();
  const listed = Math.min(LIST.height, stops.length * LIST.row);
  const area = { ...MAP, height: MAP.height + LIST.height - listed };
  head(context, keepsake);
  map(context, world, stops, area);
  list(context, stops, { y: area.y + area.height + LIST.gap, row: listed / stops.length });
  explain(context);
  return canvas;
}

/** Hands the card to whatever the phone shares with, else to its downloads. */
export async function share(keepsake) {
  const canvas = await cardOf(keepsake);
  const picture = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  const file = new File([picture], "tripto.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    // Whoever thinks better of it has shared nothing; there is nothing to say.
    return navigator.share({ files: [file], text: cardText(keepsake) }).catch(() => {});
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return undefined;
}

function head(context, keepsake) {
  const sky = context.createLinearGradient(0, 0, 0, HEIGHT);
  sky.addColorStop(0, COLOURS.dusk);
  sky.addColorStop(0.6, COLOURS.night);
  context.fillStyle = sky;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  write(context, "Tripto", MARGIN, 105, 64, COLOURS.sun, { weight: 800 });
  write(context, dateOf(keepsake), WIDTH - MARGIN, 105, 34, COLOURS.mist, { align: "right" });
  write(context, keepsake.name, MARGIN, 182, 54, COLOURS.paper, { weight: 700 });
  write(context, resultOf(keepsake), MARGIN, 238, 40, COLOURS.paper);
}

function map(context, world, stops, area) {
  const points = unrolled(stops);
  const frame = frameOf(points, { ratio: area.width / area.height, least: LEAST });
  const scale = area.width / frame.width;
  const on = ({ x, y }) => ({ x: area.x + (x - frame.x) * scale, y: area.y + (y - frame.y) * scale });
  context.save();
  context.beginPath();
  if (context.roundRect) context.roundRect(area.x, area.y, area.width, area.height, 30);
  else context.rect(area.x, area.y, area.width, area.height);
  context.clip();
  context.fillStyle = COLOURS.sea;
  context.fillRect(area.x, area.y, area.width, area.height);
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

function list(context, stops, { y: top, row }) {
  const side = 0.62 * row;
  stops.forEach(({ name, answer }, place) => {
    const y = top + place * row;
    write(context, `${place + 1}`, MARGIN, y + 0.7 * side, 0.42 * row, COLOURS.mist);
    write(context, name, MARGIN + 60, y + 0.7 * side, 0.46 * row, COLOURS.paper, { weight: 600, width: 500 });
    squaresOf(answer).forEach((square, level) => {
      box(context, square, WIDTH - MARGIN - (LEVELS.length - level) * (side + 12) + 12, y, side);
    });
  });
}

function explain(context) {
  const { y, side, size, gap } = LEGEND;
  let x = MARGIN;
  for (const square of Object.keys(SIGNS)) {
    const text = t(`card.${square}`);
    box(context, square, x, y, side);
    write(context, text, x + side + 12, y + 0.78 * side, size, COLOURS.mist);
    x += side + 12 + context.measureText(text).width + gap;
  }
}

/** Right and wrong are told apart by shape as well. */
function box(context, square, x, y, side) {
  context.fillStyle = { right: COLOURS.right, wrong: COLOURS.wrong, before: COLOURS.paper, after: COLOURS.line }[square];
  context.fillRect(x, y, side, side);
  const sign = { right: "✓", wrong: "✗" }[square];
  if (sign) write(context, sign, x + side / 2, y + 0.76 * side, 0.7 * side, COLOURS.night, { weight: 700, align: "center" });
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
