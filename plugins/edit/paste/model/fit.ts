import type { MapObject } from '#core/document';
import { fieldProblem, isEmpty } from '#core/fields';
import { newUuid } from '#core/kernel';
import type { ObjectType } from '#core/protocol';
import type { ParsedObject } from './read.ts';

/** Something that cannot be pasted, and how many objects it affects. */
export interface Loss {
  /**
   * The object is skipped (`type`, `geometry`, `locked`, `required`), or only one of its values (`field`, `value`,
   * `unique`).
   */
  readonly kind: 'type' | 'geometry' | 'locked' | 'required' | 'field' | 'value' | 'unique';
  /** The name of the type or field. */
  readonly name: string;
  readonly count: number;
}

export interface FittedObjects {
  readonly objects: readonly MapObject[];
  readonly losses: readonly Loss[];
}

export interface FitOptions {
  /** The type for objects whose type the project does not have. */
  readonly instead: string | undefined;
  /** Fields of that type by the names of the values that fill them; others keep their names. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly isLocked: (typeName: string) => boolean;
}

/**
 * Converts pasted objects to objects of the project: with their own type, or with `instead` if the project does not
 * have it. Values are kept if the type has the field and accepts them. Unique values are dropped, except required
 * ones: the person is asked for another value then.
 */
export function fitted(
  read: readonly ParsedObject[],
  types: ReadonlyMap<string, ObjectType>,
  { instead, fields = {}, isLocked }: FitOptions,
): FittedObjects {
  const losses = new Map<string, Loss>();
  const lose = (kind: Loss['kind'], name: string): void => {
    const key = `${kind} ${name}`;
    losses.set(key, { kind, name, count: (losses.get(key)?.count ?? 0) + 1 });
  };
  const objects: MapObject[] = [];
  for (const { geometry, typeName, properties } of read) {
    const own = types.get(typeName ?? '');
    const type = own ?? types.get(instead ?? '');
    if (!type) lose('type', typeName ?? '');
    else if (isLocked(type.name)) lose('locked', type.name);
    else if (!takes(type, geometry.type)) lose('geometry', type.name);
    else {
      const accepted = acceptedOf(own ? properties : renamed(properties, fields), type, lose);
      const missing = type.fields.find(({ name, required }) => required && isEmpty(accepted[name]));
      if (missing) lose('required', missing.name);
      else
        objects.push({
          id: newUuid(),
          typeName: type.name,
          location: geometry,
          properties: accepted,
          relatesTo: [],
        });
    }
  }
  return { objects, losses: [...losses.values()] };
}

function renamed(
  properties: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [fields[name] ?? name, value]));
}

function takes({ geometryType }: ObjectType, given: string): boolean {
  return geometryType === null || given === geometryType || given === `Multi${geometryType}`;
}

function acceptedOf(
  properties: Readonly<Record<string, unknown>>,
  { fields }: ObjectType,
  lose: (kind: Loss['kind'], name: string) => void,
): Record<string, unknown> {
  const accepted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) {
    if (isEmpty(value)) continue;
    const field = fields.find((each) => each.name === name);
    if (!field) lose('field', name);
    else if (field.unique && !field.required) lose('unique', name);
    else if (fieldProblem(field, value)) lose('value', name);
    else accepted[name] = value;
  }
  return accepted;
}
