import type { FoundPlace, Geometry } from '#core/protocol';

/** Where a new project lies: the extent of the place, else its point. */
export function locationOf({ position, extent }: Pick<FoundPlace, 'position' | 'extent'>): Geometry {
  if (!extent) return { type: 'Point', coordinates: position };
  const [west, south, east, north] = extent;
  if (!(west < east && south < north)) return { type: 'Point', coordinates: position };
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}
