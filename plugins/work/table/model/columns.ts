import { measuresOf, type GeometryMeasures } from '#core/geodesy';
import type { MapObject } from '#core/document';
import { propertyOf } from '#core/kernel';
import type { Field, ObjectType } from '#core/protocol';

const MEASURES = ['area', 'perimeter', 'length'] as const;
export type Measure = (typeof MEASURES)[number];

/** A column of the table: the id, a field of the object type, or a measure of the geometry. */
export interface Column {
  /** What the server filters and sorts by. */
  readonly key: string;
  readonly kind: 'id' | 'field' | 'contributed' | Measure;
  /** Under which its width is stored. */
  readonly name: string;
  /** For an id or a measure, a field that describes its values. */
  readonly field: Field;
  /** Of a contributed column: its title, a text key with its namespace. */
  readonly title?: string;
  /** Of a contributed column: by the id of the object. */
  readonly texts?: ReadonlyMap<string, string>;
}

/** A column that another plugin adds. */
export type ContributedColumn = Required<Pick<Column, 'key' | 'title' | 'texts'>>;

/** The id, the fields in their order, the measures that objects of the type can have, and what plugins add. */
export function columnsOf(
  type: Pick<ObjectType, 'fields' | 'geometryType'> | undefined,
  contributed: readonly ContributedColumn[] = [],
): readonly Column[] {
  if (!type) return [];
  const measures = MEASURES.filter((measure) => measured(type.geometryType, measure));
  return [
    { key: 'id', kind: 'id', name: '$id', field: plainField('id', 'text') },
    ...type.fields.map((field) => ({
      key: `properties.${field.name}`,
      kind: 'field' as const,
      name: field.name,
      field,
    })),
    ...measures.map((kind) => ({
      key: `measures.${kind}`,
      kind,
      name: `$${kind}`,
      field: plainField(kind, 'number'),
    })),
    ...contributed.map((column) => ({
      ...column,
      kind: 'contributed' as const,
      name: `$${column.key}`,
      field: plainField(column.key, 'text'),
    })),
  ];
}

export function valueIn(object: MapObject, { kind, name, texts }: Column): unknown {
  if (kind === 'id') return object.id;
  if (kind === 'contributed') return texts?.get(object.id);
  return kind === 'field' ? propertyOf(object.properties, name) : measuresIn(object)[kind];
}

/** Whether its values are numbers, which are right-aligned and can be summed. */
export function isNumeric({ field: { type } }: Column): boolean {
  return type === 'number' || type === 'integer';
}

export function isEditable({ kind, field }: Column): boolean {
  return kind === 'field' && field.computed === undefined;
}

/** Whether an expression can set the values of a field. */
export function isCalculable({ type, computed, unique }: Field): boolean {
  return computed === undefined && !unique && (type === 'number' || type === 'integer' || type === 'text');
}

function measured(geometryType: ObjectType['geometryType'], measure: Measure): boolean {
  if (geometryType === null) return true;
  return geometryType.endsWith(measure === 'length' ? 'LineString' : 'Polygon');
}

function plainField(name: string, type: Field['type']): Field {
  return { name, title: { en: '', it: '' }, type, required: false };
}

/** The object with its measures among the attributes, so that filters find them. */
export function withMeasures(object: MapObject): MapObject {
  const measures = Object.entries(measuresIn(object)).map(([name, value]) => [`measures.${name}`, value]);
  return { ...object, properties: { ...object.properties, ...Object.fromEntries(measures) } };
}

const known = new WeakMap<MapObject, GeometryMeasures>();

/** Objects are immutable: each is measured once. */
function measuresIn(object: MapObject): GeometryMeasures {
  const measures = known.get(object) ?? measuresOf(object.location);
  known.set(object, measures);
  return measures;
}
