import { BookBuilder, degreesOf, linesOf } from './book-builder.ts';
import { coordinatesOf, METRES_IN, type AngleUnit, type Coordinates, type FieldBookFile } from './model.ts';

interface Word {
  index: number;
  /** The whole text of the data, with its sign in front. */
  data: string;
  unit: string;
  /** Third digit of words that have one: 331 to 336 are readings of a staff. */
  third: string;
}

const ANGLES: Record<string, AngleUnit> = { '2': 'gon', '3': 'deg', '4': 'dms', '5': 'mil' };
/**
 * Words that are read, or that repeat what others say: 12 to 19 of the instrument and the time, 32 and 33 beside 31, 52 to 57 of the
 * distance meter.
 */
const USED = new Set([
  11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 31, 32, 33, 41, 51, 52, 53, 55, 57, 58, 59,
]);
/** Metres of the last digit, by the code of the unit. */
const LENGTHS: Record<string, number> = {
  '0': 0.001,
  '1': METRES_IN.ft / 1000,
  '6': 0.0001,
  '7': METRES_IN.ft / 10_000,
  '8': 0.00001,
};

/** Leica GSI-8 and GSI-16: words of fixed width, of which those of one measurement are a block. */
export function readGsi(text: string): FieldBookFile {
  const book = new BookBuilder('gsi');
  const reader = new GsiReader(book);
  for (const [line, number] of linesOf(text)) {
    book.line = number;
    for (const block of blocksOf(line, book)) reader.block(block);
  }
  return book.finish();
}

/** The blocks of a line, each begins with a point number or a code. */
function* blocksOf(line: string, book: BookBuilder): Generator<Word[]> {
  // Devices add control characters around a transfer.
  const plain = line.replace(/[\p{Control}]/gu, '').trim();
  if (plain === '') return;
  const wide = plain.startsWith('*');
  const width = wide ? 16 : 8;
  let rest = wide ? plain.slice(1) : plain;
  let block: Word[] = [];
  while (rest !== '') {
    const head = /^(\d\d)(.{4})([-+ ])/.exec(rest);
    if (!head) {
      book.problem('word-unknown', { text: rest.slice(0, 24) });
      break;
    }
    const data = rest.slice(7, 7 + width);
    if (data.length < width && !/^(1[1]|4\d|7\d)/.test(rest)) {
      book.problem('word-cut', { text: rest.slice(0, 24) });
      break;
    }
    const index = Number(head[1]);
    if ((index === 11 || index === 41) && block.length > 0) {
      yield block;
      block = [];
    }
    block.push({ index, data: head[3]! + data, unit: head[2]![3]!, third: head[2]![0]! });
    rest = rest.slice(7 + width).trimStart();
    if (rest.startsWith('*')) rest = rest.slice(1);
  }
  if (block.length > 0) yield block;
}

class GsiReader {
  #book: BookBuilder;
  #code: string | undefined;
  #stationKey = '';
  /** Points that a level has read since its line began. */
  readonly #levelled = new Set<string>();

  constructor(book: BookBuilder) {
    this.#book = book;
  }

  block(words: readonly Word[]): void {
    const book = this.#book;
    const of = (index: number) => words.find((word) => word.index === index);
    const code = of(41) ?? of(71);
    const remarks = words
      .filter(({ index }) => index > 71 && index < 80)
      .map(textOf)
      .filter(Boolean);
    if (remarks.length > 0) book.note(remarks.join(' '));
    for (const { index } of words)
      if (
        !USED.has(index) &&
        (index < 41 || index > 49) &&
        (index < 71 || index > 79) &&
        (index < 81 || index > 88)
      )
        book.unused(`word ${index}`);
    if (of(41)) {
      this.#code = textOf(of(41)!);
      // A level begins a line with a code.
      if (this.#code.startsWith('?')) this.#levelled.clear();
      const info = words.filter(({ index }) => index > 41 && index < 50).map(textOf);
      book.note([this.#code, ...info].filter(Boolean).join(' '));
      if (!of(11)) return;
    }
    const point = of(11);
    if (!point) {
      book.problem('word-missing', { word: '11' });
      return;
    }
    const name = textOf(point);
    if (of(13)) book.instrument = textOf(of(13)!);
    const station = this.#place(of(84), of(85), of(86));
    const target = this.#place(of(81), of(82), of(83));
    const instrumentHeight = this.#length(of(88));
    const measured = [21, 22, 31, 32, 33].some((index) => of(index));
    const staff = words.find((word) => word.index === 33 && /[1-6]/.test(word.third));
    if (staff) return this.#level(name, staff, of(32));
    const height = this.#length(of(83));
    if (!measured && !target && height !== undefined) {
      // Words 573 and 574 are sums along the line: the level writes them beside a height that it has computed.
      const isComputed = this.#levelled.has(name) || words.some(isSumOfLine);
      if (isComputed) book.unused('word 83');
      else book.add({ kind: 'height', line: book.line, name, height });
    }
    this.#setUp(name, station, instrumentHeight, measured);
    if (measured) {
      const [ppm, prism] = this.#correction(of(51), of(58), of(59));
      book.observe({
        target: name,
        purpose: 'sideshot',
        circle: this.#angle(of(21), 'Hz'),
        zenith: this.#angle(of(22), 'V'),
        slope: book.checkDistance(this.#length(of(31)), '31'),
        horizontal: of(31) ? undefined : book.checkDistance(this.#length(of(32)), '32'),
        vertical: of(31) ? undefined : this.#length(of(33)),
        targetHeight: this.#length(of(87)),
        ppm,
        prism,
        // The instrument writes distances with its corrections.
        corrected: true,
        code: code ? textOf(code) || undefined : this.#code,
        at: target,
      });
    } else if (target) {
      book.point({ name, at: target, origin: 'control', code: code && textOf(code) });
    }
    // A code that stands before a measurement is of this one only.
    if (!of(41)) this.#code = undefined;
  }

  /**
   * A reading of a level: 331 and 335 back, 332 and 336 forward, 333 between, 334 set out. The level is a station whose height is
   * its line of sight; each first reading back begins a new one.
   */
  #level(target: string, staff: Word, distance: Word | undefined): void {
    const book = this.#book;
    const reading = this.#length(staff);
    if (staff.third === '1') book.setUp({ name: `(${book.stationCount + 1})`, instrumentHeight: 0 });
    if (!book.station) return book.problem('level-without-back', { name: target });
    if (reading === undefined) return;
    this.#levelled.add(target);
    book.observe({
      target,
      purpose: '15'.includes(staff.third)
        ? 'backsight'
        : '26'.includes(staff.third)
          ? 'foresight'
          : 'sideshot',
      horizontal: distance && book.checkDistance(this.#length(distance), '32'),
      vertical: 0 - reading,
      targetHeight: 0,
      corrected: true,
    });
  }

  /** A block of a station has no measurement; in others its words say when the instrument was moved. */
  #setUp(name: string, at: Coordinates | undefined, height: number | undefined, measured: boolean): void {
    const book = this.#book;
    const key = at ? `${at.east} ${at.north}` : `${height ?? ''}`;
    if (!measured) {
      if (!at && height === undefined) return;
      book.setUp({ name, at, instrumentHeight: height });
      this.#stationKey = key;
      return;
    }
    if (!book.station || (at && key !== this.#stationKey && book.station.at)) {
      book.once('station-unnamed');
      book.setUp({ name: `S${book.stationCount + 1}`, at, instrumentHeight: height });
      this.#stationKey = key;
    } else if (at && !book.station.at) {
      book.station.at = at;
      this.#stationKey = key;
    } else if (height !== undefined) {
      if (book.station.instrumentHeight === undefined) book.station.instrumentHeight = height;
      else if (Math.abs(book.station.instrumentHeight - height) > 1e-9)
        book.once('instrument-height-changes', { was: book.station.instrumentHeight, is: height });
    }
  }

  #place(east: Word | undefined, north: Word | undefined, height: Word | undefined): Coordinates | undefined {
    return coordinatesOf(this.#length(east), this.#length(north), this.#length(height));
  }

  #integer({ data, index }: Word): number | undefined {
    const value = /^[-+ ]\d+$/.test(data) ? Number(data.replace(' ', '+')) : NaN;
    if (Number.isFinite(value)) return value;
    if (data.trim().replace(/[-+ ]/g, '') !== '')
      this.#book.problem('no-number', { what: String(index), text: data });
    return undefined;
  }

  #length(word: Word | undefined): number | undefined {
    if (!word) return undefined;
    const value = this.#integer(word);
    const unit = LENGTHS[word.unit === '.' ? '0' : word.unit];
    if (unit === undefined) {
      this.#book.problem('unit-unknown', { what: word.index, unit: word.unit });
      return undefined;
    }
    if (word.unit === '1' || word.unit === '7') this.#book.units.length = 'ft';
    return value === undefined ? undefined : Number((value * unit).toFixed(7));
  }

  #angle(word: Word | undefined, what: string): number | undefined {
    if (!word) return undefined;
    const value = this.#integer(word);
    const unit = ANGLES[word.unit];
    if (!unit) {
      this.#book.problem('unit-unknown', { what: word.index, unit: word.unit });
      return undefined;
    }
    if (value === undefined) return undefined;
    this.#book.units.angle = unit;
    // 1/100 000 of a unit, seconds in tenths as DDDMMSSs, mils in 1/10 000.
    const shown = value / (unit === 'mil' ? 10_000 : 100_000);
    return this.#book.checkAngle(degreesOf(shown, unit), what, shown, unit);
  }

  /** Word 51 holds both, ppm and millimetres; 58 tenths of millimetres, 59 tenths of ppm. */
  #correction(both: Word | undefined, prism: Word | undefined, ppm: Word | undefined) {
    const parts = both && /^([-+]\d+)([-+]\d{3})$/.exec(both.data);
    const constant = prism && this.#integer(prism);
    const atmosphere = ppm && this.#integer(ppm);
    return [
      parts ? Number(parts[1]) : atmosphere === undefined ? undefined : atmosphere / 10,
      parts ? Number(parts[2]) / 1000 : constant === undefined ? undefined : constant / 10_000,
    ] as const;
  }
}

function isSumOfLine({ index, third }: Word): boolean {
  return index === 57 && '34'.includes(third);
}

/** Names are filled up with zeros in front. */
function textOf({ data }: Word): string {
  const text = data.slice(1).trim();
  return text.replace(/^0+(?=.)/, '');
}
