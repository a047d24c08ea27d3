import type { Scope } from '../../shared/access/scope.ts';
import { boxConditions, type BoundingBox } from '../../shared/geometries/box.ts';
import { HttpError } from '../../base/http-error.ts';
import type { RequestCrs } from './crs.ts';
import { paramsInto, type AddParam } from '../../platform/db/params.ts';

/** The objects `g` of a request: SQL conditions with one list of parameters. */
export class FeatureConditions {
  readonly params: unknown[] = [];
  #conditions: string[];

  constructor(scope: Scope) {
    this.#conditions = [scope.objects('g', this.params)];
  }

  /** Adds a parameter and returns its placeholder. */
  param = paramsInto(this.params);

  and(condition: string): void {
    this.#conditions.push(condition);
  }

  get visible(): string {
    return this.#conditions.join(' and ');
  }
}

/** Objects that intersect a box in the axis order of its CRS: two or three numbers per corner. Throws 400. */
export function boxCondition(
  numbers: readonly number[],
  crs: RequestCrs,
  selection: FeatureConditions,
): string {
  const { param, params } = selection;
  const flat = numbers.length === 6;
  const corner = (from: number) =>
    crs.northFirst ? [numbers[from + 1]!, numbers[from]!] : [numbers[from]!, numbers[from + 1]!];
  const [west, south, east, north] = [...corner(0), ...corner(flat ? 3 : 2)] as [
    number,
    number,
    number,
    number,
  ];
  const unfit = south > north || (west > east && crs.srid !== 4326) || !numbers.every(Number.isFinite);
  const degrees = crs.srid === 4326 && [west, east].some((value) => Math.abs(value) > 180);
  const poles = crs.srid === 4326 && [south, north].some((value) => Math.abs(value) > 90);
  if (unfit || degrees || poles)
    throw new HttpError(400, 'open.bad-box', { box: numbers.join(',').slice(0, 100) });
  const box: BoundingBox = [west, south, east, north];
  const place = crs.srid === 4326 ? boxConditions(box, false, params) : foreignBox(box, crs, param);
  if (!flat) return place;
  const [low, high] = [param(numbers[2]!), param(numbers[5]!)];
  return `${place} and (st_ndims(g.geom) = 2 or (st_zmax(g.geom) >= ${low}::float8 and st_zmin(g.geom) <= ${high}::float8))`;
}

/** Its sides are straight in its own CRS: they are densified in a hundred steps. */
function foreignBox([west, south, east, north]: BoundingBox, { srid }: RequestCrs, param: AddParam): string {
  const sides = [west, south, east, north].map((value) => `${param(value)}::float8`).join(', ');
  const step = Math.max(east - west, north - south) / 25;
  const plain = `st_makeenvelope(${sides}, ${srid})`;
  const box = `st_transform(${step > 0 ? `st_segmentize(${plain}, ${param(step)}::float8)` : plain}, 4326)`;
  return `(g.geom && ${box} and st_intersects(g.geom, ${box}))`;
}
