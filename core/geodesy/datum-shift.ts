import { A, E2 } from './ellipsoid.ts';
import type { AreaOfUse, DatumOperation } from './crs-table.ts';
import { geocentric, geographic, minus, type Spheroid, type Vector } from './space.ts';

const WGS84: Spheroid = { a: A, e2: E2 };
/** Longitude and latitude, degrees, and a height in metres. */
type Place = readonly [number, number, number?];
const ARC_SECOND = Math.PI / 648_000;

/**
 * Returns the operation that PROJ would choose at a place: the most accurate that contains it; of equally accurate ones
 * one inside of the other, else the first. Outside of all, the first. Undefined without operations.
 */
export function operationAt(
  operations: readonly DatumOperation[],
  place: readonly number[],
): DatumOperation | undefined {
  if (operations.length < 2) return operations[0];
  let best: DatumOperation | undefined;
  for (const one of operations) {
    if (!one.areas.some((area) => contains(area, place))) continue;
    if (!best || (!one.offshore && isBetter(one, best, place))) best = one;
  }
  return best ?? operations[0];
}

function isBetter(one: DatumOperation, best: DatumOperation, place: readonly number[]): boolean {
  if (one.accuracy === null || best.accuracy === null) return false;
  if (one.accuracy !== best.accuracy) return one.accuracy < best.accuracy;
  const [inner, outer] = [one, best].map(({ areas }) => areas.find((area) => contains(area, place))!);
  return inner![0] > outer![0] && inner![1] > outer![1] && inner![2] < outer![2] && inner![3] < outer![3];
}

export function contains([west, south, east, north]: AreaOfUse, place: readonly number[]): boolean {
  const [x, y] = [place[0]!, place[1]!];
  return y >= south && y <= north && (west <= east ? x >= west && x <= east : x >= west || x <= east);
}

/**
 * Longitude and latitude on the datum to WGS 84, degrees, of a place with or without a height. As in PROJ the height is
 * the same on both ellipsoids; a place without one is on the ellipsoid.
 */
export function toWgs84(
  { steps }: DatumOperation,
  figure: Spheroid,
  place: Place,
): readonly [number, number] {
  if (steps.length === 0) return [place[0], place[1]];
  let at = geocentric(figure, place);
  for (const step of steps) at = shifted(step, at);
  const [longitude, latitude] = geographic(WGS84, at);
  return [longitude, latitude];
}

/** The inverse of `toWgs84`, as PROJ computes it: differs from the exact inverse by less than a millimetre. */
export function fromWgs84(
  { steps }: DatumOperation,
  figure: Spheroid,
  place: Place,
): readonly [number, number] {
  if (steps.length === 0) return [place[0], place[1]];
  let at = geocentric(WGS84, place);
  for (const step of steps.toReversed()) at = unshifted(step, at);
  const [longitude, latitude] = geographic(figure, at);
  return [longitude, latitude];
}

function shifted(step: readonly number[], at: Vector): Vector {
  const { move, turn, scale, about } = helmert(step);
  const [rx, ry, rz] = turn;
  const [x, y, z] = minus(at, about);
  return [
    about[0] + move[0] + scale * (x - rz * y + ry * z),
    about[1] + move[1] + scale * (rz * x + y - rx * z),
    about[2] + move[2] + scale * (-ry * x + rx * y + z),
  ];
}

function unshifted(step: readonly number[], at: Vector): Vector {
  const { move, turn, scale, about } = helmert(step);
  const [rx, ry, rz] = turn;
  const [x, y, z] = minus(minus(at, about), move).map((value) => value / scale) as [number, number, number];
  return [about[0] + x + rz * y - ry * z, about[1] - rz * x + y + rx * z, about[2] + ry * x - rx * y + z];
}

/** In metres and radians. */
function helmert(step: readonly number[]): { move: Vector; turn: Vector; scale: number; about: Vector } {
  const [dx, dy, dz, rx = 0, ry = 0, rz = 0, ppm = 0, px = 0, py = 0, pz = 0] = step;
  return {
    move: [dx!, dy!, dz!],
    turn: [rx * ARC_SECOND, ry * ARC_SECOND, rz * ARC_SECOND],
    scale: 1 + ppm / 1e6,
    about: [px, py, pz],
  };
}
