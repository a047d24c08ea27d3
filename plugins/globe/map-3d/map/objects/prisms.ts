import { Cartesian3 } from 'cesium';
import type { MapObject } from '#core/document';
import { propertyOf } from '#core/kernel';
import type { Geometry, Position, Style } from '#core/protocol';
import { polygonsOf } from '#core/shapes';
import type { DisplayHeights } from '../../model/heights.ts';
import { bentAlong, placeOf } from './places.ts';
import type { Area } from './fills.ts';

/** An extruded polygon: base, roof, and its visible edges. */
export interface Prism {
  readonly base: Area;
  readonly roof: Area;
  readonly edges: readonly (readonly Cartesian3[])[];
}

/** Extrusion of an object in metres, from the attribute named in its style; 0 if none, or if everything lies flat. */
export function tallnessOf(
  { properties }: MapObject,
  { height }: Style,
  { mode }: Pick<DisplayHeights, 'mode'>,
): number {
  const metres = height === undefined || mode === 'ground' ? 0 : propertyOf(properties, height);
  return typeof metres === 'number' && metres > 0 ? metres : 0;
}

/**
 * Roof heights above the ellipsoid for an area. With heights of its own, the roof has the same shape; on the ground
 * it is level, that many metres above the lowest ground below it.
 */
export function roofOver(
  rings: readonly (readonly Position[])[],
  tall: number,
  heights: DisplayHeights,
): (place: Position) => number {
  const own = heights.mode === 'measured' && rings.flat().every(([, , height]) => height !== undefined);
  const up = tall * heights.exaggeration;
  if (own) return (place) => heights.drawn(place) + up;
  const bent = rings.flatMap((ring) => bentAlong(ring, heights));
  const level = Math.min(...bent.map((place) => heights.drawn(place))) + up;
  return () => level;
}

/** The extruded polygons of a geometry. */
export function prismsOf(geometry: Geometry, tall: number, heights: DisplayHeights): Prism[] {
  return polygonsOf(geometry).map((rings) => {
    const bent = rings.map((ring) => bentAlong(ring, heights));
    const drawnOver = roofOver(rings, tall, heights);
    const over = (place: Position): Cartesian3 =>
      Cartesian3.fromDegrees(place[0], place[1], drawnOver(place));
    const base = bent.map((ring) => ring.map((place) => placeOf(place, heights)));
    const roof = bent.map((ring) => ring.map(over));
    const corners = rings.flatMap((ring) => ring.slice(1));
    const uprights = corners.map((place) => [placeOf(place, heights), over(place)]);
    return { base, roof, edges: [...base, ...roof, ...uprights] };
  });
}
