import { isEqualJson, type MapObject } from '#core/document';
import { propertyOf } from '#core/kernel';

/** What can differ between two states of an object. */
export type Aspect = 'geometry' | 'type' | 'relations' | 'label' | `attribute:${string}`;

export interface Difference {
  readonly aspect: Aspect;
  /** Undefined for a missing attribute. */
  readonly one: unknown;
  readonly other: unknown;
}

/** The differences of two states: geometry first, then type, attributes by name, relations, place of the label. */
export function differences(one: MapObject, other: MapObject): Difference[] {
  return aspectsOf(one, other).flatMap((aspect) => {
    const [left, right] = [read(one, aspect), read(other, aspect)];
    return isEqualJson(left, right) ? [] : [{ aspect, one: left, other: right }];
  });
}

/** The attribute name of an aspect, if it is an attribute. */
export function attributeOf(aspect: Aspect): string | undefined {
  return aspect.startsWith('attribute:') ? aspect.slice('attribute:'.length) : undefined;
}

export function read(object: MapObject, aspect: Aspect): unknown {
  if (aspect === 'geometry') return object.location;
  if (aspect === 'type') return object.typeName;
  if (aspect === 'relations') return object.relatesTo;
  if (aspect === 'label') return object.labelAt;
  return propertyOf(object.properties, attributeOf(aspect)!);
}

/** Returns `onto` with this aspect of `from`. */
export function carry(onto: MapObject, from: MapObject, aspect: Aspect): MapObject {
  if (aspect === 'geometry') return { ...onto, location: from.location };
  if (aspect === 'type') return { ...onto, typeName: from.typeName };
  if (aspect === 'relations') return { ...onto, relatesTo: from.relatesTo };
  if (aspect === 'label') return { ...onto, labelAt: from.labelAt };
  const name = attributeOf(aspect)!;
  if (name in from.properties)
    return { ...onto, properties: { ...onto.properties, [name]: propertyOf(from.properties, name) } };
  const { [name]: _, ...properties } = onto.properties;
  return { ...onto, properties };
}

function aspectsOf(one: MapObject, other: MapObject): Aspect[] {
  const names = new Set([...Object.keys(one.properties), ...Object.keys(other.properties)]);
  const attributes = [...names].sort().map((name): Aspect => `attribute:${name}`);
  return ['geometry', 'type', ...attributes, 'relations', 'label'];
}
