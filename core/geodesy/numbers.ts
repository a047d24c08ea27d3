import { withMinus } from '#core/kernel';

/** Thousands separated by spaces or apostrophes. */
const GROUPED = /^[+-]?\d{1,3}(?:[\s'’]\d{3})+(?![\s'’\d])/;

/**
 * Parses a number as people write it: `1234.5`, `1234,5`, `1.234,5`, `1 234.5`, `1'234.5`. A single point or comma is
 * the decimal separator; of both, the last one is. The same separator several times separates thousands.
 */
export function parseNumber(text: string): number | undefined {
  const bare = text
    .trim()
    .replace(/^\u2212/, '-')
    .replace(GROUPED, (whole) => whole.replace(/[\s'’]/g, ''));
  if (!/^[+-]?[\d.,]*\d[\d.,]*(e[+-]?\d+)?$/i.test(bare)) return undefined;
  const [points, commas] = [count(bare, '.'), count(bare, ',')];
  if (points > 1 && commas > 1) return undefined;
  let decimal = '';
  if (points > 0 && commas > 0) decimal = bare.lastIndexOf('.') > bare.lastIndexOf(',') ? '.' : ',';
  else if (points + commas === 1) decimal = points === 1 ? '.' : ',';
  if (decimal && count(bare, decimal) > 1) return undefined;
  const grouping = decimal === '.' ? ',' : decimal === ',' ? '.' : /[.,]/g;
  const value = Number(bare.replaceAll(grouping, '').replace(',', '.'));
  return Number.isFinite(value) ? value : undefined;
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Formats a number for `locale`, with exactly `digits` decimals. */
export function printNumber(value: number, digits: number, locale: string): string {
  const key = `${locale} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(key, format);
  }
  return withMinus(format.format(Number(value.toFixed(digits)) === 0 ? 0 : value));
}

/**
 * Like `printNumber`, but without thousands separators and with a hyphen as minus sign: for copying into other
 * programs.
 */
export function printPlain(value: number, digits: number, locale: string): string {
  const text = value.toFixed(digits);
  return printNumber(0.5, 1, locale).includes(',') ? text.replace('.', ',') : text;
}
