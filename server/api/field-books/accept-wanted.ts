import {
  CodeReader,
  MAX_ACCEPTED_POINTS,
  typeByCode,
  type Field,
  type FieldBook,
  type FieldBookResult,
  type FieldBookTypes,
  type FieldCode,
  type Geometry,
  type StoredCodeList,
  type Position,
  type Properties,
} from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import {
  attributesOf,
  FIELDS,
  inSpace,
  LINE_FIELDS,
  linePropertiesOf,
  propertiesOf,
} from './accept-values.ts';
import type { PlacedLine } from './lines.ts';

/** What is to be an object. */
export interface Wanted {
  /** Of a line its key, otherwise the name of a point. */
  key: string;
  isLine: boolean;
  typeName: string;
  geometry: Geometry;
  propertiesIn(fields: readonly Field[]): Properties;
}

/** A type that is made where it does not exist. */
export interface WantedType {
  geometryType: 'Point' | 'LineString' | 'Polygon';
  fields: Field[];
  color: string | null;
}

export interface WantedObjects {
  objects: Wanted[];
  types: Map<string, WantedType>;
  /** By which heights became heights above the ellipsoid. */
  geoid: string | null;
}

/** All of a book that are to be objects. */
export async function wantedOf(
  { points }: FieldBookResult,
  { heights }: FieldBook,
  { types, list, lines }: { types: FieldBookTypes; list: StoredCodeList; lines: readonly PlacedLine[] },
  names: ReadonlySet<string> | undefined,
): Promise<WantedObjects> {
  const typeOf = typeByCode(types, list);
  const reader = new CodeReader(list);
  const wanted: WantedObjects = { objects: [], types: new Map(), geoid: null };
  const put = (object: Wanted, type: Omit<WantedType, 'color'>, rule: FieldCode | undefined) => {
    wanted.objects.push(object);
    const before = wanted.types.get(object.typeName)?.fields ?? type.fields;
    const names = new Set(before.map(({ name }) => name));
    const more = attributesOf(rule).filter(({ name }) => !names.has(name));
    wanted.types.set(object.typeName, { ...type, fields: [...before, ...more], color: rule?.color ?? null });
  };
  for (const point of points) {
    const { name, code, position, height } = point;
    const typeName = position && (!names || names.has(name)) ? typeOf(code) : null;
    if (typeName === null) continue;
    const rule = code === null ? undefined : reader.read(code).parts.find((part) => part.rule)?.rule;
    const { position: coordinates, geoid } = await inSpace(position!, height, heights);
    wanted.geoid ??= geoid;
    const geometry: Geometry = { type: 'Point', coordinates };
    const propertiesIn = (fields: readonly Field[]) => propertiesOf(point, fields, rule);
    const object = { key: name, isLine: false, typeName, geometry, propertiesIn };
    put(object, { geometryType: 'Point', fields: FIELDS }, rule);
  }
  if (wanted.objects.length === 0 && lines.length === 0) throw new HttpError(422, 'field-book.no-points');
  for (const line of lines) {
    const { key, rule, positions, corners } = line;
    if (!positions) continue;
    const isArea = rule.line.kind === 'area';
    const hasHeights = corners.every(({ height }) => height !== undefined);
    const coordinates: Position[] = [];
    for (const [i, position] of positions.entries()) {
      const height = hasHeights ? corners[i]!.height! : null;
      coordinates.push((await inSpace(position, height, heights)).position);
    }
    const geometry: Geometry = isArea
      ? { type: 'Polygon', coordinates: [coordinates] }
      : { type: 'LineString', coordinates };
    const propertiesIn = (fields: readonly Field[]) => linePropertiesOf(line, fields);
    const object = { key, isLine: true, typeName: rule.line.typeName, geometry, propertiesIn };
    put(object, { geometryType: isArea ? 'Polygon' : 'LineString', fields: LINE_FIELDS }, rule);
  }
  if (wanted.objects.length > MAX_ACCEPTED_POINTS)
    throw new HttpError(422, 'field-book.too-many-points', { most: MAX_ACCEPTED_POINTS });
  return wanted;
}
