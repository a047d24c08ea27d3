import { closedRing, type Sketch } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import type { Path, PathKind } from './capture.ts';
import { levelled } from './heights.ts';

/** Beyond this many vertices a path is drawn without a handle and a label on each. */
const MANY = 500;

/** How a path under way looks: what is there solid, what would come dashed, handles on its vertices. */
export function pathSketch(path: Path, kind: PathKind, labels: Sketch['labels'] = []): Sketch {
  const { vertices, cursor, snap } = path;
  const shapes: Sketch['shapes'][number][] = [];
  const all = cursor ? [...vertices, cursor] : [...vertices];
  if (kind === 'ring' && all.length >= 3)
    shapes.push({ geometry: { type: 'Polygon', coordinates: [closedRing(levelled(all))] } });
  else if (vertices.length >= 2) shapes.push({ geometry: line(vertices) });
  if (cursor && vertices.length > 0) {
    const ends =
      kind === 'ring' && vertices.length > 1
        ? [vertices.at(-1)!, cursor, vertices[0]!]
        : [vertices.at(-1)!, cursor];
    shapes.push({ geometry: line(ends), dashed: true });
  }
  const handles = vertices.length > MANY ? vertices.slice(-1) : vertices;
  return {
    shapes,
    handles: handles.map((position) => ({ position, role: 'vertex' as const })),
    labels: vertices.length > MANY ? [] : labels,
    snap,
  };
}

function line(vertices: readonly Position[]): Geometry {
  return { type: 'LineString', coordinates: levelled(vertices) };
}
