import type { Sketch } from '#core/mapview';
import type { Position, Style } from '#core/protocol';
import type { Finding } from './finding.ts';
import type { RepairProposal } from './validation.ts';

const PLACE: Partial<Style> = { stroke: '#c62f2f', width: 4 };
const GOES: Partial<Style> = { stroke: '#c62f2f', width: 2 };
const COMES: Partial<Style> = { stroke: '#12864a', width: 3 };
/** Maximum number of shapes shown. */
const MAX_SHAPES = 300;

/** Returns the sketch of a finding; points are shown as handles. */
export function markOf({ place }: Finding): Sketch {
  const points: readonly Position[] =
    place.type === 'Point' ? [place.coordinates] : place.type === 'MultiPoint' ? place.coordinates : [];
  return {
    shapes: points.length > 0 ? [] : [{ geometry: place, style: PLACE }],
    handles: points.map((position) => ({ position, role: 'active' })),
  };
}

/** Returns the sketch of a proposal: the removed geometries, dashed, and the new ones. */
export function pictureOf({ changes }: RepairProposal): Sketch {
  return {
    shapes: changes
      .slice(0, MAX_SHAPES)
      .flatMap(({ before, after }) => [
        ...(before ? [{ geometry: before.location, style: GOES, dashed: true }] : []),
        ...(after ? [{ geometry: after.location, style: COMES }] : []),
      ]),
  };
}
