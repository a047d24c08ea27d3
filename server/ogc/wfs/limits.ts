/** Features in one answer, unless fewer are asked for; the rest is on the next pages. */
export const MOST_FEATURES = 10_000;
export const MOST_QUERIES = 20;
