import { BookBuilder, linesOf } from './book-builder.ts';
import { coordinatesOf, type FieldBookFile } from './model.ts';

/** A list that Leica TPS print by a format file: set-ups, and of each point name, easting, northing, height, code. */
export function readLeicaList(text: string): FieldBookFile {
  const book = new BookBuilder('leica-list');
  let placeholders = 0;
  for (const [line, number] of linesOf(text)) {
    book.line = number;
    const plain = line.trim();
    if (plain === '' || /^(- )+-?$/.test(plain)) continue;
    const name = /^SETUP SN\s+(\S+)/.exec(plain);
    const height = /^IH\s+([-\d.]+)/.exec(plain);
    const orientation = /^Orientation Station\s+(\S+)/.exec(plain);
    const said = /^(JOB|INS\. TYPE\.?|INS\. NO\.?|OPERATOR|DATE)\s+(.*)$/.exec(plain);
    const { station } = book;
    if (name) book.setUp({ name: name[1]! });
    else if (height && station) {
      const value = book.length(height[1], 'IH');
      if (value !== undefined) station.instrumentHeight = value;
    } else if (orientation && station) {
      if (orientation[1] !== '0') station.backsight = orientation[1]!;
    } else if (said) {
      if (said[1] === 'JOB') book.job = said[2]!.trim();
      else if (said[1]!.startsWith('INS. TYPE')) book.instrument = said[2]!.trim();
      else book.note(plain);
    } else if (plain.includes(',')) placeholders += row(book, plain);
    else book.note(plain);
  }
  if (placeholders > 0) book.problem('placeholder-coordinates', { count: placeholders }, 0);
  return book.finish();
}

/** Returns 1 for a row that has only the places of numbers: 1.00, 1.00, 1.00. */
function row(book: BookBuilder, plain: string): number {
  const [name = '', first, second, third, code] = plain.split(',').map((field) => field.trim());
  const [east, north, height] = [first, second, third].map((field) => book.length(field, 'E'));
  const at = coordinatesOf(east, north, height);
  if (name === '' || !at) {
    book.cut(plain);
    return 0;
  }
  if (east === 1 && north === 1 && (height === undefined || height === 1)) return 1;
  book.once('axes-assumed-east');
  book.point({ name, at, origin: 'measured', code: code?.replace(/-+$/, '').trim() || undefined });
  return 0;
}
