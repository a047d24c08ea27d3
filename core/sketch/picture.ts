import { closedRing, type Sketch, type SketchShape } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import { interpolate } from '#core/shapes';
import type { Constraint } from './alongside.ts';
import type { CapturedPath, PathKind } from './capture.ts';
import { isLed, type Lead } from './lead.ts';

/** Above this number of vertices a path is drawn without handles and labels. */
const MANY = 500;

/**
 * Returns the sketch of a path that is being captured: existing legs solid, the next one dashed, with handles on the
 * vertices.
 */
export function pathSketch(
  path: Pick<CapturedPath, 'vertices' | 'cursor' | 'snap'> & Partial<Pick<CapturedPath, 'between'>>,
  kind: PathKind,
  labels: Sketch['labels'] = [],
): Sketch {
  const { vertices, cursor, snap, between: led = [] } = path;
  const shapes: SketchShape[] = [];
  const all = cursor ? [...vertices, ...led, cursor] : [...vertices];
  if (kind === 'ring' && all.length >= 3)
    shapes.push({ geometry: { type: 'Polygon', coordinates: [closedRing(all)] } });
  else if (vertices.length >= 2) shapes.push({ geometry: line(vertices) });
  if (cursor && vertices.length > 0) {
    const ends =
      kind === 'ring' && vertices.length > 1
        ? [vertices.at(-1)!, ...led, cursor, vertices[0]!]
        : [vertices.at(-1)!, ...led, cursor];
    shapes.push({ geometry: line(ends), dashed: true });
  }
  const set = vertices.filter((vertex) => !isLed(vertex));
  const handles = set.length > MANY ? set.slice(-1) : set;
  return {
    shapes,
    handles: handles.map((position) => ({ position, role: 'vertex' as const })),
    labels: set.length > MANY ? [] : labels,
    snap,
  };
}

const SIGNS = { parallel: '∥', perpendicular: '⊥' } as const;

/**
 * Returns the sketch with what constrains the next leg: the edge of the constraint with its marker, the position an
 * arc passes through.
 */
export function guided(sketch: Sketch, constraint: Constraint | undefined, lead: Lead | undefined): Sketch {
  if (!constraint && !lead?.mark) return sketch;
  const { shapes, handles = [], labels = [] } = sketch;
  const [from, to] = constraint?.edge ?? [];
  return {
    ...sketch,
    shapes: from && to ? [{ geometry: line([from, to]) }, ...shapes] : shapes,
    // Off the middle, where the length of the path's own leg stands.
    labels: constraint
      ? [...labels, { position: interpolate(from!, to!, 0.2), text: SIGNS[constraint.kind] }]
      : labels,
    handles: lead?.mark ? [...handles, { position: lead.mark, role: 'active' }] : handles,
  };
}

function line(vertices: readonly Position[]): Geometry {
  return { type: 'LineString', coordinates: [...vertices] };
}
