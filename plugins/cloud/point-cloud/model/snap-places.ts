import { dot, minus } from '#core/geodesy';
import type { CloudMeasure, CloudMeasured } from '#core/protocol';
import type { CloudCoordinates, CloudRay, CloudSnapKind } from '../api.ts';

/** A part of a cloud that clicks are moved to; a point is one by itself. */
export type SnapPart = Exclude<CloudSnapKind, 'point'>;
type Among = Omit<Extract<CloudMeasure, { measure: 'plane' }>, 'measure' | 'near' | 'radius'>;

/** The request that finds a part of the cloud around a place. */
export function snapRequest(
  part: SnapPart,
  near: CloudCoordinates,
  radius: number,
  among: Among,
): CloudMeasure {
  const [x, y] = near;
  const around = { near: [...near] as [number, number, number], radius };
  if (part === 'ground') return { measure: 'ground', x, y, radius, ...among };
  if (part === 'edge' || part === 'corner') return { measure: part, at: [around], ...among };
  return { measure: part, ...around, ...among };
}

/** A place on what was found, and one standard deviation of it. */
export interface SnapPlace {
  readonly place: CloudCoordinates;
  readonly plusMinus: number | undefined;
}

/** The place on what was found that a ray points at; undefined where the points do not define it. */
export function snapPlace(measured: CloudMeasured, ray: CloudRay): SnapPlace | undefined {
  const found = (place: CloudCoordinates | undefined, plusMinus: number | null): SnapPlace | undefined =>
    place && { place, plusMinus: plusMinus ?? undefined };
  switch (measured.measure) {
    case 'plane': {
      const { plane } = measured;
      return plane ? found(onPlane(plane.centre, plane.normal, ray), plane.plusMinus) : undefined;
    }
    case 'edge':
      return measured.edge
        ? found(onLine(measured.edge.point, measured.edge.direction, ray), measured.edge.plusMinus)
        : undefined;
    case 'axis':
      return measured.axis
        ? found(onLine(measured.axis.point, measured.axis.direction, ray), measured.axis.plusMinus)
        : undefined;
    case 'corner':
      return measured.corner ? found(measured.corner.point, measured.corner.plusMinus) : undefined;
    case 'ground':
      return measured.ground ? found(measured.ground.position, measured.ground.plusMinus) : undefined;
    default:
      return undefined;
  }
}

/** Where the ray meets a plane; undefined along it. */
function onPlane(
  centre: CloudCoordinates,
  normal: CloudCoordinates,
  { origin, direction }: CloudRay,
): CloudCoordinates | undefined {
  const across = dot(normal, direction);
  if (Math.abs(across) < 1e-3) return undefined;
  const along = dot(normal, minus(centre, origin)) / across;
  return moved(origin, direction, along);
}

/** The place on a line that is nearest to the ray; undefined where the ray runs along it. */
function onLine(
  point: CloudCoordinates,
  along: CloudCoordinates,
  { origin, direction }: CloudRay,
): CloudCoordinates | undefined {
  const from = minus(point, origin);
  const cosine = dot(along, direction);
  const square = 1 - cosine ** 2;
  if (square < 1e-6) return undefined;
  return moved(point, along, (cosine * dot(direction, from) - dot(along, from)) / square);
}

const moved = (at: CloudCoordinates, along: CloudCoordinates, by: number): CloudCoordinates => [
  at[0] + along[0] * by,
  at[1] + along[1] * by,
  at[2] + along[2] * by,
];
