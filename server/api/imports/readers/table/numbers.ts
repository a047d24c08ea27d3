/** The sign before decimals. */
export type Decimal = '.' | ',';

const PLAIN = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;
const GROUPED: Record<Decimal, RegExp> = {
  '.': /^[-+]?\d{1,3}(?:[,’' \u00a0]\d{3})+(?:\.\d+)?$/,
  ',': /^[-+]?\d{1,3}(?:[.’' \u00a0]\d{3})+(?:,\d+)?$/,
};

/** A number with its decimal sign, also with its digits in groups; undefined for any other text. */
export function tableNumber(text: string, decimal: Decimal): number | undefined {
  const trimmed = text.trim().replace('\u2212', '-');
  const plain = decimal === ',' ? trimmed.replace(',', '.') : trimmed;
  if (PLAIN.test(plain) && !(decimal === ',' && trimmed.includes('.') && trimmed.includes(',')))
    return finite(Number(plain));
  if (!GROUPED[decimal].test(trimmed)) return undefined;
  const ungrouped = trimmed.replace(decimal === '.' ? /[,’' \u00a0]/g : /[.’' \u00a0]/g, '');
  return finite(Number(ungrouped.replace(',', '.')));
}

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);

/** Whether numbers of these cells have a decimal comma. */
export function decimalOf(cells: Iterable<string>): Decimal {
  let [commas, points] = [0, 0];
  for (const cell of cells) {
    if (/^\s*[-+]?\d+,\d+\s*$/.test(cell) || /^\s*[-+]?\d{1,3}(\.\d{3})+,\d+\s*$/.test(cell)) commas++;
    else if (/^\s*[-+]?\d+\.\d+\s*$/.test(cell)) points++;
  }
  return commas > points ? ',' : '.';
}

/** `45°30'15.5"N`, `45 30 15,5`, `n1 05 30.6`, `45:30:15S`: degrees, minutes and seconds. */
const DMS =
  /^([NSEWO+-])?\s*(\d{1,3})(?:\s*[°ºd:\s]\s*)(\d{1,2})(?:\s*['’′m:\s]\s*)(\d{1,2}(?:[.,]\d+)?)?\s*(?:["”″s]|''|’’)?\s*([NSEWO+-])?$/i;
/** `45°30.25'N`: degrees and decimal minutes. */
const DM = /^([NSEWO+-])?\s*(\d{1,3})(?:\s*[°ºd:\s]\s*)(\d{1,2}(?:[.,]\d+)?)\s*['’′m]?\s*([NSEWO])?$/i;
/** `45.5°N`, `N45.5`. */
const D = /^([NSEWO+-])?\s*(\d{1,3}(?:[.,]\d+)?)\s*[°ºd]?\s*([NSEWO])?$/i;

/** An ordinate: a number, or degrees with minutes and seconds, signed or with the letter of a direction. */
export function ordinateOf(text: string, decimal: Decimal): number | undefined {
  const number = tableNumber(text, decimal);
  if (number !== undefined) return number;
  const trimmed = text.trim().replace('\u2212', '-');
  const whole = DMS.exec(trimmed);
  if (whole) return angle(whole[1], whole[5], whole[2]!, whole[3]!, whole[4] ?? '0');
  const minutes = DM.exec(trimmed);
  if (minutes) return angle(minutes[1], minutes[4], minutes[2]!, minutes[3]!, '0');
  const degrees = D.exec(trimmed);
  // Otherwise any number in another writing would pass.
  if (degrees && (degrees[3] !== undefined || /[°ºd]/.test(trimmed) || /^[a-z]/i.test(trimmed)))
    return angle(degrees[1], degrees[3], degrees[2]!, '0', '0');
  return undefined;
}

function angle(
  before: string | undefined,
  after: string | undefined,
  degrees: string,
  minutes: string,
  seconds: string,
): number | undefined {
  // `W` and the Italian `O` (ovest) are west.
  if (before && after) return undefined;
  const [m, s] = [Number(minutes.replace(',', '.')), Number(seconds.replace(',', '.'))];
  if (m >= 60 || s >= 60) return undefined;
  const value = Number(degrees.replace(',', '.')) + m / 60 + s / 3600;
  return /[-SWO]/i.test((before ?? '') + (after ?? '')) ? -value : value;
}
