// Room on a screen that nobody can scroll: many are shown smaller, and those who still do not fit are counted.

export const MAX_SHOWN = 60;

/** few, some or many: how close a list must stand. */
export function crowd(count) {
  if (count <= 5) return "few";
  return count <= 20 ? "some" : "many";
}

/** short, medium, long, endless or immense: how large a text may be. */
export function length(text) {
  if (text.length <= 80) return "short";
  if (text.length <= 120) return "medium";
  if (text.length <= 260) return "long";
  return text.length <= 420 ? "endless" : "immense";
}

/** The first of a list, and how many more there are: {shown, more}. */
export function fitting(list, limit = MAX_SHOWN) {
  if (list.length <= limit) return { shown: list, more: 0 };
  return { shown: list.slice(0, limit - 1), more: list.length - limit + 1 };
}
