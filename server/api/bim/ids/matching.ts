import { XsdPattern } from '../../../formats/xsd-pattern.ts';
import type { IdsRestriction, IdsValue } from './document.ts';
import { parseNumber, toleranceOf } from './numbers.ts';

/** A value of a model: text, number in SI units, or yes and no. */
export type Actual = string | number | boolean;

/** Whether a value of a model is what an IDS wants. */
export function matches(wanted: IdsValue, actual: Actual): boolean {
  if ('simple' in wanted) return equals(wanted.simple, actual);
  const { restriction } = wanted;
  const { enumeration, patterns } = restriction;
  if (enumeration.length > 0 && !enumeration.some((each) => equals(each, actual))) return false;
  if (typeof actual === 'number') return patterns.length === 0 && inBounds(restriction, actual);
  const text = String(actual);
  if (patterns.length > 0 && !patterns.some((each) => XsdPattern.of(each).matches(text))) return false;
  return inLength(restriction, text) && textInBounds(restriction, text);
}

/** Names are text, in whatever form. */
export function matchesText(wanted: IdsValue, text: string): boolean {
  return matches(wanted, text);
}

function equals(wanted: string, actual: Actual): boolean {
  if (typeof actual === 'string') return wanted === actual;
  if (typeof actual === 'boolean') return wanted === String(actual) || wanted === (actual ? '1' : '0');
  const number = parseNumber(wanted);
  return number !== undefined && Math.abs(actual - number) <= toleranceOf(number);
}

function inBounds(restriction: IdsRestriction, actual: number): boolean {
  const { minInclusive, maxInclusive, minExclusive, maxExclusive } = restriction;
  const holds = (bound: string | undefined, test: (bound: number, tolerance: number) => boolean) => {
    if (bound === undefined) return true;
    const number = parseNumber(bound);
    return number !== undefined && test(number, toleranceOf(number));
  };
  return (
    holds(minInclusive, (bound, tolerance) => actual >= bound - tolerance) &&
    holds(maxInclusive, (bound, tolerance) => actual <= bound + tolerance) &&
    holds(minExclusive, (bound, tolerance) => actual > bound + tolerance) &&
    holds(maxExclusive, (bound, tolerance) => actual < bound - tolerance)
  );
}

function inLength({ length, minLength, maxLength }: IdsRestriction, text: string): boolean {
  const n = [...text].length;
  return (
    (length === undefined || n === length) &&
    (minLength === undefined || n >= minLength) &&
    (maxLength === undefined || n <= maxLength)
  );
}

/** Dates and times of ISO 8601 are in order as texts. */
function textInBounds(restriction: IdsRestriction, text: string): boolean {
  const { base, minInclusive, maxInclusive, minExclusive, maxExclusive } = restriction;
  const bounds = [minInclusive, maxInclusive, minExclusive, maxExclusive];
  if (bounds.every((each) => each === undefined)) return true;
  if (!/^xs:(date|dateTime|time)$/.test(base)) return false;
  return (
    (minInclusive === undefined || text >= minInclusive) &&
    (maxInclusive === undefined || text <= maxInclusive) &&
    (minExclusive === undefined || text > minExclusive) &&
    (maxExclusive === undefined || text < maxExclusive)
  );
}
