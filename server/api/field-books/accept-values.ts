import { isDeepStrictEqual } from 'node:util';
import { geoidAt } from '#core/geodesy';
import {
  POINT_NAME_FIELDS,
  type Field,
  type FieldBook,
  type FieldBookPoint,
  type Properties,
} from '#core/protocol';
import type { LockedObject } from '../../shared/geometries/locked-objects.ts';

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
const NAMES = {
  code: ['code', 'codice'],
  height: ['height', 'quota'],
  accuracy: ['accuracy', 'precisione', 'sigma'],
  accuracyHeight: ['accuracy_height', 'precisione_quota', 'sigma_height'],
};

/** Longitude, latitude and ellipsoidal height where the point has one, with the geoid that it was converted by. */
export async function coordinatesOf(
  { position, height }: FieldBookPoint,
  heights: FieldBook['heights'],
): Promise<[[number, number] | [number, number, number], string | null]> {
  const [longitude, latitude] = position!;
  if (height === null) return [[longitude, latitude], null];
  if (heights === 'ellipsoid') return [[longitude, latitude, height], null];
  const geoid = await geoidAt(longitude, latitude);
  return [[longitude, latitude, height + geoid.height], geoid.model];
}

/** What a point says, in the fields that its type has; accuracies are one standard deviation in metres. */
export function propertiesOf(point: FieldBookPoint, fields: readonly Field[]): Properties {
  const { name, code, height, ellipse, sigmaHeight } = point;
  const values: Properties = {};
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

/** Whether an object has these values and is at this place already. */
export function isAsComputed(
  { location, about }: LockedObject,
  coordinates: readonly number[],
  properties: Properties,
): boolean {
  return (
    isThere(location, coordinates) &&
    isDeepStrictEqual({ ...about.properties, ...properties }, { ...about.properties })
  );
}

function isThere(location: string, [longitude, latitude, height]: readonly number[]): boolean {
  const { coordinates } = JSON.parse(location) as { coordinates: number[] };
  const [x, y, z] = coordinates;
  const near = Math.abs(x! - longitude!) < SAME_PLACE && Math.abs(y! - latitude!) < SAME_PLACE;
  return (
    near && (z === undefined) === (height === undefined) && Math.abs((z ?? 0) - (height ?? 0)) < SAME_HEIGHT
  );
}
