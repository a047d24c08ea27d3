import { contains, crsOf, parseCoordinates } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { fieldsOf, joined, separatorOf, type Separator } from './split-line.ts';

/** Which columns a text has besides the coordinates. `auto`: as fits most lines. */
export type Columns = 'auto' | 'coordinates' | 'coordinates-height' | 'name' | 'name-height';
/** Which of two coordinates without letters comes first. */
export type AxisOrder = 'auto' | 'en' | 'ne';

export interface ReadPoint {
  /** From 1. */
  readonly line: number;
  readonly name: string;
  readonly code: string;
  /** The coordinates as they were written. */
  readonly given: string;
  /** Longitude and latitude (WGS 84, degrees), and the height as given, metres. */
  readonly position: Position;
  /** The system of the line: one that it names, otherwise that of the text. */
  readonly crs: string;
}

/** A line that is not a point. */
export interface UnreadLine {
  readonly line: number;
  readonly text: string;
}

export interface ReadPoints {
  readonly points: readonly ReadPoint[];
  readonly unread: readonly UnreadLine[];
  /** What was assumed about the text. */
  readonly hasNames: boolean;
  readonly order: 'en' | 'ne';
  readonly header: boolean;
}

/** Most lines of a pasted text; files may be larger. */
export const MAX_LINES = 20_000;
/** Lines that decide what columns a text has. */
const SAMPLE = 200;

interface Layout {
  /** Fields before the coordinates. */
  readonly names: 0 | 1;
  readonly order: 'en' | 'ne';
  readonly height: 'maybe' | 'never';
}

export interface ReadOptions {
  /** The system of lines that name none. Must be loaded. */
  readonly crs: string;
  readonly columns?: Columns;
  readonly order?: AxisOrder;
}

/**
 * Reads points from pasted text, one per line: an optional name, the coordinates in any notation of
 * `parseCoordinates`, an optional height, and the rest as code. Empty lines and comments (`#`) are skipped. Whether
 * the first number is a name, and which coordinate is first, is decided for the whole text: as most lines then lie in
 * the area of use of the system.
 */
export function readPoints(text: string, { crs, columns = 'auto', order = 'auto' }: ReadOptions): ReadPoints {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line, i) => ({ line: i + 1, text: line.trim() }))
    .filter((line) => line.text !== '' && !line.text.startsWith('#'));
  const layout = layoutOf(lines.slice(0, SAMPLE), crs, columns, order);
  const points: ReadPoint[] = [];
  const unread: UnreadLine[] = [];
  let header = false;
  for (const [i, each] of lines.entries()) {
    const point = pointOf(each.text, each.line, crs, layout);
    if (point) points.push(point);
    else if (i === 0 && isHeader(each.text)) header = true;
    else unread.push(each);
  }
  return { points, unread, hasNames: points.some(({ name }) => name !== ''), order: layout.order, header };
}

function layoutOf(
  lines: readonly { text: string; line: number }[],
  crs: string,
  columns: Columns,
  order: AxisOrder,
): Layout {
  const system = crsOf(crs);
  const own = system?.axes ?? 'en';
  const orders = order === 'auto' ? ([own, own === 'en' ? 'ne' : 'en'] as const) : [order];
  const names =
    columns === 'auto' ? ([0, 1] as const) : [columns.startsWith('name') ? (1 as const) : (0 as const)];
  const height = columns === 'auto' || columns.endsWith('height') ? 'maybe' : 'never';
  let best: { layout: Layout; score: number } | undefined;
  for (const each of orders)
    for (const count of names) {
      const layout: Layout = { names: count, order: each, height };
      let score = 0;
      for (const { text, line } of lines) {
        const point = pointOf(text, line, crs, layout);
        if (!point) continue;
        score += system?.bounds && !contains(system.bounds, point.position) ? 1 : 3;
        // `12 45.4642 9.19`: a whole number before a place is a name, unless a number is then left over.
        if (count === 1 && /^\d+$/.test(point.name) && !/^\d/.test(point.code)) score += 0.5;
      }
      if (!best || score > best.score) best = { layout, score };
    }
  return best!.layout;
}

function isHeader(text: string): boolean {
  return !/\d{3}/.test(text) && /[a-z]/i.test(text);
}

function pointOf(text: string, line: number, crs: string, layout: Layout): ReadPoint | undefined {
  const commas = decimalCommas(text, crs);
  if (commas) return { line, name: '', code: '', given: text, position: commas.position, crs: commas.crs };
  const separator = separatorOf(text);
  const fields = fieldsOf(text, separator);
  for (const names of layout.names === 1 ? ([1, 0] as const) : ([0] as const)) {
    // A line without the name that the others have: only if nothing else fits.
    const found = coordinatesIn(fields.slice(names), separator, crs, layout);
    if (!found) continue;
    const { parsed, count } = found;
    const used = fields.slice(names, names + count);
    return {
      line,
      name: names === 1 ? fields[0]! : '',
      code: fields
        .slice(names + count)
        .filter(Boolean)
        .join(' '),
      given: joined(used, separator),
      position: parsed.position,
      crs: parsed.crs,
    };
  }
  // A name before coordinates with letters or degrees: `P1 45°27'51" N 9°11'24" E`.
  if (
    layout.names === 0 &&
    fields.length > 2 &&
    !/^[+-]?[\d.,]+$/.test(fields[0]!) &&
    !isOrdinate(fields[0]!)
  ) {
    return pointOf(text, line, crs, { ...layout, names: 1 });
  }
  return undefined;
}

/** `45,123,9,456`: two numbers with decimal commas, where these lie in the area of use. */
function decimalCommas(text: string, crs: string): Parsed | undefined {
  if (!/^[+-]?\d+,\d+,\s*[+-]?\d+,\d+$/.test(text)) return undefined;
  const parsed = parseCoordinates(text, crs);
  const bounds = crsOf(crs)?.bounds;
  return parsed && bounds && contains(bounds, parsed.position) ? parsed : undefined;
}

/** `N`, `45°`, `E9`, `lat`: belongs to coordinates. */
function isOrdinate(field: string): boolean {
  return /[°º]|^(lat|lon|[NSEWOXYZ])[.:=\d]*$|^EPSG/i.test(field);
}

type Parsed = NonNullable<ReturnType<typeof parseCoordinates>>;

/** The coordinates at the start of the fields, with as many fields as belong to them. */
function coordinatesIn(
  fields: readonly string[],
  separator: Separator,
  crs: string,
  { order, height }: Layout,
): { parsed: Parsed; count: number } | undefined {
  // Degrees, minutes and seconds separated by blanks take up to nine fields.
  const most = Math.min(fields.length, 12);
  for (let count = most; count >= 1; count--) {
    const own = fields.slice(0, count);
    const parsed = parseIn(own, separator, crs, order);
    if (!parsed || (height === 'never' && parsed.position.length === 3)) continue;
    return { parsed, count };
  }
  return undefined;
}

function parseIn(
  fields: readonly string[],
  separator: Separator,
  crs: string,
  order: 'en' | 'ne',
): Parsed | undefined {
  const system = crsOf(crs);
  const plain = fields.length === 2 || fields.length === 3;
  if (plain && system && order !== system.axes && fields.slice(0, 2).every(isPlain)) {
    const [first, second, third] = fields;
    const letters = order === 'en' ? ['E', 'N'] : ['N', 'E'];
    const lettered = [
      `${letters[0]} ${first}`,
      `${letters[1]} ${second}`,
      ...(third === undefined ? [] : [third]),
    ];
    return parseCoordinates(lettered.join('; '), crs);
  }
  return parseCoordinates(joined(fields, separator), crs);
}

/** A number without letters or signs of degrees. */
function isPlain(field: string): boolean {
  return /^[+-]?[\d.,'’]+$/.test(field);
}
