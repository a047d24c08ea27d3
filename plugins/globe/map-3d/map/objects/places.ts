import { BoundingSphere, Cartesian3, Cartographic, Math as CesiumMath, Rectangle } from 'cesium';
import { extentOf, runsOf, type MapObject } from '#core/document';
import type { Geometry, Position } from '#core/protocol';
import { interpolate, polygonsOf } from '#core/shapes';
import type { DisplayHeights } from '../../model/heights.ts';

/** Degrees after which an edge is subdivided along the ellipsoid: 10 km, where a chord runs 2 m below the ground. */
const BEND = 0.1;
/** Metres per degree of latitude, roughly. */
const METRES = 111_000;
/** Most segments of an edge on the ground; longer ones are coarser than the terrain. */
const MAX_PIECES = 100;

/** Where a position is rendered. */
export function placeOf(position: Position, heights: DisplayHeights, result?: Cartesian3): Cartesian3 {
  return Cartesian3.fromDegrees(position[0], position[1], heights.drawn(position), undefined, result);
}

/** Positions as rendered; long edges are subdivided along the ground. */
export function pathOf(positions: readonly Position[], heights: DisplayHeights): Cartesian3[] {
  return bentAlong(positions, heights).map((position) => placeOf(position, heights));
}

/** Positions with additional ones that keep long edges on the ground. */
export function bentAlong(positions: readonly Position[], heights: DisplayHeights): Position[] {
  return positions.flatMap((position, i) => {
    const from = positions[i - 1];
    return from ? [...bendsOf(from, position, heights), position] : [position];
  });
}

function* bendsOf(from: Position, to: Position, heights: DisplayHeights): Generator<Position> {
  const degrees = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  const steps = Math.max(Math.ceil(degrees / BEND), follows(from, to, heights));
  for (let step = 1; step < steps; step++) yield interpolate(from, to, step / steps);
}

/** Number of segments of an edge on a terrain. */
function follows(from: Position, to: Position, { ground, mode }: DisplayHeights): number {
  if (!ground || (mode === 'measured' && from[2] !== undefined && to[2] !== undefined)) return 1;
  const north = (to[1] - from[1]) * METRES;
  const east = (to[0] - from[0]) * METRES * Math.cos((from[1] * Math.PI) / 180);
  return Math.min(MAX_PIECES, Math.ceil(Math.hypot(north, east) / ground.spacing));
}

/** The paths of a geometry's lines and rings. */
export function pathsOf(geometry: Geometry, heights: DisplayHeights): Cartesian3[][] {
  return runsOf(geometry).map(({ positions }) => pathOf(positions, heights));
}

/** The polygons of a geometry, each the paths of its rings. */
export function areasOf(geometry: Geometry, heights: DisplayHeights): Cartesian3[][][] {
  return polygonsOf(geometry).map((rings) => rings.map((ring) => pathOf(ring, heights)));
}

export function pointsOf(geometry: Geometry): readonly Position[] {
  if (geometry.type === 'Point') return [geometry.coordinates];
  return geometry.type === 'MultiPoint' ? geometry.coordinates : [];
}

/** The ground position straight below or above a point. */
export function groundAt(point: Cartesian3): Position {
  const { longitude, latitude } = Cartographic.fromCartesian(point);
  return [CesiumMath.toDegrees(longitude), CesiumMath.toDegrees(latitude)];
}

/** A bounding sphere of the objects, however high they are rendered. */
export function sphereAround(objects: Iterable<MapObject>, heights: DisplayHeights): BoundingSphere {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { location } of objects) {
    const [left, down, right, up] = extentOf(location);
    [west, south, east, north] = [
      Math.min(west, left),
      Math.min(south, down),
      Math.max(east, right),
      Math.max(north, up),
    ];
  }
  const ground = Rectangle.fromDegrees(west, south, Math.max(west, east), Math.max(south, north));
  const sphere = BoundingSphere.fromRectangle3D(ground);
  sphere.radius += Math.max(heights.reach, heights.depth);
  return sphere;
}
