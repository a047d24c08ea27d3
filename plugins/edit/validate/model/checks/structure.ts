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
import type { GeometryCheck } from '../scene.ts';

/** Areas narrower and lines shorter than this have no size: the tolerance of cuts. Metres. */
const NOTHING = 1e-4;

/**
 * Finds invalid coordinates, areas and lines without a size, rings with wrong orientation, and holes outside their
 * outline.
 */
export const structure: GeometryCheck = function* ({ objects }) {
  for (const object of objects) yield wrongWith(object);
};

function wrongWith(object: MapObject): Finding | undefined {
  const { location } = object;
  const findingOf = (detail: string, severity: Finding['severity']): Finding =>
    finding({ kind: 'structure', detail, severity, objects: [object], place: location });
  if (geometryProblem(location)) return findingOf('broken', 'error');
  const areas = polygonsOf(location);
  if (areas.some((rings) => rings.some(isFlat))) return findingOf('flat', 'error');
  if (linesOf(location).some(isShort)) return findingOf('short', 'error');
  if (areas.some(hasStrayHole)) return findingOf('hole', 'error');
  return areas.some((rings) =>
    windRings(rings).some(
      (ring, i) => isTurned(ring, rings[i]!) && !isUpright(ring) && !crossesItself([ring]),
    ),
  )
    ? findingOf('winding', 'warning')
    : undefined;
}

/** Returns whether a ring has no area. */
export function isFlat(ring: Rings[number]): boolean {
  // The areas on both sides of a crossing may cancel out.
  return isThin(ring) && !isUpright(ring) && !crossesItself([ring]);
}

function isThin(ring: Rings[number]): boolean {
  return areaShapeOf([ring]).width < NOTHING;
}

/** Returns whether a ring is vertical, as façades are: its area and orientation do not show on the map. */
function isUpright(ring: Rings[number]): boolean {
  const heights = ring.flatMap(([, , height]) => height ?? []);
  return isThin(ring) && Math.max(...heights) - Math.min(...heights) > NOTHING;
}

/** Returns whether a line has no length. */
export function isShort(line: readonly Position[]): boolean {
  return areaShapeOf([[...line]]).perimeter < NOTHING;
}

/** Returns whether a hole is outside the outline. */
function hasStrayHole([outline, ...holes]: Rings): boolean {
  if (holes.length === 0) return false;
  const area = shapeOf({ type: 'Polygon', coordinates: [outline!] });
  return holes.some((hole) => !isWithin(shapeOf({ type: 'Polygon', coordinates: [hole] }), area));
}

/** Reversing a ring keeps its closing vertex, so the second vertex differs. */
function isTurned(ring: Rings[number], given: Rings[number]): boolean {
  return ring[1] !== given[1];
}
