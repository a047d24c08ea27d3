/** Most objects that one call lists by their ids. */
export const MAX_BY_ID = 5_000;

/** Most objects that can be selected, deleted or changed at once. */
export const MAX_SELECTED = 200_000;

/** Most objects of a data export that are named one by one. */
export const MAX_EXPORTED_IDS = 100_000;
