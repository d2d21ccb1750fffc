// How much fits on a screen that nobody can scroll.

export const MAX_NAMES = 24;
/** Rows of a table, in three columns. */
export const MAX_ROWS = 21;
/** Rows of answers below a destination and its text. */
export const MAX_ANSWERS = 15;
