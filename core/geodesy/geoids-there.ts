import { BUNDLED, geoidHeight, isNear, loadGeoid, shelf } from './geoid.ts';
import type { GridArea } from './grid-fault.ts';
import type { GridOffer } from './grid-shelf.ts';

/** Heights of geoids within an area, ready to compute. */
export interface GeoidsThere {
  heightAt(longitude: number, latitude: number): number;
  /** The first that is used there. */
  readonly model: string;
  readonly isOwn: boolean;
}

/**
 * Loads the geoids of an area: those that are `own`, then the others, the most accurate first, then EGM96. A grid that
 * cannot be fetched is left out.
 */
export async function bringGeoids(
  area: GridArea,
  own: (model: string, datum: string | null) => boolean,
): Promise<GeoidsThere> {
  const [west, south, east, north] = area;
  const middle = [(west + east) / 2, (south + north) / 2] as const;
  const there = shelf.offers.filter((offer) => isNear(offer.area, ...middle));
  const isOwn = (offer: GridOffer) => own(offer.name, offer.datum ?? null);
  const isBundledOwn = own(BUNDLED, null);
  const sorted = [...there.filter(isOwn), ...(isBundledOwn ? [] : there.filter((offer) => !isOwn(offer)))];
  await Promise.all(sorted.map((offer) => shelf.bring([offer]).catch(() => undefined)));
  await loadGeoid();
  const grids = sorted.flatMap((offer) => {
    const grid = shelf.get(offer);
    return grid ? [{ offer, grid }] : [];
  });
  const first = grids.find(({ grid }) => grid.height(...middle) !== undefined)?.offer;
  return {
    heightAt: (longitude, latitude) => {
      for (const { grid } of grids) {
        const height = grid.height(longitude, latitude);
        if (height !== undefined) return height;
      }
      return geoidHeight(longitude, latitude);
    },
    model: first?.name ?? BUNDLED,
    isOwn: first ? isOwn(first) : isBundledOwn,
  };
}
