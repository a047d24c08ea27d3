import type { MapObject } from '#core/document';
import type { Geometry, Position } from '#core/protocol';
import { metresOfDegree } from '#core/shapes';
import { object } from '#core/testing';

/** Origin of the test drawings; objects are in metres east and north of it, in the tangent plane of the ellipsoid. */
const ORIGIN = [12.6, 42.9] as const;
const [EAST, NORTH] = metresOfDegree(ORIGIN[1]);

export const at = (east: number, north: number): Position => [
  ORIGIN[0] + east / EAST,
  ORIGIN[1] + north / NORTH,
];
const ring = (corners: readonly (readonly [number, number])[]): Position[] => {
  const open = corners.map(([x, y]) => at(x, y));
  return [...open, open[0]!];
};
type Corners = readonly (readonly [number, number])[];

export const area = (id: string, corners: Corners, ...holes: Corners[]): MapObject =>
  object(id, { type: 'Polygon', coordinates: [ring(corners), ...holes.map(ring)] });
export const box = (id: string, west: number, south: number, east: number, north: number): MapObject =>
  area(id, [[west, south], [east, south], [east, north], [west, north]]); // prettier-ignore
export const line = (id: string, ...places: Corners): MapObject =>
  object(id, { type: 'LineString', coordinates: places.map(([x, y]) => at(x, y)) });
export const geometry = (id: string, location: Geometry): MapObject => object(id, location);
