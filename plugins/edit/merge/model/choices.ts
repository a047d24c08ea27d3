import type { MapObject } from '#core/document';
import { fieldProblem, isEmpty } from '#core/fields';
import type { Field } from '#core/protocol';

/** What the merged object has in a field: the value of one of the objects, their sum, nothing. */
export type Choice = { readonly from: string } | 'sum' | 'empty';

export interface Offer {
  readonly choice: Choice;
  readonly value: unknown;
}

/** What can be chosen for a field: each different value once, the sum of numbers, nothing unless it is required. */
export function offersFor(field: Field, objects: readonly MapObject[]): Offer[] {
  const offers: Offer[] = [];
  const values = objects.map(({ properties }) => properties[field.name]);
  values.forEach((value, i) => {
    if (isEmpty(value) || offers.some((offer) => same(offer.value, value))) return;
    offers.push({ choice: { from: objects[i]!.id }, value });
  });
  const numbers = values.filter((value) => typeof value === 'number');
  if (!field.unique && (field.type === 'number' || field.type === 'integer') && numbers.length > 1) {
    // Twelve digits hide 0.1 + 0.2.
    const value = Number(numbers.reduce((sum, number) => sum + number, 0).toPrecision(12));
    if (!fieldProblem(field, value)) offers.push({ choice: 'sum', value });
  }
  if (!field.required || offers.length === 0) offers.push({ choice: 'empty', value: undefined });
  return offers;
}

/** What is meant unless another is chosen: the kept object's value, or else the first there is. */
export function usual(field: Field, objects: readonly MapObject[], kept: MapObject): Offer {
  const offers = offersFor(field, objects);
  const own = kept.properties[field.name];
  return (isEmpty(own) ? undefined : offers.find(({ value }) => same(value, own))) ?? offers[0]!;
}

export function keyOf(choice: Choice): string {
  return typeof choice === 'string' ? choice : `from ${choice.from}`;
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
