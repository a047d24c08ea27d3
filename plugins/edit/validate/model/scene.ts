import { extentOfObject, type Extent, type MapObject, type SpatialIndex } from '#core/document';
import type { Geometry } from '#core/protocol';
import { metresOfDegree } from '#core/shapes';
import type { Finding } from './finding.ts';

/** What the checks look at: the objects asked for, and through the document's index what lies around them. */
export class Scene {
  readonly #places: ReadonlyMap<MapObject, number>;

  constructor(
    readonly objects: readonly MapObject[],
    readonly index: Pick<SpatialIndex, 'objects'>,
    /** Where the project's objects belong. */
    readonly bounds: readonly Bounds[] = [],
  ) {
    this.#places = new Map(objects.map((object, i) => [object, i]));
  }

  /** Other objects of the same type whose extents come within so many metres. */
  near(object: MapObject, metres = 0): MapObject[] {
    return this.index
      .objects(grown(extentOfObject(object), metres))
      .filter((other) => other !== object && other.typeName === object.typeName);
  }

  /** Of two objects that are both looked at, the first one looks at the other: each pair counts once. */
  isTurnOf(object: MapObject, other: MapObject): boolean {
    const place = this.#places.get(other);
    return place === undefined || place > this.#places.get(object)!;
  }
}

/** An area that objects should lie in. */
export interface Bounds {
  /** The end of a text key behind `detail.bounds-`. */
  readonly name: 'project' | 'crs';
  readonly holds: (place: readonly [number, number, ...unknown[]]) => boolean;
}

/**
 * Looks for one kind of thing. Yields after each object, with `undefined` or what it found, so that whoever asks can
 * pause, tell how far it is, and stop. `metres`: see `CHECKS`.
 */
export type Check = (scene: Scene, metres: number) => Generator<Finding | undefined>;

/** An extent so many metres larger on each side. */
export function grown([west, south, east, north]: Extent, metres: number): Extent {
  const [perLon, perLat] = metresOfDegree(Math.min(89, Math.max(Math.abs(south), Math.abs(north))));
  const [dx, dy] = [metres / perLon, metres / perLat];
  return [west - dx, south - dy, east + dx, north + dy];
}

export function isArea({ type }: Geometry): boolean {
  return type === 'Polygon' || type === 'MultiPolygon';
}
