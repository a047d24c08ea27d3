import type { Geometry } from '#core/protocol';
import { geometryProblem } from '#core/protocol';
import { plain } from '../../base/plain.ts';
import type { RequestCrs } from '../features/crs.ts';
import { compared, type Queryable, type SqlComparison } from '../features/queryables.ts';
import { boxCondition, type FeatureConditions } from '../features/selection.ts';
import { disjointSql, placedSql, relationSql } from '../features/spatial.ts';
import { timeSql, type Period, type TimeRelation } from '../features/temporal.ts';
import { bad } from './bad-filter.ts';
import type { Cql2 } from './expression.ts';

/** The name of every object's geometry in filters. */
export const GEOMETRY_NAME = 'geometry';

export interface FilterTarget {
  queryables: ReadonlyMap<string, Queryable>;
  selection: FeatureConditions;
  /** CRS of the coordinates in the filter. */
  crs: RequestCrs;
}

const MIRRORED = plain<SqlComparison>({ '=': '=', '<>': '<>', '<': '>', '<=': '>=', '>': '<', '>=': '<=' });
const SPATIAL = plain({
  s_intersects: 'st_intersects',
  s_within: 'st_within',
  s_contains: 'st_contains',
  s_touches: 'st_touches',
  s_crosses: 'st_crosses',
  s_overlaps: 'st_overlaps',
  s_equals: 'st_equals',
});
const TEMPORAL = plain<TimeRelation>({
  t_after: 'after',
  t_before: 'before',
  t_during: 'during',
  t_equals: 'equals',
  t_intersects: 'intersects',
  t_disjoint: 'disjoint',
});
const MIRRORED_TIME = plain<TimeRelation>({ t_after: 'before', t_before: 'after' });

/** SQL of a filter. Throws 400 for what is not supported, or does not fit its property. */
export function cql2Sql(expression: Cql2, target: FilterTarget): string {
  if (typeof expression === 'boolean') return String(expression);
  if (typeof expression !== 'object' || !('op' in expression)) {
    // A property of yes and no is a condition by itself.
    const property = isProperty(expression) ? named(expression, target) : undefined;
    if (property?.kind === 'boolean') return compared(property, '=', 'true', target.selection.param);
    throw bad('cql2.no-condition', { text: shown(expression) });
  }
  const { op, args } = expression;
  switch (op) {
    case 'and':
    case 'or':
      if (args.length === 0) throw bad('cql2.arguments', { op });
      return `(${args.map((each) => cql2Sql(each, target)).join(` ${op} `)})`;
    case 'not':
      return `not (${cql2Sql(only(op, args, 1)[0]!, target)})`;
    case 'isNull':
      return `${named(only(op, args, 1)[0]!, target).text(target.selection.param)} is null`;
    case 'like':
      return like(args, target);
    case 'in':
      return inList(args, target);
    case 'between': {
      const [value, low, high] = only(op, args, 3);
      return `(${comparison('>=', value!, low!, target)} and ${comparison('<=', value!, high!, target)})`;
    }
  }
  if (op in MIRRORED) {
    const [left, right] = only(op, args, 2);
    return comparison(op as SqlComparison, left!, right!, target);
  }
  if (op in SPATIAL || op === 's_disjoint') return spatial(op, args, target);
  if (op in TEMPORAL) return temporal(op, args, target);
  throw bad('cql2.no-such-operator', { op: op.slice(0, 40) });
}

function comparison(operator: SqlComparison, left: Cql2, right: Cql2, target: FilterTarget): string {
  const { param } = target.selection;
  const [a, b] = [inner(left), inner(right)];
  if (isProperty(a.value) && isProperty(b.value)) throw bad('cql2.two-properties');
  const matchCase = !(a.caseless && b.caseless);
  if (!isProperty(a.value))
    return compared(named(b.value, target), MIRRORED[operator]!, literal(a.value), param, matchCase);
  return compared(named(a.value, target), operator, literal(b.value), param, matchCase);
}

function like(args: Cql2[], target: FilterTarget): string {
  const [left, right] = only('like', args, 2);
  const [value, pattern] = [inner(left!), inner(right!)];
  if (typeof pattern.value !== 'string') throw bad('cql2.arguments', { op: 'like' });
  const { param } = target.selection;
  const operator = value.caseless && pattern.caseless ? 'ilike' : 'like';
  return `${named(value.value, target).text(param)} ${operator} ${param(pattern.value)}::text`;
}

function inList(args: Cql2[], target: FilterTarget): string {
  const [value, list] = only('in', args, 2);
  if (!Array.isArray(list) || list.length === 0) throw bad('cql2.arguments', { op: 'in' });
  return `(${list.map((each) => comparison('=', value!, each, target)).join(' or ')})`;
}

function spatial(op: string, args: Cql2[], { selection, crs }: FilterTarget): string {
  const [first, second] = only(op, args, 2) as [Cql2, Cql2];
  const turned = !isProperty(first);
  const [property, shape] = turned ? [second, first] : [first, second];
  if (!isProperty(property) || property.property !== GEOMETRY_NAME)
    throw bad('cql2.no-geometry-property', { name: GEOMETRY_NAME });
  const relation = turned ? (TURNED[op] ?? op) : op;
  if (typeof shape === 'object' && 'bbox' in shape) {
    const box = boxCondition(shape.bbox, crs, selection);
    if (relation === 's_intersects') return box;
    if (relation === 's_disjoint') return `not (${box})`;
  }
  const placed = placedSql(geometryOf(shape), crs, selection.param);
  return relation === 's_disjoint' ? disjointSql(placed) : relationSql(SPATIAL[relation]!, placed);
}

/** `a within b` is `b contains a`. */
const TURNED = plain({ s_within: 's_contains', s_contains: 's_within' });

function geometryOf(shape: Cql2): Geometry {
  if (typeof shape === 'object' && 'bbox' in shape) return boxOf(shape.bbox);
  if (typeof shape !== 'object' || !('coordinates' in shape))
    throw bad('cql2.no-condition', { text: shown(shape) });
  const problem = geometryProblem(shape);
  // Only the structure is checked: other CRS have other ranges.
  if (problem && problem.key !== 'out-of-range')
    throw bad('cql2.bad-geometry', { type: shape.type.slice(0, 40) });
  return shape as Geometry;
}

function boxOf(numbers: readonly number[]): Geometry {
  const flat = numbers.length === 6 ? [0, 1, 3, 4].map((n) => numbers[n]!) : numbers;
  const [west, south, east, north] = flat as [number, number, number, number];
  if (flat.length !== 4 || !flat.every(Number.isFinite)) throw bad('open.bad-box', { box: shown(numbers) });
  const corners: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [corners] };
}

function temporal(op: string, args: Cql2[], target: FilterTarget): string {
  const [first, second] = only(op, args, 2) as [Cql2, Cql2];
  const turned = !isProperty(first);
  if (turned && op === 't_during') throw bad('cql2.arguments', { op });
  const relation = (turned && MIRRORED_TIME[op]) || TEMPORAL[op]!;
  const [property, period] = turned ? [second, first] : [first, second];
  return timeSql(named(property, target), relation, periodOf(period), target.selection.param);
}

function periodOf(value: Cql2): Period {
  if (typeof value === 'object' && 'interval' in value) {
    const [from, until] = only('interval', value.interval, 2).map((end) =>
      end === '..' ? undefined : literal(end),
    );
    return { from, until };
  }
  const moment = literal(value);
  return { from: moment, until: moment };
}

/** What CASEI() holds; ACCENTI() is not supported. */
function inner(value: Cql2): { value: Cql2; caseless: boolean } {
  if (typeof value === 'object' && 'op' in value && value.op === 'casei')
    return { value: only('casei', value.args, 1)[0]!, caseless: true };
  return { value, caseless: false };
}

function isProperty(value: Cql2): value is { property: string } {
  return typeof value === 'object' && 'property' in value;
}

function named(value: Cql2, { queryables }: FilterTarget): Queryable {
  if (!isProperty(value)) throw bad('cql2.no-property', { text: shown(value) });
  const found = queryables.get(value.property);
  if (found) return found;
  throw bad('cql2.unknown-property', {
    name: value.property.slice(0, 60),
    known: [...queryables.keys()].join(', ').slice(0, 500),
  });
}

/** A literal as text. */
function literal(value: Cql2): string {
  if (typeof value !== 'object') return String(value);
  if ('date' in value) return value.date;
  if ('timestamp' in value) return value.timestamp;
  throw bad('cql2.no-literal', { text: shown(value) });
}

function only(op: string, args: readonly Cql2[], count: number): readonly Cql2[] {
  if (args.length !== count) throw bad('cql2.arguments', { op });
  return args;
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 60);
}
