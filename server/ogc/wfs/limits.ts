/** Most features in one response; the rest is on the next pages. */
export const MAX_FEATURES = 10_000;
export const MAX_QUERIES = 20;
