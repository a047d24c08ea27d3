import { BookBuilder, degreesOf, linesOf } from './book-builder.ts';
import { coordinatesOf, type FieldBookFile } from './model.ts';

/** Topcon: GTS-7 (records with names), or what older GTS send (one stream of fields between underscores). */
export function readTopcon(text: string): FieldBookFile {
  const book = new BookBuilder('topcon');
  if (isStream(text)) readStream(book, text);
  else {
    const reader = new RecordReader(book);
    for (const [line, number] of linesOf(text)) {
      book.line = number;
      reader.record(line);
    }
  }
  return book.finish();
}

export function isStream(text: string): boolean {
  return /_\+[^_]*_ ?[?RU]\+?\d/.test(text);
}

/** A point whose values are in the next record. */
interface NamedPoint {
  target: string;
  targetHeight: number | undefined;
  code: string | undefined;
  purpose: 'backsight' | 'sideshot';
}

/** `STN 1,1.500,CODE`, then `XYZ`, `BKB`, and of each point a record of its name and one of its values. */
class RecordReader {
  readonly #book: BookBuilder;
  #point: NamedPoint | undefined;

  constructor(book: BookBuilder) {
    this.#book = book;
  }

  record(line: string): void {
    const book = this.#book;
    const match = /^\s*([A-Z][A-Z0-9-]*)\s+(.*)$/.exec(line);
    if (!match) {
      if (line.trim() !== '') book.unknown(line);
      return;
    }
    const [, type, rest] = match as unknown as [string, string, string];
    const fields = rest.split(',').map((field) => field.trim());
    const [first = '', second, third] = fields;
    switch (type) {
      case 'GTS-7':
        return;
      case 'JOB':
        book.job = first || undefined;
        return;
      case 'INST':
        book.instrument = rest.trim() || undefined;
        return;
      case 'UNITS':
        book.units.length = first === 'F' ? 'ft' : 'm';
        book.units.angle = second === 'G' ? 'gon' : second === 'M' ? 'mil' : 'dms';
        return;
      case 'SCALE':
        book.scale = book.number(first, 'SCALE');
        return;
      case 'STN':
        book.setUp({ name: first, instrumentHeight: book.length(second, 'HI'), code: third || undefined });
        return;
      case 'XYZ':
        this.#coordinates(fields, line);
        return;
      case 'BKB': {
        const { station } = book;
        if (!station) return book.problem('backsight-without-station');
        station.backsight = first;
        const [azimuth, circle] = [book.angle(second, 'BKB'), book.angle(third, 'BKB')];
        if (azimuth !== undefined) station.azimuth = azimuth;
        if (circle !== undefined) station.circle = circle;
        return;
      }
      case 'BS':
      case 'FS':
      case 'SS':
        this.#point = {
          target: first,
          targetHeight: book.length(second, 'HT'),
          code: third || undefined,
          purpose: type === 'BS' ? 'backsight' : 'sideshot',
        };
        return;
      case 'HV':
      case 'SD':
      case 'HD':
        this.#values(type, fields, line);
        return;
      default:
        if (/^(ATMOS|NOTE|NAME|DATE|MC|OFF|TRAV|CTL|COMMENT)/.test(type)) book.note(line.trim());
        else book.unknown(line);
    }
  }

  /** Of the point before, or of the station. */
  #coordinates(fields: readonly string[], line: string): void {
    const book = this.#book;
    const [east, north, height] = fields.map((field) => book.length(field, 'XYZ'));
    const at = coordinatesOf(east, north, height);
    if (!at) return book.cut(line);
    book.once('axes-assumed-east');
    if (this.#point) {
      const { target, code } = this.#point;
      book.point({ name: target, at, origin: 'measured', code });
      this.#point = undefined;
    } else if (book.station) book.station.at = at;
  }

  #values(type: 'HV' | 'SD' | 'HD', fields: readonly string[], line: string): void {
    const book = this.#book;
    const point = this.#point;
    if (!point) return book.problem('value-without-point', { text: line.slice(0, 40) });
    if (fields.length < (type === 'HV' ? 2 : 3)) return book.cut(line);
    const [first, second, third] = fields;
    const shared = { ...point, circle: book.angle(first, 'HA'), corrected: true };
    if (type === 'HD')
      book.observe({
        ...shared,
        horizontal: book.distance(second, 'HD'),
        vertical: book.length(third, 'VD'),
      });
    else
      book.observe({
        ...shared,
        zenith: book.angle(second, 'VA'),
        slope: type === 'SD' ? book.distance(third, 'SD') : undefined,
      });
    this.#point = undefined;
  }
}

const STATION = /_'([^_]*)_\(([^_]*)_\)([\d.]*)/g;
const SHOT = /_\+([^_]*)_ ?\?\+?(\d{8})([mf])(\d{7})\+(\d{7})([gd])[^_]*(?:_\*([^_]*)_?,([\d.]+))?/g;

/**
 * `_'station_(code_)height_+point_ ?+distance m zenith+circle g+…_*code_,height`; lines are wrapped anywhere and end with a
 * sum of four digits.
 */
function readStream(book: BookBuilder, text: string): void {
  let whole = '';
  /** Where each line begins in `whole`. */
  const starts: number[] = [];
  for (const [line] of linesOf(text)) {
    starts.push(whole.length);
    whole += line
      .replace(/[\p{Control}]/gu, '')
      .replace(/(?<=[_*)+\d].*)\d{4}$/, (sum, at: number) => (at >= line.length - 4 ? '' : sum));
  }
  const shots = [...whole.matchAll(SHOT)];
  const records = [...whole.matchAll(STATION), ...shots].sort((a, b) => a.index - b.index);
  let row = 0;
  for (const match of records) {
    while (row + 1 < starts.length && starts[row + 1]! <= match.index) row++;
    book.line = row + 1;
    if (match[0].startsWith("_'")) {
      const [, name, code, height] = match;
      book.setUp({
        name: name || 'S1',
        instrumentHeight: book.length(height, 'HI'),
        code: code || undefined,
      });
    } else streamedShot(book, match);
  }
  const begun = whole.match(/_\+[^_]*_/g)?.length ?? 0;
  if (begun > shots.length) book.problem('records-lost', { count: begun - shots.length }, 0);
}

function streamedShot(book: BookBuilder, match: RegExpMatchArray): void {
  const [, target = '', distance, unit, zenith, circle, angle, code, height] = match;
  book.units.length = unit === 'f' ? 'ft' : 'm';
  book.units.angle = angle === 'g' ? 'gon' : 'dms';
  const degrees = (digits: string, what: string) => {
    const shown = Number(digits) / 10_000;
    return book.checkAngle(degreesOf(shown, book.units.angle), what, shown, book.units.angle);
  };
  book.observe({
    target,
    purpose: 'sideshot',
    slope: book.distance(String(Number(distance) / 1000), 'SD'),
    zenith: degrees(zenith!, 'V'),
    circle: degrees(circle!, 'H'),
    targetHeight: book.length(height, 'HT'),
    corrected: true,
    code: code || undefined,
  });
}
