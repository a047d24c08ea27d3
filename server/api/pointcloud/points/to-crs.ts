import { heightsOf, project, type HeightSystem, unproject, unprojectAt } from '#core/geodesy';
import { Unusable } from '../../../base/unusable.ts';
import type { CloudNode, Vector3 } from '../../../formats/pointcloud/source.ts';
import { registeredCrs } from '../../../shared/crs/register.ts';
import { readyCrs } from '../../../shared/crs/registered.ts';
import type { CloudPlace } from './task.ts';

/** Moves coordinates of a cloud, as viewed, to another CRS. */
export interface Mover {
  move(place: Vector3): Vector3;
  /** The geoid that was used, where it is not that of a vertical datum. */
  otherGeoid: string | null;
}

interface Target {
  crs: string;
  verticalCrs: string | null;
}

/** Degrees: a tenth of a millimetre on the ground. */
const DEGREE_STEPS = [1e-9, 1e-8, 1e-7];
const STEPS = [1e-4, 1e-3, 1e-2];
const REACH = 2 ** 31 * 0.98;
/** Places on each side of the bounds that are moved to find those in the other CRS. */
const SIDES = 4;

export const isMoved = ({ crs, verticalCrs }: CloudPlace, to: Target): boolean =>
  crs !== to.crs || verticalCrs !== to.verticalCrs;

/** `near`: a place of the cloud, as viewed. Throws Unusable for what cannot be computed. */
export async function moverOf(cloud: CloudPlace, to: Target, near: Vector3): Promise<Mover> {
  const { crs, units } = cloud;
  const [own, other] = await Promise.all([crs === null ? undefined : readyCrs(crs), readyCrs(to.crs)]);
  if (!own || !other) throw new Unusable('pointcloud.crs-unknown', { crs: own ? to.crs : (crs ?? '?') });
  const place = unproject(own.code, [near[0] * units[0], near[1] * units[0]]);
  const area = [place[0], place[1], place[0], place[1]] as const;
  const [from, into] = await Promise.all([
    heightsOf(cloud.verticalCrs, area),
    heightsOf(to.verticalCrs, area),
  ]);
  // Without a vertical CRS heights are in the unit of the plan, in files before and after.
  const [unit, heightUnit] = [await metres(own.code), await metres(other.code)];
  const metresOf = cloud.verticalCrs === null ? unit : 1;
  const metresTo = to.verticalCrs === null ? heightUnit : 1;
  const changes = cloud.verticalCrs !== to.verticalCrs;
  const move = ([x, y, z]: Vector3): Vector3 => {
    try {
      const height = z * units[1] * metresOf;
      const place = unprojectAt(own.code, [x * units[0], y * units[0]], (longitude, latitude) =>
        from.toEllipsoid(longitude, latitude, height),
      );
      const [east, north] = project(other.code, place);
      const up = (changes ? into.fromEllipsoid(...place) : height) / metresTo;
      if (!Number.isFinite(east + north + up)) throw new RangeError('not finite');
      return [east, north, up];
    } catch {
      throw new Unusable('pointcloud.not-in-crs', { crs: to.crs });
    }
  };
  return { move, otherGeoid: changes ? (otherGeoid(from) ?? otherGeoid(into)) : null };
}

const otherGeoid = ({ geoid, isOwn }: HeightSystem): string | null => (isOwn ? null : (geoid ?? null));

async function metres(code: string): Promise<number> {
  return (await registeredCrs(Number(code.replace('EPSG:', ''))))?.metresPerUnit ?? 1;
}

/** Scale and offset that hold the bounds of clouds in another CRS. */
export async function frameIn(
  crs: string,
  clouds: readonly { root: CloudNode; move: Mover['move'] }[],
): Promise<{ scale: Vector3; offset: Vector3 }> {
  const low: Vector3 = [Infinity, Infinity, Infinity];
  const high: Vector3 = [-Infinity, -Infinity, -Infinity];
  for (const { root, move } of clouds)
    for (const place of placesOf(root)) {
      const moved = move(place);
      for (const axis of [0, 1, 2] as const) {
        low[axis] = Math.min(low[axis], moved[axis]);
        high[axis] = Math.max(high[axis], moved[axis]);
      }
    }
  const known = await registeredCrs(Number(crs.replace('EPSG:', '')));
  const steps = known?.geographic ? DEGREE_STEPS : STEPS;
  const reach = Math.max(high[0] - low[0], high[1] - low[1]) / 2 + steps[0]! * 1000;
  const step = steps.find((one) => reach / one < REACH);
  if (step === undefined) throw new Unusable('pointcloud.too-far-apart');
  const middle = low.map((value, axis) => (value + high[axis]!) / 2) as Vector3;
  const round = (value: number) => (known?.geographic ? Number(value.toFixed(4)) : Math.round(value));
  return {
    scale: [step, step, STEPS[0]!],
    offset: [round(middle[0]), round(middle[1]), Math.round(middle[2])],
  };
}

function* placesOf({ min, max }: CloudNode): Generator<Vector3> {
  const at = (axis: 0 | 1 | 2, part: number) => min[axis] + (max[axis] - min[axis]) * part;
  for (let i = 0; i <= SIDES; i++)
    for (let j = 0; j <= SIDES; j++)
      for (const k of [0, 1]) yield [at(0, i / SIDES), at(1, j / SIDES), at(2, k)];
}
