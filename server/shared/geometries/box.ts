import { HttpError } from '../../base/http-error.ts';
import { addParam } from '../../platform/db/params.ts';

/** Degrees: minLon, minLat, maxLon, maxLat; minLon > maxLon crosses the antimeridian. */
export type BoundingBox = readonly [number, number, number, number];

/** Throws HttpError 400 for a box that is not on the Earth. */
export function parseBox(text: string): BoundingBox {
  const [west, south, east, north] = text.split(',').map(Number) as [number, number, number, number];
  const fits =
    [west, south, east, north].every(Number.isFinite) &&
    Math.abs(west) <= 180 &&
    Math.abs(east) <= 180 &&
    Math.abs(south) <= 90 &&
    Math.abs(north) <= 90 &&
    south <= north;
  if (!fits) throw new HttpError(400, 'geometries.no-box', { box: text.slice(0, 100) });
  return [west, south, east, north];
}

/**
 * Condition on `geometries g`: objects that intersect the box, or with `whole` are within it. A box across the
 * antimeridian is two boxes; an object of several parts may be within both together.
 */
export function boxConditions(
  [west, south, east, north]: BoundingBox,
  whole: boolean,
  params: unknown[],
): string {
  const envelope = (from: number, to: number) => {
    const values = [from, south, to, north].map((value) => `${addParam(params, value)}::float8`);
    return `st_makeenvelope(${values.join(', ')}, 4326)`;
  };
  // The exact test runs only for the few objects that the box cuts; as a case expression, the index is scanned once.
  const meets = (box: string) =>
    `(g.geom && ${box} and case when g.geom @ ${box} then true else st_intersects(g.geom, ${box}) end)`;
  if (west <= east) {
    const box = envelope(west, east);
    return whole ? `g.geom @ ${box}` : meets(box);
  }
  const left = envelope(west, 180);
  const right = envelope(-180, east);
  if (!whole) return `(${meets(left)} or ${meets(right)})`;
  return `((g.geom && ${left} or g.geom && ${right}) and not exists (
    select 1 from st_dump(g.geom) as part where not (part.geom @ ${left} or part.geom @ ${right})))`;
}
