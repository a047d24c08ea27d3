import { plain } from '../../base/plain.ts';
import { uuidAtEnd } from '../../base/uuid.ts';
import type { RequestCrs } from '../features/crs.ts';
import { compared, type SqlComparison, type Queryable } from '../features/queryables.ts';
import { boxCondition, type FeatureConditions } from '../features/selection.ts';
import { disjointSql, placedSql, relationSql, RELATIONS } from '../features/spatial.ts';
import { timeSql, type Period, type TimeRelation } from '../features/temporal.ts';
import { GEOMETRY_ELEMENT } from '../features/types.ts';
import { WfsError } from './exceptions.ts';
import { geometryOf } from './gml-read.ts';
import { queryablesByElement, type WfsLayer } from './layer.ts';
import { child, children, type Element } from './xml.ts';

/** Context for reading a filter. */
export interface FilterContext {
  layer: WfsLayer;
  selection: FeatureConditions;
  /** CRS of coordinates without srsName. */
  defaultCrs: RequestCrs;
  /** Resolves a CRS named in the filter. */
  crsNamed(name: string): Promise<RequestCrs>;
}

const COMPARISONS = plain<SqlComparison>({
  PropertyIsEqualTo: '=',
  PropertyIsNotEqualTo: '<>',
  PropertyIsLessThan: '<',
  PropertyIsLessThanOrEqualTo: '<=',
  PropertyIsGreaterThan: '>',
  PropertyIsGreaterThanOrEqualTo: '>=',
});
const MIRRORED: Record<SqlComparison, SqlComparison> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

const IDS = plain({ ResourceId: 'rid', FeatureId: 'fid', GmlObjectId: 'id' });

const TEMPORAL = plain<TimeRelation>({
  After: 'after',
  Before: 'before',
  During: 'during',
  TEquals: 'equals',
  AnyInteracts: 'intersects',
});

export const OPERATORS = {
  comparisons: Object.keys(COMPARISONS),
  temporal: Object.keys(TEMPORAL),
  relations: Object.keys(RELATIONS).filter((name) => name !== 'Intersect'),
};

/** SQL of a filter (FES 2.0, or Filter Encoding of WFS 1.x). Throws WfsError for what is not supported. */
export async function filterSql(filter: Element, context: FilterContext): Promise<string> {
  const parts = await inOrder(together(filter.children), (each) => one(each, context));
  if (parts.length === 0) throw unfit(filter.name);
  return parts.length === 1 ? parts[0]! : `(${parts.join(' and ')})`;
}

/** Consecutive ids form one condition: any of them. */
function together(elements: readonly Element[]): (Element | Element[])[] {
  const ids = elements.filter(({ name }) => name in IDS);
  const others = elements.filter(({ name }) => !(name in IDS));
  return ids.length > 0 ? [ids, ...others] : others;
}

async function one(element: Element | Element[], context: FilterContext): Promise<string> {
  if (Array.isArray(element))
    return idsCondition(
      element.map((each) => each.attributes.get(IDS[each.name]!) ?? ''),
      context.selection,
    );
  const { name } = element;
  if (name === 'And' || name === 'Or') {
    const parts = await inOrder(together(element.children), (each) => one(each, context));
    if (parts.length === 0) throw unfit(name);
    return `(${parts.join(name === 'And' ? ' and ' : ' or ')})`;
  }
  if (name === 'Not') return `not (${await filterSql(element, context)})`;
  if (name in COMPARISONS) return comparison(element, COMPARISONS[name]!, context);
  if (name === 'PropertyIsLike') return like(element, context);
  if (name === 'PropertyIsBetween') return between(element, context);
  if (name === 'PropertyIsNull' || name === 'PropertyIsNil')
    return `${propertyOf(element, context).text(context.selection.param)} is null`;
  if (name in TEMPORAL) return temporal(element, TEMPORAL[name]!, context);
  return spatial(element, context);
}

/** Objects with these ids, each a UUID or prefixed by its type name. Without ids nothing matches. */
export function idsCondition(ids: readonly string[], { param }: FeatureConditions): string {
  const found = ids.map(uuidAtEnd).filter((id) => id !== undefined);
  return `g.id = any(${param(found)}::uuid[])`;
}

function comparison(element: Element, operator: SqlComparison, context: FilterContext): string {
  const [first] = element.children;
  const turned = first?.name === 'Literal';
  const matchCase = element.attributes.get('matchCase') !== 'false';
  const literal = child(element, 'Literal');
  if (!literal) throw unfit(element.name);
  const property = propertyOf(element, context);
  return compared(
    property,
    turned ? MIRRORED[operator] : operator,
    literal.text,
    context.selection.param,
    matchCase,
  );
}

function between(element: Element, context: FilterContext): string {
  const property = propertyOf(element, context);
  const bound = (name: string) => {
    const boundary = child(element, name);
    const literal = boundary && (child(boundary, 'Literal') ?? boundary);
    if (!literal) throw unfit(element.name);
    return literal.text;
  };
  const { param } = context.selection;
  const low = compared(property, '>=', bound('LowerBoundary'), param);
  return `(${low} and ${compared(property, '<=', bound('UpperBoundary'), param)})`;
}

function like(element: Element, context: FilterContext): string {
  const { attributes } = element;
  const literal = child(element, 'Literal');
  if (!literal) throw unfit(element.name);
  const escape = attributes.get('escapeChar') ?? attributes.get('escape') ?? '\\';
  const signs = { '%': attributes.get('wildCard') ?? '*', _: attributes.get('singleChar') ?? '.' };
  let pattern = '';
  const letters = [...literal.text];
  for (let n = 0; n < letters.length; n++) {
    const letter = letters[n]!;
    if (letter === escape && n + 1 < letters.length) pattern += literally(letters[++n]!);
    else if (letter === signs['%']) pattern += '%';
    else if (letter === signs._) pattern += '_';
    else pattern += literally(letter);
  }
  const { param } = context.selection;
  const operator = attributes.get('matchCase') === 'false' ? 'ilike' : 'like';
  return `${propertyOf(element, context).text(param)} ${operator} ${param(pattern)}::text`;
}

function literally(letter: string): string {
  return /[\\%_]/.test(letter) ? `\\${letter}` : letter;
}

/** A property beside a literal, a gml:TimeInstant or a gml:TimePeriod. */
function temporal(element: Element, relation: TimeRelation, context: FilterContext): string {
  const property = propertyOf(element, context);
  const [given] = element.children.filter(({ name }) => !REFERENCES.includes(name));
  const period = given && periodOf(given);
  if (!period) throw unfit(element.name);
  return timeSql(property, relation, period, context.selection.param);
}

function periodOf(given: Element): Period | undefined {
  if (given.name === 'Literal' && given.children.length === 0) return { from: given.text, until: given.text };
  const time = given.name === 'Literal' ? given.children[0]! : given;
  if (time.name === 'TimeInstant') {
    const at = child(time, 'timePosition')?.text;
    return at ? { from: at, until: at } : undefined;
  }
  if (time.name !== 'TimePeriod') return undefined;
  const [from, until] = (['begin', 'end'] as const).map((name) => {
    const instant = child(child(time, name) ?? time, 'TimeInstant');
    const position = instant ? child(instant, 'timePosition') : child(time, `${name}Position`);
    // An end without a position, such as indeterminatePosition="now", is open.
    return position?.text || undefined;
  });
  return from === undefined && until === undefined ? undefined : { from, until };
}

async function spatial(element: Element, context: FilterContext): Promise<string> {
  const { name } = element;
  const { selection } = context;
  const [given] = element.children.filter(
    ({ name: each }) => !REFERENCES.includes(each) && each !== 'Distance',
  );
  const relation = RELATIONS[name];
  if (!relation && !['BBOX', 'Disjoint', 'DWithin', 'Beyond'].includes(name))
    throw new WfsError('OptionNotSupported', name.slice(0, 60), 'wfs.no-such-operator', {
      operator: name.slice(0, 60),
    });
  if (!given) throw unfit(name);
  for (const reference of children(element, ...REFERENCES)) checkGeometryReference(reference.text);
  const srsName = given.attributes.get('srsName');
  const crs = srsName ? await context.crsNamed(srsName) : context.defaultCrs;
  if (name === 'BBOX' && given.name === 'Envelope') return boxCondition(cornersOf(given), crs, selection);
  const there = placedSql(geometryOf(given), crs, selection.param);
  if (relation) return relationSql(relation, there);
  if (name === 'BBOX') return `(g.geom && ${there})`;
  if (name === 'Disjoint') return disjointSql(there);
  const within = `st_dwithin(g.geom::geography, ${there}::geography, ${selection.param(metresOf(element))}::float8)`;
  return name === 'Beyond' ? `not ${within}` : within;
}

function cornersOf(envelope: Element): number[] {
  const text = [child(envelope, 'lowerCorner'), child(envelope, 'upperCorner')].map(
    (corner) => corner?.text ?? '',
  );
  const numbers = text.flatMap((corner) => corner.split(/[\s,]+/).map(Number));
  if (text.includes('') || ![4, 6].includes(numbers.length) || !numbers.every(Number.isFinite))
    throw unfit(envelope.name);
  return numbers;
}

const METRES = plain<number>({
  '': 1,
  m: 1,
  metre: 1,
  meter: 1,
  metres: 1,
  meters: 1,
  km: 1000,
  ft: 0.3048,
  mi: 1609.344,
});

function metresOf(element: Element): number {
  const distance = child(element, 'Distance');
  const unit = (distance?.attributes.get('uom') ?? distance?.attributes.get('units') ?? '').toLowerCase();
  const metres = Number(distance?.text || Number.NaN) * (METRES[unit] ?? Number.NaN);
  if (!Number.isFinite(metres) || metres < 0) throw unfit(element.name);
  return metres;
}

export const REFERENCES = ['ValueReference', 'PropertyName'];

function propertyOf(element: Element, context: FilterContext): Queryable {
  const boundless = child(element, ...REFERENCES);
  if (!boundless) throw unfit(element.name);
  return propertyNamed(boundless.text, context.layer);
}

/** The property that a reference names: the last step of its path, without prefix. */
export function propertyNamed(reference: string, layer: WfsLayer): Queryable {
  const found = queryablesByElement(layer).get(lastStep(reference));
  if (found) return found;
  throw new WfsError('InvalidParameterValue', reference.slice(0, 120), 'wfs.no-such-property', {
    property: reference.slice(0, 120),
    type: layer.element,
  });
}

export function lastStep(reference: string): string {
  const step = reference.trim().split('/').at(-1)!;
  return step.replace(/^[^:]*:/, '').replace(/\[\d+\]$/, '');
}

function checkGeometryReference(reference: string): void {
  if (reference !== '' && lastStep(reference) !== GEOMETRY_ELEMENT)
    throw new WfsError('InvalidParameterValue', reference.slice(0, 120), 'wfs.no-geometry', {
      property: reference.slice(0, 120),
      geometry: GEOMETRY_ELEMENT,
    });
}

function unfit(operator: string): WfsError {
  return new WfsError('InvalidParameterValue', 'filter', 'wfs.bad-filter', {
    operator: operator.slice(0, 60),
  });
}

async function inOrder<T, R>(all: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const each of all) results.push(await work(each));
  return results;
}
