import type { Change, DocumentReader, Edit, MapObject } from '#core/document';
import {
  insertVertex,
  standingAt,
  removeVertex,
  replaceVertex,
  vertexAt,
  verticesOf,
  type VertexPath,
} from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';

/** One vertex of one object. */
export interface VertexRef {
  readonly id: string;
  readonly path: VertexPath;
}

/**
 * Moves vertices of several objects to one position; without a height in `to` they keep theirs. With `ground` the
 * other vertices of an object without heights get that height: an object has heights at all vertices or at none.
 */
export function moveVertices(vertices: readonly VertexRef[], to: Position, ground?: number): Edit {
  return (document) => {
    const changed = new Map<string, MapObject>();
    for (const { id, path } of vertices) {
      const object = changed.get(id) ?? document.get(id);
      if (!object) continue;
      const standing = ground === undefined ? object.location : standingAt(object.location, ground);
      const location = replaceVertex(standing, path, to);
      if (!samePlace(vertexAt(location, path), vertexAt(object.location, path)))
        changed.set(id, { ...object, location });
    }
    return changesTo(document, changed.values());
  };
}

/**
 * Inserts a vertex before the one at `path`; without a height in `position` it is interpolated between its
 * neighbours.
 */
export function addVertex({ id, path }: VertexRef, position: Position): Edit {
  return (document) => reshaped(document, id, (location) => insertVertex(location, path, position));
}

/** Removes a vertex; nothing changes if too few would remain. */
export function dropVertex({ id, path }: VertexRef): Edit {
  return (document) => reshaped(document, id, (location) => removeVertex(location, path));
}

/** Returns the vertices of `objects` at exactly this position; they move together if shared vertices are kept. */
export function sharing(objects: Iterable<MapObject>, position: Position): VertexRef[] {
  const found: VertexRef[] = [];
  for (const { id, location } of objects)
    for (const vertex of verticesOf(location))
      if (vertex.position[0] === position[0] && vertex.position[1] === position[1])
        found.push({ id, path: vertex.path });
  return found;
}

/** Combines edits of different objects; returns no changes if one of them has none. */
export function together(edits: readonly Edit[]): Edit {
  return (document) => {
    const changes = edits.map((edit) => edit(document));
    return changes.some(({ length }) => length === 0) ? [] : changes.flat();
  };
}

/** Returns the first vertex of each object, as removing one vertex changes the paths of the others. */
export function oneOfEach(vertices: readonly VertexRef[]): VertexRef[] {
  return vertices.filter(({ id }, i) => vertices.findIndex((other) => other.id === id) === i);
}

function reshaped(
  document: DocumentReader,
  id: string,
  shape: (location: Geometry) => Geometry | undefined,
): Change[] {
  const before = document.get(id);
  const location = before && shape(before.location);
  return location ? changesTo(document, [{ ...before, location }]) : [];
}

function changesTo(document: DocumentReader, objects: Iterable<MapObject>): Change[] {
  return [...objects].map((after) => ({ id: after.id, before: document.get(after.id), after }));
}

function samePlace(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}
