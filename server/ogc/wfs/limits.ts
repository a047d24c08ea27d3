/** Most features in one response; the rest is on the next pages. */
export const MOST_FEATURES = 10_000;
export const MOST_QUERIES = 20;
