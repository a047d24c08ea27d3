import { SPLIT_TOLERANCE, type Language } from '#core/protocol';
import type { SplitFault } from '#core/shapes';
import { HttpError } from '../../../base/http-error.ts';

/** The HttpError for a cut that does not divide the object, with the reason. */
export function splitError(fault: SplitFault, kind: 'line' | 'polygon', language: Language): HttpError {
  const { reason, metres, at } = fault;
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  const key = kind === 'line' ? `split.line.${reason}` : `split.polygon.${reason}`;
  return new HttpError(422, key, {
    most: SPLIT_TOLERANCE,
    ...(metres === undefined ? {} : { metres: number(metres, 2) }),
    ...(at === undefined ? {} : { place: `${number(at[0], 7)}; ${number(at[1], 7)}` }),
  });
}
