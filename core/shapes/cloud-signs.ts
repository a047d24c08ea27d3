import { cross, type Vector } from '#core/geodesy';
import type { CloudMeasured, Geometry, Position } from '#core/protocol';

/** Easting, northing and height in the CRS of a cloud. */
type CloudCoordinates = Vector;
type FromCloud = (place: CloudCoordinates) => Position;

const STEPS = 32;

/**
 * What was found, drawn where it is: a cross on a point, a square in a plane, an edge along itself, three edges of a
 * corner, the axis and the round of a pipe, a post on the ground, a circle. `size`: half of it, units of the CRS.
 */
export function signOf(measured: CloudMeasured, size: number, fromCloud: FromCloud): Geometry[] {
  const line = (...places: CloudCoordinates[]): Geometry => ({
    type: 'LineString',
    coordinates: places.map(fromCloud),
  });
  const through = (at: CloudCoordinates, along: Vector, half = size) =>
    line(moved(at, along, -half), moved(at, along, half));
  const round = (at: CloudCoordinates, normal: Vector, radius: number): Geometry => {
    const [u, v] = across(normal);
    return line(
      ...Array.from({ length: STEPS + 1 }, (_, i) => {
        const angle = (2 * Math.PI * i) / STEPS;
        return moved(moved(at, u, radius * Math.cos(angle)), v, radius * Math.sin(angle));
      }),
    );
  };
  switch (measured.measure) {
    case 'pick': {
      const at = measured.point?.position;
      return at ? [through(at, [1, 0, 0], size / 2), through(at, [0, 1, 0], size / 2)] : [];
    }
    case 'plane': {
      if (!measured.plane) return [];
      const { centre, normal } = measured.plane;
      const [u, v] = across(normal);
      const corner = (a: number, b: number) => moved(moved(centre, u, a * size), v, b * size);
      const square = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)];
      return [line(...square), line(centre, moved(centre, normal, size))];
    }
    case 'edge':
      return measured.edge ? [through(measured.edge.point, measured.edge.direction, 2 * size)] : [];
    case 'corner': {
      if (!measured.corner) return [];
      const { point, planes } = measured.corner;
      const normals = planes.map(({ normal }) => normal);
      return normals.map((normal, i) => through(point, unit(cross(normal, normals[(i + 1) % 3]!))));
    }
    case 'axis': {
      if (!measured.axis) return [];
      const { point, direction, radius } = measured.axis;
      return [through(point, direction, 2 * size), round(point, direction, radius)];
    }
    case 'ground': {
      const at = measured.ground?.position;
      return at ? [line(at, moved(at, [0, 0, 1], 2 * size)), round(at, [0, 0, 1], size / 2)] : [];
    }
    case 'circle': {
      if (!measured.circle) return [];
      const { centre, normal, radius } = measured.circle;
      return [round(centre, normal, radius)];
    }
    default:
      return [];
  }
}

const moved = (at: CloudCoordinates, along: Vector, by: number): CloudCoordinates => [
  at[0] + along[0] * by,
  at[1] + along[1] * by,
  at[2] + along[2] * by,
];
function unit(vector: Vector): Vector {
  const length = Math.hypot(...vector) || 1;
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}
/** Two unit vectors at right angles to another and to each other. */
function across(normal: Vector): [Vector, Vector] {
  const u = unit(cross(normal, Math.abs(normal[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
  return [u, unit(cross(normal, u))];
}
