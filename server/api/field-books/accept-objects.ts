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
  type Position,
  type Properties,
  type StoredCodeList,
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

/** An object as it is to be. */
export interface PlannedObject {
  /** Of a line its key, otherwise the name of a point. */
  key: string;
  isLine: boolean;
  typeName: string;
  geometry: Geometry;
  propertiesIn(fields: readonly Field[]): Properties;
}

/** A type that is made where it does not exist. */
export interface PlannedType {
  /** Null: objects of several kinds are of it. */
  geometryType: 'Point' | 'LineString' | 'Polygon' | null;
  /** By name. */
  fields: Map<string, Field>;
  /** Of the first code that has one. */
  color: string | null;
}

interface Accepting {
  types: FieldBookTypes;
  list: StoredCodeList;
  lines: readonly PlacedLine[];
  /** Of points; undefined: all. */
  names: ReadonlySet<string> | undefined;
}

/** The objects that a book is to have, and their types. Throws HttpError 422 where there are none, or too many. */
export async function planObjects(
  { points }: FieldBookResult,
  { heights }: FieldBook,
  { types, list, lines, names }: Accepting,
): Promise<Plan> {
  const typeOf = typeByCode(types, list);
  const reader = new CodeReader(list);
  const plan = new Plan();
  for (const point of points) {
    const { name, code, position, height } = point;
    const typeName = position && (!names || names.has(name)) ? typeOf(code) : null;
    if (typeName === null) continue;
    const rule = code === null ? undefined : reader.ruleOf(code);
    const { position: coordinates, geoid } = await inSpace(position!, height, heights);
    plan.geoid ??= geoid;
    plan.add(
      {
        key: name,
        isLine: false,
        typeName,
        geometry: { type: 'Point', coordinates },
        propertiesIn: (fields) => propertiesOf(point, fields, rule),
      },
      FIELDS,
      rule,
    );
  }
  for (const line of lines) {
    const geometry = await geometryOf(line, heights);
    if (!geometry) {
      plan.outside.push(line.name);
      continue;
    }
    const { key, rule } = line;
    plan.add(
      {
        key,
        isLine: true,
        typeName: rule.line.typeName,
        geometry,
        propertiesIn: (fields) => linePropertiesOf(line, fields),
      },
      LINE_FIELDS,
      rule,
    );
  }
  if (plan.objects.length === 0) throw new HttpError(422, 'field-book.no-points');
  if (plan.objects.length > MAX_ACCEPTED_POINTS)
    throw new HttpError(422, 'field-book.too-many-points', { most: MAX_ACCEPTED_POINTS });
  return plan;
}

/** Undefined where a corner has no place on the earth. */
async function geometryOf(
  { rule, positions, corners }: PlacedLine,
  heights: FieldBook['heights'],
): Promise<Geometry | undefined> {
  if (!positions) return undefined;
  const hasHeights = corners.every(({ height }) => height !== undefined);
  const coordinates: Position[] = [];
  for (const [i, position] of positions.entries()) {
    const height = hasHeights ? corners[i]!.height! : null;
    coordinates.push((await inSpace(position, height, heights)).position);
  }
  return rule.line.kind === 'area'
    ? { type: 'Polygon', coordinates: [coordinates] }
    : { type: 'LineString', coordinates };
}

class Plan {
  readonly objects: PlannedObject[] = [];
  readonly types = new Map<string, PlannedType>();
  /** Names of lines that are not made, because they reach beyond the CRS. */
  readonly outside: string[] = [];
  /** By which heights became heights above the ellipsoid. */
  geoid: string | null = null;

  add(object: PlannedObject, fields: readonly Field[], rule: FieldCode | undefined): void {
    this.objects.push(object);
    const geometryType = object.geometry.type as PlannedType['geometryType'];
    const type = this.types.get(object.typeName) ?? { geometryType, fields: new Map(), color: null };
    if (type.geometryType !== geometryType) type.geometryType = null;
    type.color ??= rule?.color ?? null;
    for (const field of [...fields, ...attributesOf(rule)])
      if (!type.fields.has(field.name)) type.fields.set(field.name, field);
    this.types.set(object.typeName, type);
  }
}
