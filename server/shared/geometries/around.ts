import type { BoundingBox } from './box.ts';
import type { AddParam } from '../../platform/db/params.ts';

/** Minimum length of a degree, metres: of latitude at the equator, WGS84. */
const DEGREE = 110_574;

/** The area within a distance of a box, in metres, as boxes that do not cross the antimeridian. */
export function boxesAround([west, south, east, north]: BoundingBox, metres: number): BoundingBox[] {
  const up = (metres / DEGREE) * 1.01;
  const [low, high] = [Math.max(-90, south - up), Math.min(90, north + up)];
  const farthest = Math.max(Math.abs(low), Math.abs(high));
  const out = up / Math.max(Math.cos((farthest * Math.PI) / 180), 1e-9);
  const [left, right] = [west - out, east + out];
  if (right - left >= 360) return [[-180, low, 180, high]];
  const boxes: BoundingBox[] = [[Math.max(-180, left), low, Math.min(180, right), high]];
  if (left < -180) boxes.push([left + 360, low, 180, high]);
  if (right > 180) boxes.push([-180, low, right - 360, high]);
  return boxes;
}

/** Condition on a geometry: its extent intersects one of the boxes. */
export function meetsBoxes(geometry: string, boxes: readonly BoundingBox[], param: AddParam): string {
  const each = boxes.map(
    (box) =>
      `${geometry} && st_makeenvelope(${box.map((value) => `${param(value)}::float8`).join(', ')}, 4326)`,
  );
  return `(${each.join(' or ')})`;
}
