import { isDeepStrictEqual } from 'node:util';
import { geoidAt } from '#core/geodesy';
import {
  POINT_NAME_FIELDS,
  type Field,
  type FieldBook,
  type FieldBookPoint,
  type FieldCode,
  type Geometry,
  type Position,
  type Properties,
} from '#core/protocol';
import { convertValue, NOT_CONVERTIBLE } from '../../shared/attributes/convert-value.ts';
import type { LockedObject } from '../../shared/geometries/locked-objects.ts';
import type { PlacedLine } from './lines.ts';

/** Degrees of about a tenth of a millimetre, and metres: an object that is so near stays as it is. */
const [SAME_PLACE, SAME_HEIGHT] = [1e-9, 1e-4];

const field = (name: string, en: string, it: string, type: Field['type']): Field => ({
  name,
  title: { en, it },
  type,
  required: false,
});
/** Of a type that is made here; of one that exists those fields are filled that it has. */
export const FIELDS: Field[] = [
  field('point', 'Point', 'Punto', 'text'),
  field('code', 'Code', 'Codice', 'text'),
  field('height', 'Height', 'Quota', 'number'),
  field('accuracy', 'Accuracy in plan, m', 'Precisione in pianta, m', 'number'),
  field('accuracy_height', 'Accuracy of the height, m', 'Precisione della quota, m', 'number'),
];
export const LINE_FIELDS: Field[] = [
  field('line', 'Line', 'Linea', 'text'),
  field('code', 'Code', 'Codice', 'text'),
];
const NAMES = {
  code: ['code', 'codice'],
  height: ['height', 'quota'],
  accuracy: ['accuracy', 'precisione', 'sigma'],
  line: ['line', 'linea'],
  accuracyHeight: ['accuracy_height', 'precisione_quota', 'sigma_height'],
};

/** With ellipsoidal height where there is one, and the geoid that it was converted by. */
export async function inSpace(
  [longitude, latitude]: readonly [number, number],
  height: number | null,
  heights: FieldBook['heights'],
): Promise<{ position: Position; geoid: string | null }> {
  if (height === null) return { position: [longitude, latitude], geoid: null };
  if (heights === 'ellipsoid') return { position: [longitude, latitude, height], geoid: null };
  const geoid = await geoidAt(longitude, latitude);
  return { position: [longitude, latitude, height + geoid.height], geoid: geoid.model };
}

/** What a point says, in the fields that its type has; accuracies are one standard deviation in metres. */
export function propertiesOf(
  { name, code, height, ellipse, sigmaHeight }: FieldBookPoint,
  fields: readonly Field[],
  rule: FieldCode | undefined,
): Properties {
  const values = attributeValues(rule, fields);
  for (const { name: key, type } of fields) {
    const is = (names: readonly string[]) => names.includes(key.toLowerCase());
    const put = (value: number | null, digits: number) => {
      if (type === 'number' && value !== null) values[key] = Number(value.toFixed(digits));
    };
    if (type === 'text' && is(POINT_NAME_FIELDS)) values[key] = name;
    if (type === 'text' && is(NAMES.code) && code !== null) values[key] = code;
    if (is(NAMES.height)) put(height, 4);
    if (is(NAMES.accuracy)) put(ellipse && ellipse.major, 5);
    if (is(NAMES.accuracyHeight)) put(sigmaHeight, 5);
  }
  return values;
}

/** What a line says, in the fields that its type has. */
export function linePropertiesOf({ name, rule }: PlacedLine, fields: readonly Field[]): Properties {
  const values = attributeValues(rule, fields);
  for (const { name: key, type } of fields) {
    if (type !== 'text') continue;
    const lower = key.toLowerCase();
    if (NAMES.line.includes(lower) || POINT_NAME_FIELDS.includes(lower)) values[key] = name;
    if (NAMES.code.includes(lower)) values[key] = rule.code;
  }
  return values;
}

/** Fields for what a code sets, of a type that is made here. */
export function attributesOf(rule: FieldCode | undefined): Field[] {
  return (rule?.attributes ?? []).map(({ field: name }) => field(name, name, name, 'text'));
}

/** A value that its field cannot have stays as it is, so that the object is refused with the reason. */
function attributeValues(rule: FieldCode | undefined, fields: readonly Field[]): Properties {
  const values: Properties = {};
  for (const { field: key, value } of rule?.attributes ?? []) {
    const of = fields.find(({ name }) => name === key);
    const converted = of && convertValue(value, of);
    if (converted !== undefined) values[key] = converted === NOT_CONVERTIBLE ? value : converted;
  }
  return values;
}

/** Whether an object has these values and is at this place already. */
export function isAsComputed(
  { location, about }: LockedObject,
  geometry: Geometry,
  properties: Properties,
): boolean {
  return (
    isThere(JSON.parse(location) as Geometry, geometry) &&
    isDeepStrictEqual({ ...about.properties, ...properties }, { ...about.properties })
  );
}

function isThere(before: Geometry, after: Geometry): boolean {
  const [was, is] = [before.coordinates, after.coordinates].map((all) =>
    (all as unknown[]).flat(Infinity),
  ) as [number[], number[]];
  if (before.type !== after.type || was.length !== is.length) return false;
  const size = sizeOf(after.coordinates);
  return (
    size === sizeOf(before.coordinates) &&
    was.every((value, i) => Math.abs(value - is[i]!) < (i % size === 2 ? SAME_HEIGHT : SAME_PLACE))
  );
}

/** Of one position: with or without a height. */
function sizeOf(coordinates: unknown): number {
  const [first] = coordinates as unknown[];
  return Array.isArray(first) ? sizeOf(first) : (coordinates as unknown[]).length;
}
