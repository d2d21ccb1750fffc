// Weeks as ISO 8601 counts them, from Monday to Sunday in UTC, as the gateway does.

const DAY_MS = 86_400_000;

/** The week of a moment: {year, number, name, mondayMs}; `name` as in 2026-W48. */
export function weekOf(ms) {
  const day = Math.floor(ms / DAY_MS);
  // 1 January 1970 was a Thursday.
  const monday = day - ((day + 3) % 7);
  // A week is of the year that its Thursday is in.
  const year = new Date((monday + 3) * DAY_MS).getUTCFullYear();
  const number = Math.floor((monday + 3 - Date.UTC(year, 0, 1) / DAY_MS) / 7) + 1;
  return { year, number, name: `${year}-W${String(number).padStart(2, "0")}`, mondayMs: monday * DAY_MS };
}

/** The week of that name, or null. */
export function weekNamed(name) {
  const [, year, number] = /^(\d{4})-W(\d\d)$/.exec(name) ?? [];
  if (!year) return null;
  // 4 January is in the first of each year.
  const week = weekOf(Date.UTC(Number(year), 0, 4) + (Number(number) - 1) * 7 * DAY_MS);
  return week.name === name ? week : null;
}

/** So many weeks later, or earlier. */
export function weekBeside({ mondayMs }, count) {
  return weekOf(mondayMs + count * 7 * DAY_MS);
}

export function sundayMs({ mondayMs }) {
  return mondayMs + 6 * DAY_MS;
}
