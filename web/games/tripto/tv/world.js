// Places on the map of the world, and the way between them: plain sums. The map is the same wherever the journey goes.

/** Units of the map for a degree of longitude and of latitude, as in scripts/map. */
const X = 8;
const Y = 10;
export const WORLD = { href: "/games/tripto/world.svg", width: 360 * X, height: 180 * Y };

/** Part of a way that rises above the straight line between its ends. */
const RISE = 0.16;

/** Places {lat, lon} as points {x, y}, each on that side of the world which is nearer to the one before. */
export function unrolled(places) {
  let before = 0;
  return places.map(({ lat, lon }) => {
    const turns = Math.round((lon * X - before) / WORLD.width);
    before = lon * X - turns * WORLD.width;
    return { x: before, y: -lat * Y };
  });
}

/**
 * Returns the part of the map around these points: {x, y, width, height}.
 * @param ratio of its width to its height. @param least width that it may have.
 */
export function frameOf(points, { ratio, least }) {
  const [left, right] = span(points.map(({ x }) => x));
  const [top, bottom] = span(points.map(({ y }) => y));
  const wanted = Math.max(least, 1.5 * (right - left), 1.7 * ratio * (bottom - top));
  const height = Math.min(WORLD.height, wanted / ratio);
  const edge = WORLD.height / 2;
  const y = Math.min(edge - height, Math.max(-edge, (top + bottom - height) / 2));
  return { x: (left + right - height * ratio) / 2, y, width: height * ratio, height };
}

/** Left edges of the maps, side by side, that are seen in a frame. */
export function copiesIn({ x, width }) {
  const first = Math.floor((x + WORLD.width / 2) / WORLD.width);
  const last = Math.floor((x + width + WORLD.width / 2) / WORLD.width);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i - 0.5) * WORLD.width);
}

/** Points of a way that rises like a bow: `count` of them between two ends, which are not among them. */
export function bow(from, to, count) {
  const lift = RISE * Math.hypot(to.x - from.x, to.y - from.y);
  const control = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 2 * lift };
  return Array.from({ length: count }, (_, i) => {
    const t = (i + 1) / (count + 1);
    const at = (axis) => (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * control[axis] + t ** 2 * to[axis];
    return { x: at("x"), y: at("y") };
  });
}

function span(values) {
  return [Math.min(...values), Math.max(...values)];
}
