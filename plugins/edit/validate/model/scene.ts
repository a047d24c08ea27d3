import { extentOfObject, type Extent, type MapObject, type SpatialIndex } from '#core/document';
import type { Geometry } from '#core/protocol';
import { metresOfDegree } from '#core/shapes';
import type { Finding } from './finding.ts';

/** The objects to check, and through the document's index the objects around them. */
export class ValidationScene {
  readonly #places: ReadonlyMap<MapObject, number>;

  constructor(
    readonly objects: readonly MapObject[],
    readonly index: Pick<SpatialIndex, 'objects'>,
    /** Areas in which the project's objects should be. */
    readonly bounds: readonly AllowedArea[] = [],
  ) {
    this.#places = new Map(objects.map((object, i) => [object, i]));
  }

  /** Returns other objects of the same type whose extents are within a distance in metres. */
  near(object: MapObject, metres = 0): MapObject[] {
    return this.index
      .objects(enlarged(extentOfObject(object), metres))
      .filter((other) => other !== object && other.typeName === object.typeName);
  }

  /**
   * Returns whether `object` is the one to be compared with `other`, so that each pair of checked objects counts
   * once.
   */
  isTurnOf(object: MapObject, other: MapObject): boolean {
    const place = this.#places.get(other);
    return place === undefined || place > this.#places.get(object)!;
  }
}

/** An area in which objects should be. */
export interface AllowedArea {
  /** The end of a text key after `detail.bounds-`. */
  readonly name: 'project' | 'crs';
  readonly holds: (place: readonly [number, number, ...unknown[]]) => boolean;
}

/**
 * Finds one kind of problem. Yields `undefined` or a finding after each object, so that the caller can pause, report
 * progress and stop. `metres`: the tolerance, see `CHECKS`.
 */
export type GeometryCheck = (scene: ValidationScene, metres: number) => Generator<Finding | undefined>;

/** Returns the extent enlarged by metres on each side. */
export function enlarged([west, south, east, north]: Extent, metres: number): Extent {
  const [perLon, perLat] = metresOfDegree(Math.min(89, Math.max(Math.abs(south), Math.abs(north))));
  const [dx, dy] = [metres / perLon, metres / perLat];
  return [west - dx, south - dy, east + dx, north + dy];
}

export function isArea({ type }: Geometry): boolean {
  return type === 'Polygon' || type === 'MultiPolygon';
}
