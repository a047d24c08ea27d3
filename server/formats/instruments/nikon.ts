import { BookBuilder, linesOf } from './book-builder.ts';
import { coordinatesOf, type FieldBookFile } from './model.ts';

/** Nikon RAW: records separated by commas; comments name the units. */
export function readNikon(text: string): FieldBookFile {
  const book = new BookBuilder('nikon');
  const state: NikonState = { eastFirst: false, zero: 'zenith', azimuths: false };
  for (const [line, number] of linesOf(text)) {
    book.line = number;
    if (line.trim() === '') continue;
    const [type = '', ...fields] = line.split(',').map((field) => field.trim());
    if (type === 'CO') comment(book, line.slice(3).trim(), state);
    else record(book, { type, fields, line }, state);
  }
  return book.finish();
}

interface NikonState {
  eastFirst: boolean;
  /** Where vertical angles are 0. */
  zero: string;
  /** Readings of the circle are azimuths. */
  azimuths: boolean;
  prism?: number;
}

function comment(book: BookBuilder, text: string, state: NikonState): void {
  const [, name = '', value = ''] = /^([\w .]+?)\s*:\s*(.*)$/.exec(text) ?? [];
  const said = value.toLowerCase();
  if (/^dist units$/i.test(name))
    book.units.length = /met/.test(said) ? 'm' : /us/.test(said) ? 'usft' : /f/.test(said) ? 'ft' : 'm';
  else if (/^angle units$/i.test(name))
    book.units.angle = /gon|grad/.test(said) ? 'gon' : /mil/.test(said) ? 'mil' : 'dms';
  else if (/^coord order$/i.test(name)) state.eastFirst = said.startsWith('en');
  else if (/^zero va$/i.test(name)) state.zero = said;
  else if (/^ha raw data$/i.test(name)) state.azimuths = /azimuth/.test(said);
  else if (/^instrument$/i.test(name)) book.instrument = value || undefined;
  else if (/<job>/i.test(text)) book.job = text.slice(0, text.search(/<job>/i)).trim() || undefined;
  const prism = /Prism:\s*([-+]?[\d.]+)/.exec(text);
  if (prism) state.prism = Number(prism[1]) / 1000;
  if (text !== '') book.note(text);
}

function record(
  book: BookBuilder,
  { type, fields, line }: { type: string; fields: string[]; line: string },
  state: NikonState,
): void {
  switch (type) {
    case 'MP':
    case 'UP':
    case 'CC':
    case 'RE': {
      if (fields.length < 5) return book.cut(line);
      const [name = '', , first, second, third, code] = fields;
      const [a, b, height] = [book.length(first, 'N'), book.length(second, 'E'), book.length(third, 'Z')];
      const at = state.eastFirst ? coordinatesOf(a, b, height) : coordinatesOf(b, a, height);
      if (!at) return book.cut(line);
      const origin = type === 'MP' || type === 'UP' ? 'control' : 'measured';
      book.point({ name, at, origin, code: code || undefined });
      return;
    }
    case 'ST': {
      if (fields.length < 5) return book.cut(line);
      const [name = '', , backsight, , height, azimuth, circle] = fields;
      book.setUp({
        name,
        instrumentHeight: book.length(height, 'HI'),
        backsight: backsight || undefined,
        azimuth: book.angle(azimuth, 'AZ'),
        circle: book.angle(circle, 'HA'),
        oriented: state.azimuths || undefined,
      });
      return;
    }
    case 'CP':
      // With an id after the name.
      if (fields.length < 6) return book.cut(line);
      return observe(book, [fields[0]!, ...fields.slice(2)], { type, state });
    case 'F1':
    case 'F2':
    case 'SS':
      if (fields.length < 5) return book.cut(line);
      return observe(book, fields, { type, state });
    case 'SO':
    case 'DL':
    case 'TR':
    case 'OB':
    case 'BL':
    case 'JB':
    case 'MC':
      book.note(line);
      return;
    default:
      book.unknown(line);
  }
}

function observe(
  book: BookBuilder,
  [name = '', height, distance, circle, vertical, , code]: readonly string[],
  { type, state }: { type: string; state: NikonState },
): void {
  const angle = book.angle(vertical, 'VA');
  const zenith = angle === undefined || state.zero.startsWith('zen') ? angle : (450 - angle) % 360;
  const faced = type === 'F1' || type === 'F2';
  // The first pointing to a backsight has no name of its own.
  const target = name || (faced ? (book.station?.backsight ?? '') : '');
  if (target === '' && faced) {
    book.problem('backsight-unnamed');
    return;
  }
  book.observe({
    target,
    purpose: faced || target === book.station?.backsight ? 'backsight' : 'sideshot',
    face: type === 'F2' ? 2 : undefined,
    targetHeight: book.length(height, 'HT'),
    slope: book.distance(distance, 'SD'),
    circle: book.angle(circle, 'HA'),
    zenith,
    prism: state.prism,
    corrected: true,
    code: code || undefined,
  });
}
