import type { MapObject, ProjectDocument } from '#core/document';
import {
  distanceTo,
  extentAround,
  midpointsOf,
  vertexAt,
  verticesOf,
  type MapView,
  type Pixel,
  type Sketch,
  type VertexPath,
} from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import { interpolate } from '#core/shapes';
import type { VertexRef } from '../edits/vertices.ts';

/** A handle of an object: a vertex, or the midpoint of a segment, where a new vertex can be inserted. */
export interface EditHandle extends VertexRef {
  readonly role: 'vertex' | 'midpoint';
  readonly position: Position;
}

/** Maximum number of handles drawn in view; more would hide the object. They can be dragged nevertheless. */
export const MAX_HANDLES = 1500;

/** Returns the handle of one of `ids` nearest to a pixel within `tolerance`; vertices before midpoints. */
export function handleAt(
  view: MapView,
  document: ProjectDocument,
  ids: ReadonlySet<string>,
  pixel: Pixel,
  tolerance: number,
): EditHandle | undefined {
  const best: { vertex?: EditHandle; midpoint?: EditHandle } = {};
  const nearest = { vertex: tolerance, midpoint: tolerance };
  const offer = (role: EditHandle['role'], id: string, path: VertexPath, position: Position): void => {
    const distance = distanceTo(view, position, pixel);
    if (distance > nearest[role]) return;
    nearest[role] = distance;
    best[role] = { role, id, path, position };
  };
  const near = extentAround(view, pixel, tolerance);
  if (!near) return undefined;
  for (const segment of document.index.segments(near)) {
    if (!ids.has(segment.id)) continue;
    const [from, to] = [segment.from as Position, segment.to as Position];
    offer('vertex', segment.id, segment.path, from);
    if (segment.to === segment.from) continue;
    const next = [...segment.path.slice(0, -1), segment.path.at(-1)! + 1];
    offer('vertex', segment.id, next, to);
    offer('midpoint', segment.id, next, interpolate(from, to, 0.5));
  }
  return best.vertex ?? best.midpoint;
}

export interface DrawnHandles {
  readonly handles: NonNullable<Sketch['handles']>;
  /** Handles outside of the view are missing: draw again when the view moves. */
  readonly partial: boolean;
  readonly tooMany: boolean;
}

/** Returns the sketch of the handles in view; none if there are too many. */
export function drawnHandles(
  objects: readonly MapObject[],
  view: MapView,
  active: VertexRef | undefined,
): DrawnHandles {
  let partial = false;
  const handles: NonNullable<Sketch['handles']>[number][] = [];
  const [west, south, east, north] = view.camera.extent;
  const seen = ([x, y]: Position): boolean =>
    y >= south && y <= north && (west <= east ? x >= west && x <= east : x >= west || x <= east);
  for (const { id, location } of objects) {
    for (const { position } of midpointsOf(location))
      if (!seen(position)) partial = true;
      else handles.push({ position, role: 'midpoint' });
    for (const { position, path } of verticesOf(location))
      if (!seen(position)) partial = true;
      else {
        const role = active?.id === id && samePath(active.path, path) ? 'active' : 'vertex';
        handles.push({ position, role });
      }
    if (handles.length > MAX_HANDLES)
      return { handles: handles.filter(({ role }) => role === 'active'), partial: true, tooMany: true };
  }
  return { handles, partial, tooMany: false };
}

/** Returns the path of the first vertex of a ring for its closing vertex; other paths unchanged. */
export function firstOfRing(location: Geometry, path: VertexPath): VertexPath {
  if (location.type !== 'Polygon' && location.type !== 'MultiPolygon') return path;
  const [first, here] = [vertexAt(location, path.with(-1, 0)), vertexAt(location, path)];
  return first[0] === here[0] && first[1] === here[1] ? path.with(-1, 0) : path;
}

export function samePath(a: VertexPath, b: VertexPath): boolean {
  return a.length === b.length && a.every((index, i) => index === b[i]);
}
