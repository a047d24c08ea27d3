import type { MapObject } from '#core/document';
import { geometryProblem, type Position } from '#core/protocol';
import {
  crossesItself,
  areaShapeOf,
  isWithin,
  linesOf,
  polygonsOf,
  shapeOf,
  windRings,
  type Rings,
} from '#core/shapes';
import { finding, type Finding } from '../finding.ts';
import type { Check } from '../scene.ts';

/** An area thinner than the tolerance of cuts, or a line shorter than it, is none. Metres. */
const NOTHING = 1e-4;

/** Coordinates out of order, areas and lines of no size, rings that run the wrong way, holes outside of their outline. */
export const structure: Check = function* ({ objects }) {
  for (const object of objects) yield wrongWith(object);
};

function wrongWith(object: MapObject): Finding | undefined {
  const { location } = object;
  const say = (detail: string, severity: Finding['severity']): Finding =>
    finding({ kind: 'structure', detail, severity, objects: [object], place: location });
  if (geometryProblem(location)) return say('broken', 'error');
  const areas = polygonsOf(location);
  if (areas.some((rings) => rings.some(isFlat))) return say('flat', 'error');
  if (linesOf(location).some(isShort)) return say('short', 'error');
  if (areas.some(hasStrayHole)) return say('hole', 'error');
  return areas.some((rings) =>
    windRings(rings).some(
      (ring, i) => isTurned(ring, rings[i]!) && !isUpright(ring) && !crossesItself([ring]),
    ),
  )
    ? say('winding', 'warning')
    : undefined;
}

/** A ring without an area. */
export function isFlat(ring: Rings[number]): boolean {
  // What lies on either side of a crossing may add up to nothing.
  return isThin(ring) && !isUpright(ring) && !crossesItself([ring]);
}

function isThin(ring: Rings[number]): boolean {
  return areaShapeOf([ring]).width < NOTHING;
}

/** What stands upright, as façades do, has an area and a way round that the map does not show. */
function isUpright(ring: Rings[number]): boolean {
  const heights = ring.flatMap(([, , height]) => height ?? []);
  return isThin(ring) && Math.max(...heights) - Math.min(...heights) > NOTHING;
}

/** A line without a length. */
export function isShort(line: readonly Position[]): boolean {
  return areaShapeOf([[...line]]).perimeter < NOTHING;
}

/** A hole that does not lie in the outline. */
function hasStrayHole([outline, ...holes]: Rings): boolean {
  if (holes.length === 0) return false;
  const area = shapeOf({ type: 'Polygon', coordinates: [outline!] });
  return holes.some((hole) => !isWithin(shapeOf({ type: 'Polygon', coordinates: [hole] }), area));
}

/** Turning a ring keeps its closing vertex: the second one is another then. */
function isTurned(ring: Rings[number], given: Rings[number]): boolean {
  return ring[1] !== given[1];
}
