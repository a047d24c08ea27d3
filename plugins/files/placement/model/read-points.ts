import type { ControlPoint } from '#core/protocol';
import { MAX_CONTROL_POINTS } from '#core/protocol';

/** Points of a text, and the lines that are none. */
export interface ReadControlPoints {
  readonly points: readonly ControlPoint[];
  readonly unread: readonly number[];
  /** More than can be kept. */
  readonly tooMany: boolean;
}

/**
 * Reads lines of a name, x, y, z in the file and easting, northing, height on the map, separated by tabs, semicolons,
 * commas or spaces. Heights may both be missing. A first line without numbers is a header.
 */
export function readControlPoints(text: string): ReadControlPoints {
  const points: ControlPoint[] = [];
  const unread: number[] = [];
  const lines = text.split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const point = pointOf(line, points.length + 1);
    if (point) points.push(point);
    else if (i > 0 || /\d/.test(line.replace(/^\S*/, ''))) unread.push(i + 1);
  }
  return {
    points: points.slice(0, MAX_CONTROL_POINTS),
    unread,
    tooMany: points.length > MAX_CONTROL_POINTS,
  };
}

function pointOf(line: string, number: number): ControlPoint | undefined {
  const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : line.includes(',') ? ',' : /\s+/;
  const fields = line
    .trim()
    .split(separator)
    .map((field) => field.trim());
  const isDecimalComma = separator === '\t' || separator === ';';
  const numberOf = (field: string) => {
    const plain = isDecimalComma ? field.replace(',', '.') : field;
    return plain === '' ? NaN : Number(plain);
  };
  const numbers = (from: number) => fields.slice(from).map(numberOf);
  const named = fields.length === 7 || fields.length === 5;
  const values = numbers(named ? 1 : 0);
  if (values.some((value) => !Number.isFinite(value) || Math.abs(value) > 1e9)) return undefined;
  const name = (named ? fields[0]! : '') || `${number}`;
  if (values.length === 6)
    return {
      name: name.slice(0, 60),
      local: [values[0]!, values[1]!, values[2]!],
      map: [values[3]!, values[4]!, values[5]!],
      use: 'both',
    };
  if (values.length === 4)
    return {
      name: name.slice(0, 60),
      local: [values[0]!, values[1]!, 0],
      map: [values[2]!, values[3]!, 0],
      use: 'plan',
    };
  return undefined;
}
