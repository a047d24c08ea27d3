import { GridShelf, type FetchGrid, type GridOffer } from './grid-shelf.ts';
import { ShiftGrid } from './ntv2.ts';

export interface GridInUse {
  readonly offer: GridOffer;
  readonly grid: ShiftGrid;
}

const shelf = new GridShelf((bytes) => new ShiftGrid(bytes));
/** By code, the most accurate first; made anew when the offers or what is here change. */
const byCode = new Map<string, readonly GridInUse[]>();

/** From now on these shift grids, and no others. Answers whether they are others than before. */
export function setGrids(now: readonly GridOffer[], fetch: FetchGrid): boolean {
  byCode.clear();
  return shelf.put(now, fetch);
}

/** Are all grids of a system here? Before, it is computed not at all: places would differ by metres a moment later. */
export function hasGrids(code: string): boolean {
  return shelf.offers.every((offer) => shelf.get(offer) || !offer.crs.includes(code));
}

/** Fetches the grids of these systems. @throws what the fetching throws. */
export async function bringGrids(codes: readonly string[]): Promise<void> {
  try {
    await shelf.bring(shelf.offers.filter(({ crs }) => crs.some((code) => codes.includes(code))));
  } finally {
    byCode.clear();
  }
}

/** The grids that a system is computed by, the most accurate first. */
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
