import { GridShelf, type FetchGrid, type GridOffer } from './grid-shelf.ts';
import type { ShiftGrid } from './ntv2.ts';

export interface GridInUse {
  readonly offer: GridOffer;
  readonly grid: ShiftGrid;
}

/** Their reader is loaded with the first grid. */
const shelf = new GridShelf<ShiftGrid>(async (bytes) => new (await import('./ntv2.ts')).ShiftGrid(bytes));
/** By code, the most accurate first; computed again when the offers or the loaded grids change. */
const byCode = new Map<string, readonly GridInUse[]>();

/** Sets the shift grids, replacing the previous ones. Returns whether they differ from the previous ones. */
export function setGrids(now: readonly GridOffer[], fetch: FetchGrid): boolean {
  byCode.clear();
  return shelf.put(now, fetch);
}

/**
 * Returns whether all grids of a system are loaded. Until then nothing is computed in it: places would move by metres
 * a moment later.
 */
export function hasGrids(code: string): boolean {
  return shelf.offers.every((offer) => shelf.get(offer) || !offer.crs.includes(code));
}

/** Fetches the grids of these systems. Throws when one cannot be fetched. */
export async function bringGrids(codes: readonly string[]): Promise<void> {
  try {
    await shelf.bring(shelf.offers.filter(({ crs }) => crs.some((code) => codes.includes(code))));
  } finally {
    byCode.clear();
  }
}

/** Returns the grids by which a system is computed, the most accurate first. */
export function gridsOf(code: string): readonly GridInUse[] {
  let found = byCode.get(code);
  if (!found) {
    found = shelf.offers.flatMap((offer) => {
      const grid = offer.crs.includes(code) ? shelf.get(offer) : undefined;
      return grid ? [{ offer, grid }] : [];
    });
    byCode.set(code, found);
  }
  return found;
}
