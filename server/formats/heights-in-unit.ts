import { unitOfCrs } from '#core/geodesy';
import type { Geometry } from '#core/protocol';
import type { TargetCrs } from './layer-writer.ts';
import { mapPositions } from './shapes.ts';

/** A geometry whose heights, metres, are in the unit of its coordinates: a drawing has one unit for all three axes. */
export function heightsInUnit(geometry: Geometry, { code }: Pick<TargetCrs, 'code'>): Geometry {
  const { metres } = unitOfCrs(code);
  // Degrees have none.
  if (!(metres > 0) || metres === 1) return geometry;
  return mapPositions(geometry, ([x, y, height]) =>
    height === undefined ? [x, y] : [x, y, height / metres],
  );
}
