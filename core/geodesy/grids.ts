import { ShiftGrid } from './ntv2.ts';

/** A shift grid that the administrators have uploaded, and the systems that are computed by it. */
export interface GridOffer {
  readonly id: string;
  readonly name: string;
  /** Metres, as its source states it. */
  readonly accuracy: number;
  readonly crs: readonly string[];
}

export interface GridInUse {
  readonly offer: GridOffer;
  readonly grid: ShiftGrid;
}

type Fetch = (offer: GridOffer) => Promise<ArrayBuffer>;

let offers: readonly GridOffer[] = [];
let fetchGrid: Fetch | undefined;
const grids = new Map<string, ShiftGrid>();
const coming = new Map<string, Promise<void>>();
/** By code, the most accurate first; made anew when the offers or what is here change. */
const byCode = new Map<string, readonly GridInUse[]>();

/** From now on these grids, and no others; each is fetched when first needed. Answers whether they are others than before. */
export function setGrids(now: readonly GridOffer[], fetch: Fetch): boolean {
  const before = offers.map(({ id }) => id).join();
  offers = now.toSorted((a, b) => a.accuracy - b.accuracy);
  fetchGrid = fetch;
  const ids = new Set(now.map(({ id }) => id));
  for (const id of grids.keys()) if (!ids.has(id)) grids.delete(id);
  byCode.clear();
  return offers.map(({ id }) => id).join() !== before;
}

/** Are all grids of a system here? Before, it is computed not at all: places would differ by metres a moment later. */
export function hasGrids(code: string): boolean {
  return offers.every(({ id, crs }) => grids.has(id) || !crs.includes(code));
}

/** Fetches the grids of these systems. @throws what the fetching throws. */
export async function bringGrids(codes: readonly string[]): Promise<void> {
  const wanted = offers.filter(({ id, crs }) => !grids.has(id) && crs.some((code) => codes.includes(code)));
  await Promise.all(
    wanted.map((offer) => {
      const known = coming.get(offer.id);
      if (known) return known;
      const fetched = fetchGrid!(offer)
        .then((bytes) => {
          grids.set(offer.id, new ShiftGrid(bytes));
          byCode.clear();
        })
        .finally(() => coming.delete(offer.id));
      coming.set(offer.id, fetched);
      return fetched;
    }),
  );
}

/** The grids that a system is computed by, the most accurate first. */
export function gridsOf(code: string): readonly GridInUse[] {
  let found = byCode.get(code);
  if (!found) {
    found = offers.flatMap((offer) => {
      const grid = offer.crs.includes(code) ? grids.get(offer.id) : undefined;
      return grid ? [{ offer, grid }] : [];
    });
    byCode.set(code, found);
  }
  return found;
}
