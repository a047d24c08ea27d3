import { fieldsOf, type TextColumns } from '#core/protocol';

type Column = TextColumns['columns'][number];

/** Names of columns in English and Italian, without case and punctuation. */
const NAMES: Readonly<Record<string, Column>> = {
  x: 'x',
  easting: 'x',
  east: 'x',
  est: 'x',
  e: 'x',
  y: 'y',
  northing: 'y',
  north: 'y',
  nord: 'y',
  n: 'y',
  z: 'z',
  height: 'z',
  elevation: 'z',
  quota: 'z',
  h: 'z',
  r: 'red',
  red: 'red',
  rosso: 'red',
  g: 'green',
  green: 'green',
  verde: 'green',
  b: 'blue',
  blue: 'blue',
  blu: 'blue',
  i: 'intensity',
  intensity: 'intensity',
  reflectance: 'intensity',
  // Whatever encodes its last letter.
  intensit: 'intensity',
  class: 'classification',
  classification: 'classification',
  classe: 'classification',
  returnnumber: 'return',
  numberofreturns: 'returns',
  pointsourceid: 'source',
  gpstime: 'time',
  time: 'time',
};
/** What columns without names are, by their number. */
const BY_NUMBER: Readonly<Record<number, Column[]>> = {
  3: ['x', 'y', 'z'],
  4: ['x', 'y', 'z', 'intensity'],
  6: ['x', 'y', 'z', 'red', 'green', 'blue'],
  7: ['x', 'y', 'z', 'intensity', 'red', 'green', 'blue'],
};
const NUMBER = /^[-+]?(\d+[.,]?\d*|[.,]\d+)([eE][-+]?\d+)?$/;

const SHOWN_LINES = 20;
const SHOWN_LENGTH = 500;
const MAX_COLUMNS = 100;

/** The first lines of a text, to be looked at. */
export function firstLines(head: Buffer): string[] {
  const lines = head.toString('latin1').split(/\r\n|\n|\r/, SHOWN_LINES);
  return lines.map((line) => line.slice(0, SHOWN_LENGTH));
}

/** PTS begins with the number of its points. */
export const isPts = ([first = '']: readonly string[]): boolean => /^\s*\d+\s*$/.test(first);

/** Whether a line has three numbers. */
export const isPointText = (lines: readonly string[]): boolean =>
  lines.some((line) => numbersOf(line) !== undefined);

/** How a text of points is probably read, from its first lines; null when a person has to say. */
export function guessColumns(lines: readonly string[]): TextColumns | null {
  const split = splitOf(lines);
  if (!split) return null;
  const { fields, ...how } = split;
  const named = how.skip > 0 ? namesOf(lines[how.skip - 1]!, how) : undefined;
  const isPlain = fields.every((field) => NUMBER.test(field));
  const columns = named ?? (isPlain ? BY_NUMBER[fields.length] : undefined);
  return columns ? { ...how, columns } : null;
}

/** How its lines are split, with nothing said of the columns. */
export function unnamedColumns(lines: readonly string[]): TextColumns {
  const { fields = ['', '', ''], ...how } = splitOf(lines) ?? {
    separator: 'comma' as const,
    decimal: 'point' as const,
    skip: 0,
  };
  return { ...how, columns: fields.slice(0, MAX_COLUMNS).map(() => 'skip') };
}

function splitOf(
  lines: readonly string[],
): (Omit<TextColumns, 'columns'> & { fields: string[] }) | undefined {
  const skip = lines.findIndex((line) => numbersOf(line) !== undefined);
  const found = skip === -1 ? undefined : numbersOf(lines[skip]!);
  if (!found) return undefined;
  const { separator, fields } = found;
  const isComma = separator !== 'comma' && fields.some((field) => NUMBER.test(field) && field.includes(','));
  return { separator, decimal: isComma ? 'comma' : 'point', skip, fields };
}

/** The fields of a line of at least three numbers, with fewer others between: names of points, dates. */
function numbersOf(line: string): { separator: TextColumns['separator']; fields: string[] } | undefined {
  for (const others of [0, 1])
    for (const separator of ['tab', 'semicolon', 'comma', 'space'] as const) {
      const fields = fieldsOf(line, { separator });
      const numbers = fields.filter((field) => NUMBER.test(field)).length;
      const rest = fields.length - numbers;
      if (numbers >= 3 && (others === 0 ? rest === 0 : rest < numbers)) return { separator, fields };
    }
  return undefined;
}

/** Undefined unless it names x, y and z. */
function namesOf(line: string, how: Pick<TextColumns, 'separator'>): Column[] | undefined {
  const columns = fieldsOf(line.replace(/^[/#\s]+/, ''), how).map((name): Column => {
    const key = name.toLowerCase().replaceAll(/[^a-z]/g, '');
    return NAMES[key] ?? 'skip';
  });
  const once = (column: Column) => columns.filter((one) => one === column).length === 1;
  return once('x') && once('y') && once('z') ? columns : undefined;
}
