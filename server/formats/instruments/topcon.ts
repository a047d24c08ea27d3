import { BookBuilder, degreesOf, linesOf } from './book-builder.ts';
import type { FieldBookFile } from './model.ts';

/** Topcon: GTS-7 (records with names), or what older GTS send (one stream of fields between underscores). */
export function readTopcon(text: string): FieldBookFile {
  const book = new BookBuilder('topcon');
  if (isStream(text)) readStream(book, text);
  else for (const [line, number] of linesOf(text)) named(book, line, number);
  return book.finish();
}

export function isStream(text: string): boolean {
  return /_\+[^_]*_ ?[?RU]\+?\d/.test(text);
}

let pending:
  | { target: string; targetHeight?: number | undefined; code?: string; purpose: 'backsight' | 'sideshot' }
  | undefined;

/** `STN 1,1.500,CODE`, then `XYZ`, `BKB`, and of each point a record of its name and one of its values. */
function named(book: BookBuilder, line: string, number: number): void {
  book.line = number;
  if (number === 1) pending = undefined;
  const match = /^\s*([A-Z][A-Z0-9-]*)\s+(.*)$/.exec(line);
  if (!match) {
    if (line.trim() !== '') book.problem('record-unknown', { text: line.slice(0, 40) });
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
    case 'XYZ': {
      const [east, north, height] = fields.map((field) => book.length(field, 'XYZ'));
      if (east === undefined || north === undefined)
        return book.problem('record-cut', { text: line.slice(0, 40) });
      const at = height === undefined ? { east, north } : { east, north, height };
      if (pending) {
        const { target, code } = pending;
        book.add({
          kind: 'point',
          line: number,
          name: target,
          at,
          origin: 'measured',
          ...(code && { code }),
        });
        pending = undefined;
      } else if (book.station) book.station.at = at;
      return;
    }
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
    case 'SS': {
      const purpose = type === 'BS' ? 'backsight' : 'sideshot';
      pending = { target: first, targetHeight: book.length(second, 'HT'), code: third || '', purpose };
      return;
    }
    case 'HV':
    case 'SD':
    case 'HD': {
      if (!pending) return book.problem('value-without-point', { text: line.slice(0, 40) });
      if (fields.length < (type === 'HV' ? 2 : 3))
        return book.problem('record-cut', { text: line.slice(0, 40) });
      const { code, ...of } = pending;
      const circle = book.angle(first, 'HA');
      const shared = { ...of, circle, corrected: true, code: code || undefined };
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
      pending = undefined;
      return;
    }
    default:
      if (/^(ATMOS|NOTE|NAME|DATE|MC|OFF|TRAV|CTL|COMMENT)/.test(type))
        book.add({ kind: 'note', line: number, text: line.trim() });
      else book.problem('record-unknown', { text: line.slice(0, 40) });
  }
}

/**
 * `_'station_(code_)height_+point_ ?+distance m zenith+circle g+…_*code_,height`; lines are wrapped anywhere and end with a
 * sum of four digits.
 */
function readStream(book: BookBuilder, text: string): void {
  const whole = text
    .split(/\r*\n|\r+/)
    .map((line) =>
      line
        .replace(/[\p{Control}]/gu, '')
        .replace(/(?<=[_*)+\d].*)\d{4}$/, (sum, at: number) => (at >= line.length - 4 ? '' : sum)),
    )
    .join('');
  const station = /_'([^_]*)_\(([^_]*)_\)([\d.]*)/g;
  const shot = /_\+([^_]*)_ ?\?\+?(\d{8})([mf])(\d{7})\+(\d{7})([gd])[^_]*(?:_\*([^_]*)_?,([\d.]+))?/g;
  const found = [
    ...[...whole.matchAll(station)].map((match) => ({ match, isStation: true })),
    ...[...whole.matchAll(shot)].map((match) => ({ match, isStation: false })),
  ].sort((a, b) => a.match.index - b.match.index);
  for (const [i, { match, isStation }] of found.entries()) {
    book.line = i + 1;
    if (isStation) {
      const [, name, code, height] = match;
      book.setUp({
        name: name || 'S1',
        instrumentHeight: book.length(height, 'HI'),
        code: code || undefined,
      });
      continue;
    }
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
  const begun = whole.match(/_\+[^_]*_/g)?.length ?? 0;
  const read = found.filter(({ isStation }) => !isStation).length;
  if (begun > read) book.problem('records-lost', { count: begun - read }, 0);
}
