import type { MapObject } from '#core/document';
import { fieldProblem, isEmpty } from '#core/fields';
import { propertyOf } from '#core/kernel';
import type { Field } from '#core/protocol';

/** The value of a field in the merged object: that of one of the objects, their sum, or none. */
export type ValueChoice = { readonly from: string } | 'sum' | 'empty';

export interface Offer {
  readonly choice: ValueChoice;
  readonly value: unknown;
}

/**
 * Returns the choices for a field: each distinct value, the sum of numbers, and none if the field is not required.
 */
export function offersFor(field: Field, objects: readonly MapObject[]): Offer[] {
  const offers: Offer[] = [];
  const values = objects.map(({ properties }) => propertyOf(properties, field.name));
  values.forEach((value, i) => {
    if (isEmpty(value) || offers.some((offer) => same(offer.value, value))) return;
    offers.push({ choice: { from: objects[i]!.id }, value });
  });
  const numbers = values.filter((value) => typeof value === 'number');
  if (!field.unique && (field.type === 'number' || field.type === 'integer') && numbers.length > 1) {
    // Rounded to twelve digits, so that 0.1 + 0.2 is 0.3.
    const value = Number(numbers.reduce((sum, number) => sum + number, 0).toPrecision(12));
    if (!fieldProblem(field, value)) offers.push({ choice: 'sum', value });
  }
  if (!field.required || offers.length === 0) offers.push({ choice: 'empty', value: undefined });
  return offers;
}

/** Returns the default choice: the value of the kept object, or else the first one. */
export function defaultOffer(field: Field, objects: readonly MapObject[], target: MapObject): Offer {
  const offers = offersFor(field, objects);
  const own = propertyOf(target.properties, field.name);
  return (isEmpty(own) ? undefined : offers.find(({ value }) => same(value, own))) ?? offers[0]!;
}

export function keyOf(choice: ValueChoice): string {
  return typeof choice === 'string' ? choice : `from ${choice.from}`;
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
