import { UnheldNumber } from '../../../../formats/exact-json.ts';
import type { Findings } from '../../../../base/problems.ts';

type FeatureMembers = Record<string, unknown>;

/**
 * What becomes of numbers that a JavaScript number cannot hold. A whole number is kept as text, and so are the other
 * numbers of its field, so that the field is of one kind; a number beyond every double is dropped alone.
 */
export class FieldNumbers {
  /** Values by field. */
  readonly #whole = new Map<string, number>();
  readonly #beyond = new Map<string, number>();

  /** Counts the values of a feature; all are counted before the first is replaced. */
  see(feature: unknown): void {
    for (const [name, value] of valuesOf(feature)) this.#count(name, value);
  }

  report(findings: Findings): void {
    for (const [field, count] of this.#whole) findings.once('integers-as-text', { field, count });
    for (const [field, count] of this.#beyond) findings.once('numbers-beyond', { field, count });
  }

  replace(feature: unknown): unknown {
    if (!isMembers(feature)) return feature;
    const replaced = { ...feature };
    if ('id' in replaced) replaced['id'] = this.#replaced('id', replaced['id']);
    if (isMembers(feature['properties']))
      replaced['properties'] = Object.fromEntries(
        Object.entries(feature['properties']).map(([name, value]) => [name, this.#replaced(name, value)]),
      );
    return replaced;
  }

  #count(name: string, value: unknown): void {
    if (value instanceof UnheldNumber) {
      const counts = value.whole ? this.#whole : this.#beyond;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    } else if (isMembers(value) || Array.isArray(value))
      for (const inner of Object.values(value)) this.#count(name, inner);
  }

  #replaced(name: string, value: unknown): unknown {
    if (typeof value === 'number') return this.#whole.has(name) ? String(value) : value;
    return withoutUnheld(value);
  }
}

function withoutUnheld(value: unknown): unknown {
  if (value instanceof UnheldNumber) return value.whole ? value.text : null;
  if (Array.isArray(value)) return value.map(withoutUnheld);
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutUnheld(inner)]));
}

function valuesOf(feature: unknown): [string, unknown][] {
  if (!isMembers(feature)) return [];
  const { properties } = feature;
  const values = isMembers(properties) ? Object.entries(properties) : [];
  return 'id' in feature && !values.some(([name]) => name === 'id')
    ? [['id', feature['id']], ...values]
    : values;
}

function isMembers(value: unknown): value is FeatureMembers {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof UnheldNumber)
  );
}
