import { AppError } from '#core/kernel';
import { runsOf, type MapObject } from '#core/document';
import type { Geometry, Position } from '#core/protocol';
import { interpolate } from '#core/shapes';

/**
 * The index path of a vertex in a geometry: `[]` in a Point, `[vertex]` in a line, `[ring, vertex]` in a polygon,
 * `[part, ring, vertex]` in a multipolygon. The closing vertex of a ring is its first vertex: both paths refer to it.
 */
export type VertexPath = readonly number[];

type NestedCoordinates = number[] | NestedCoordinates[];

/** Returns the position at `path`. Throws AppError('no-vertex') naming the path. */
export function vertexAt(geometry: Geometry, path: VertexPath): Position {
  let at: NestedCoordinates | undefined = geometry.coordinates;
  for (const index of path) at = (at as NestedCoordinates[] | undefined)?.[index];
  if (!at || typeof at[0] !== 'number') throw noVertex(geometry, path);
  return at as unknown as Position;
}

/**
 * Returns the geometry with the vertex at `path` moved; its height is kept if `to` has none. In a line or area
 * without heights, the height of `to` is dropped: a geometry has heights at all of its vertices or at none.
 */
export function replaceVertex(geometry: Geometry, path: VertexPath, to: Position): Geometry {
  const old = vertexAt(geometry, path);
  const placed = path.length > 0 && old[2] === undefined ? flat(to) : withHeightOf(to, old);
  if (path.length === 0) return { ...geometry, coordinates: placed } as Geometry;
  return editRun(geometry, path, (run, vertex, ring) => {
    const at = ring && vertex === run.length - 1 ? 0 : vertex;
    const next = run.with(at, placed);
    return ring && at === 0 ? next.with(-1, placed) : next;
  });
}

/**
 * Returns the geometry with a vertex inserted before the one at `path` (after the last one, if `path` is one beyond
 * it). If `position` has no height and its neighbours do, its height is interpolated between them.
 */
export function insertVertex(geometry: Geometry, path: VertexPath, position: Position): Geometry {
  if (geometry.type === 'Point') throw noVertex(geometry, path);
  return editRun(geometry, path, (run, vertex, ring) => {
    if (vertex < 0 || vertex > run.length || (ring && (vertex === 0 || vertex === run.length)))
      throw noVertex(geometry, path);
    return run.toSpliced(vertex, 0, withHeightBetween(position, run[vertex - 1], run[vertex]));
  });
}

/** Returns the geometry without the vertex at `path`; undefined if too few would remain (see `minVertices`). */
export function removeVertex(geometry: Geometry, path: VertexPath): Geometry | undefined {
  vertexAt(geometry, path);
  if (geometry.type === 'Point') return undefined;
  let tooFew = false;
  const edited = editRun(geometry, path, (run, vertex, ring) => {
    if (run.length <= minVertices(geometry)) {
      tooFew = true;
      return run;
    }
    const at = ring && vertex === run.length - 1 ? 0 : vertex;
    const next = run.toSpliced(at, 1);
    return ring && at === 0 ? next.with(-1, next[0]!) : next;
  });
  return tooFew ? undefined : edited;
}

/**
 * Returns the minimum number of positions in a run: two in a line, four in a closed ring (the last repeats the
 * first).
 */
export function minVertices(geometry: Geometry): number {
  if (geometry.type === 'Point' || geometry.type === 'MultiPoint') return 1;
  return geometry.type === 'Polygon' || geometry.type === 'MultiPolygon' ? 4 : 2;
}

/** Yields every vertex with its path, except the closing vertex of a ring. */
export function* verticesOf(geometry: Geometry): Generator<{ position: Position; path: VertexPath }> {
  for (const { kind, positions, pathTo } of runsOf(geometry)) {
    const count = kind === 'ring' ? positions.length - 1 : positions.length;
    for (let i = 0; i < count; i++) yield { position: positions[i]!, path: pathTo(i) };
  }
}

/** Yields the midpoint of every edge, with the path at which `insertVertex` would insert a vertex there. */
export function* midpointsOf(geometry: Geometry): Generator<{ position: Position; path: VertexPath }> {
  for (const { kind, positions, pathTo } of runsOf(geometry)) {
    if (kind === 'points') continue;
    for (let i = 1; i < positions.length; i++)
      yield { position: interpolate(positions[i - 1]!, positions[i]!, 0.5), path: pathTo(i) };
  }
}

/**
 * Returns the geometry with `move` applied to every position, for example a shift or rotation; a height that `move`
 * omits is kept.
 */
export function mapPositions(geometry: Geometry, move: (position: Position) => Position): Geometry {
  const walk = (at: NestedCoordinates): NestedCoordinates =>
    typeof at[0] === 'number'
      ? withHeightOf(move(at as unknown as Position), at as unknown as Position)
      : (at as NestedCoordinates[]).map(walk);
  return { ...geometry, coordinates: walk(geometry.coordinates) } as Geometry;
}

/** Returns the object with all its positions moved, and its label where a person has put it. */
export function mapObject(object: MapObject, move: (position: Position) => Position): MapObject {
  const { labelAt } = object;
  const [x, y] = labelAt ? move(labelAt) : [];
  return {
    ...object,
    location: mapPositions(object.location, move),
    ...(x !== undefined && { labelAt: [x, y!] }),
  };
}

/** Returns `position` with its own height, or that of `other`, or none. */
export function withHeightOf(position: Position, other: Position): Position {
  if (position[2] !== undefined || other[2] === undefined) return position;
  return [position[0], position[1], other[2]];
}

/** Returns the closed ring: the first position is repeated at the end if it is not there already. */
export function closedRing(positions: readonly Position[]): Position[] {
  const first = positions[0];
  const last = positions.at(-1);
  if (!first || !last) return [];
  const same = first[0] === last[0] && first[1] === last[1] && first[2] === last[2];
  return same && positions.length > 1 ? [...positions] : [...positions, first];
}

function flat([longitude, latitude]: Position): Position {
  return [longitude, latitude];
}

function withHeightBetween(position: Position, before?: Position, after?: Position): Position {
  const neighbour = before ?? after;
  if (neighbour && neighbour[2] === undefined) return flat(position);
  if (position[2] !== undefined) return position;
  if (!before || !after) {
    return neighbour ? withHeightOf(position, neighbour) : position;
  }
  if (before[2] === undefined || after[2] === undefined) return position;
  const near = Math.hypot(position[0] - before[0], position[1] - before[1]);
  const far = Math.hypot(position[0] - after[0], position[1] - after[1]);
  const share = near + far > 0 ? near / (near + far) : 0;
  return [position[0], position[1], before[2] + (after[2] - before[2]) * share];
}

function editRun(
  geometry: Geometry,
  path: VertexPath,
  edit: (run: Position[], vertex: number, ring: boolean) => Position[],
): Geometry {
  const ring = geometry.type === 'Polygon' || geometry.type === 'MultiPolygon';
  const walk = (at: NestedCoordinates | undefined, depth: number): NestedCoordinates => {
    const index = path[depth];
    if (!at || index === undefined) throw noVertex(geometry, path);
    if (depth === path.length - 1) return edit(at as unknown as Position[], index, ring);
    return (at as NestedCoordinates[]).with(index, walk((at as NestedCoordinates[])[index], depth + 1));
  };
  return { ...geometry, coordinates: walk(geometry.coordinates, 0) } as Geometry;
}

function noVertex(geometry: Geometry, path: VertexPath): AppError {
  return new AppError('no-vertex', `This ${geometry.type} has no vertex at [${path.join(', ')}].`);
}

/** Returns the geometry with a height (metres above the ellipsoid) at the positions that have none. */
export function standingAt(geometry: Geometry, height: number): Geometry {
  return mapPositions(geometry, (position) => withHeightOf(position, [0, 0, height]));
}
