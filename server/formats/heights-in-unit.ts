import { unitOfCrs } from '#core/geodesy';
import type { Geometry, Position } from '#core/protocol';
import type { TargetCrs } from './layer-writer.ts';

/** A geometry whose heights, metres, are in the unit of its coordinates: a drawing has one unit for all three axes. */
export function heightsInUnit(geometry: Geometry, { code }: Pick<TargetCrs, 'code'>): Geometry {
  const { metres } = unitOfCrs(code);
  // Degrees have none.
  if (!(metres > 0) || metres === 1) return geometry;
  const inUnit = (value: unknown): unknown => {
    const nested = value as unknown[];
    if (Array.isArray(nested[0])) return nested.map(inUnit);
    const [x, y, height] = value as Position;
    return height === undefined ? [x, y] : [x, y, height / metres];
  };
  return { ...geometry, coordinates: inUnit(geometry.coordinates) } as Geometry;
}
