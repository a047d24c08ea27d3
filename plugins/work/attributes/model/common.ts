import { isEqualJson, type MapObject } from '#core/document';
import { conditionedFields, isInForm } from '#core/fields';
import { propertyOf } from '#core/kernel';
import type { Field, ObjectType } from '#core/protocol';

/** The value of a field in which several objects differ. */
export const MIXED = Symbol('several values');

/** A field that all objects have, with their common value. */
export interface CommonField {
  readonly field: Field;
  readonly value: unknown;
}

/**
 * The fields that every object's type has with the same name and type, in the order of the first one's type, with the
 * common value or `MIXED`: those that the form of one of the objects shows. Constraints of one type (required, narrower range) apply to all.
 */
export function commonFields(
  objects: readonly MapObject[],
  types: ReadonlyMap<string, ObjectType>,
): CommonField[] {
  const typeNames = new Set(objects.map(({ typeName }) => typeName));
  const forms = new Map([...typeNames].map((name) => [name, formOf(types.get(name))]));
  const isShownOfSome = (name: string) =>
    objects.some(({ typeName, properties }) => {
      const field = forms.get(typeName)!.get(name);
      return field !== undefined && isInForm(field, properties);
    });
  return fieldsOf(typeNames, types)
    .filter(({ unique, name }) => (!unique || objects.length === 1) && isShownOfSome(name))
    .map((field) => ({ field, value: shared(objects, field.name) }));
}

/** The fields by name, with the conditions of their groups. */
function formOf(type: ObjectType | undefined): ReadonlyMap<string, Field> {
  return new Map(type && conditionedFields(type).map((field) => [field.name, field]));
}

/** Like `commonFields`, of many objects of these types whose values are not known. */
export function unknownFields(
  typeNames: ReadonlySet<string>,
  types: ReadonlyMap<string, ObjectType>,
): CommonField[] {
  return fieldsOf(typeNames, types)
    .filter(({ unique }) => !unique)
    .map((field) => ({ field, value: MIXED }));
}

function fieldsOf(typeNames: ReadonlySet<string>, types: ReadonlyMap<string, ObjectType>): Field[] {
  const [first, ...others] = [...typeNames].map((name) => types.get(name));
  if (!first || others.some((type) => !type)) return [];
  return first.fields.flatMap((field) => {
    const twins = others.map((type) => type!.fields.find(({ name }) => name === field.name));
    if (twins.some((twin) => twin?.type !== field.type)) return [];
    return [twins.reduce<Field>((a, b) => strictest(a, b!), field)];
  });
}

/** Attributes without a field in the type, such as imported ones. */
export function looseAttributes(object: MapObject, type: ObjectType | undefined): [string, unknown][] {
  const described = new Set(type?.fields.map(({ name }) => name));
  return Object.entries(object.properties).filter(([name]) => !described.has(name));
}

function shared(objects: readonly MapObject[], name: string): unknown {
  const first = propertyOf(objects[0]?.properties, name);
  return objects.every(({ properties }) => isEqualJson(propertyOf(properties, name) ?? null, first ?? null))
    ? first
    : MIXED;
}

function strictest(a: Field, b: Field): Field {
  const choices = a.choices?.filter(({ value }) => b.choices?.some((other) => other.value === value));
  return {
    ...a,
    required: a.required || b.required,
    min: stricter(a.min, b.min, Math.max),
    max: stricter(a.max, b.max, Math.min),
    pattern: a.pattern ?? b.pattern,
    choices,
  };
}

function stricter(
  a: number | undefined,
  b: number | undefined,
  pick: (a: number, b: number) => number,
): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : pick(a, b);
}
