import { BookBuilder, linesOf } from './book-builder.ts';
import { coordinatesOf, type AngleUnit, type FieldBookFile } from './model.ts';

const ANGLES: Record<string, AngleUnit> = { '1': 'deg', '2': 'gon', '4': 'mil' };

/** Sokkia SDR20 and SDR33: columns of fixed width; numbers of 10 or 16 characters, names of 4 or 16. */
export function readSdr(text: string): FieldBookFile {
  const book = new BookBuilder('sdr');
  const state: SdrState = { name: 16, value: 16, eastFirst: false, horizon: false };
  for (const [raw, number] of linesOf(text)) {
    book.line = number;
    const line = raw.replace(/[\p{Control}]/gu, '');
    // A sum of bytes ends a transfer.
    if (line.trim() === '' || /^\s*\d{1,6}\s*$/.test(line)) continue;
    if (/^\d\d\S\S/.test(line)) record(book, line, state);
    else book.unknown(line);
  }
  return book.finish();
}

interface SdrState {
  name: number;
  value: number;
  eastFirst: boolean;
  horizon: boolean;
  targetHeight?: number | undefined;
  prism?: number | undefined;
}

function record(book: BookBuilder, line: string, state: SdrState): void {
  let at = 4;
  const take = (width: number) => line.slice(at, (at += width)).trim();
  const name = () => take(state.name).replace(/^0+(?=.)/, '');
  const value = () => take(state.value);
  const type = line.slice(0, 2);
  switch (type) {
    case '00': {
      if (/^00..SDR2/.test(line)) [state.name, state.value] = [4, 10];
      const unit = ANGLES[line[40] ?? ''];
      if (unit) book.units.angle = unit;
      else book.problem('unit-unknown', { what: '00', unit: line[40] ?? '' });
      book.units.length = line[41] === '2' ? 'ft' : 'm';
      state.eastFirst = line[44] === '2';
      return;
    }
    case '01':
      book.instrument = line
        .slice(4, 21)
        .replace(/^[:\d]/, '')
        .trim();
      state.horizon = line[50] === '2';
      return;
    case '02': {
      const station = { name: name(), at: place(book, value(), value(), value(), state) };
      const instrumentHeight = book.length(value(), 'HI');
      book.setUp({ ...station, instrumentHeight, code: take(16) || undefined });
      return;
    }
    case '03':
      state.targetHeight = book.length(value(), 'HT');
      return;
    case '06':
      book.scale = book.number(value(), '06');
      return;
    case '07': {
      const [own, other] = [name(), name()];
      const [azimuth, circle] = [book.angle(value(), '07'), book.angle(value(), '07')];
      const { station } = book;
      if (!station) return book.problem('backsight-without-station');
      if (own !== '' && own !== station.name)
        book.problem('other-station', { name: own, station: station.name });
      station.backsight = other;
      if (azimuth !== undefined) station.azimuth = azimuth;
      if (circle !== undefined) station.circle = circle;
      return;
    }
    case '08': {
      const point = name();
      const at = place(book, value(), value(), value(), state);
      if (point === '' || !at) return book.cut(line);
      const code = take(16) || undefined;
      // KI: from the keyboard; TP: from the instrument's own computation.
      const origin = /^08(KI|PC)/.test(line) ? 'control' : 'measured';
      book.point({ name: point, at, origin, code });
      return;
    }
    case '09':
    case '11':
      observation(book, line, state, { name, value, take });
      return;
    case '10':
      book.job = take(16) || undefined;
      // Which corrections the instrument applied to its coordinates.
      book.note(line.trim());
      return;
    case '13': {
      const prism = /^13PCP\.C\. mm Applied:\s*([-+]?[\d.]+)/.exec(line);
      if (prism) state.prism = Number(prism[1]) / 1000;
      else book.note(line.slice(4).trim());
      return;
    }
    default:
      if (/^(04|05|12|1[4-9]|[2-4]\d)$/.test(type)) book.note(line.trim());
      else book.unknown(line);
  }
}

interface Columns {
  name: () => string;
  value: () => string;
  take: (width: number) => string;
}

function observation(book: BookBuilder, line: string, state: SdrState, { name, value, take }: Columns): void {
  const [own, target] = [name(), name()];
  const [first, second, third] = [value(), value(), value()];
  const code = take(16) || undefined;
  if (target === '' || line.length < 4 + 2 * state.name + state.value * 2 + 1) return book.cut(line);
  const { station } = book;
  if (!station) book.setUp({ name: own });
  else if (own !== '' && own !== station.name)
    book.problem('other-station', { name: own, station: station.name });
  const shared = { target, targetHeight: state.targetHeight, prism: state.prism, corrected: true, code };
  if (line.startsWith('11')) {
    // Reduced already: azimuth, horizontal distance, difference of height.
    if (book.station) book.station.oriented = true;
    const [circle, horizontal] = [book.angle(first, '11'), book.distance(second, '11')];
    return book.observe({
      ...shared,
      purpose: 'sideshot',
      circle,
      horizontal,
      vertical: book.length(third, '11'),
    });
  }
  const vertical = book.angle(second, 'V');
  const zenith = vertical === undefined || !state.horizon ? vertical : (450 - vertical) % 360;
  const face = line.startsWith('09F2') ? 2 : 1;
  const purpose = book.station?.backsight === target ? 'backsight' : 'sideshot';
  const [slope, circle] = [book.distance(first, 'SD'), book.angle(third, 'H')];
  book.observe({ ...shared, purpose, face, slope, zenith, circle });
}

function place(book: BookBuilder, first: string, second: string, third: string, { eastFirst }: SdrState) {
  const [a, b, height] = [book.length(first, 'N'), book.length(second, 'E'), book.length(third, 'H')];
  return eastFirst ? coordinatesOf(a, b, height) : coordinatesOf(b, a, height);
}
