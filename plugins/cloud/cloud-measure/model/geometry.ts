import { closedRing } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import type { CloudFigure } from './cloud-measures.ts';
import { KINDS } from './kinds.ts';

/** The geometry of the vertices as they were placed. */
export function geometryOf({ kind, vertices }: CloudFigure): Geometry {
  const { path } = KINDS[kind];
  const places = [...vertices] as Position[];
  if (path === 'point') return { type: 'Point', coordinates: places[0]! };
  return path === 'line'
    ? { type: 'LineString', coordinates: places }
    : { type: 'Polygon', coordinates: [closedRing(places)] };
}
