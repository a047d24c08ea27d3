import { BookBuilder, linesOf } from './book-builder.ts';
import { coordinatesOf, type AngleUnit, type FieldBookFile } from './model.ts';

/** Values of a point or a station, by the numbers of their labels. */
type Labels = Map<number, string>;

/** Trimble and Geodimeter ARE and JOB: `label=value`, one a line; label 5 begins a point, label 2 a station. */
export function readAre(text: string): FieldBookFile {
  const book = new BookBuilder('are');
  const reader = new AreReader(book);
  for (const [line, number] of linesOf(text)) {
    const match = /^\s*(\d{1,3})=(.*)$/.exec(line);
    if (match) reader.label(Number(match[1]), match[2]!.trim(), number);
    else if (line.trim() !== '' && line.trim() !== 'END') {
      book.line = number;
      book.unknown(line);
    }
  }
  reader.end();
  return book.finish();
}

/** Labels that are read. */
const USED = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 17, 18, 20, 21, 30, 37, 38, 39, 46, 62]);

class AreReader {
  #book: BookBuilder;
  #labels: Labels = new Map();
  #line = 1;
  #targetHeight: string | undefined;
  /** Of the reference object, whose coordinates follow its name. */
  #reference: Labels | undefined;

  constructor(book: BookBuilder) {
    this.#book = book;
  }

  label(label: number, value: string, line: number): void {
    const book = this.#book;
    book.line = line;
    if (label === 2 || label === 5) {
      this.end();
      this.#line = line;
    }
    switch (label) {
      case 0:
        if (value !== '') book.note(value);
        return;
      case 50:
        book.job = value || undefined;
        return;
      case 55:
      case 59:
        book.instrument ??= value || undefined;
        return;
      case 23:
        this.#units(value);
        return;
    }
    if (label === 62) this.#reference = new Map();
    const isPlace = label >= 37 && label <= 39;
    (isPlace && this.#reference ? this.#reference : this.#labels).set(label, value);
  }

  /** Of what was read since the last point or station. */
  end(): void {
    const book = this.#book;
    const labels = this.#labels;
    const line = book.line;
    const reference = this.#reference && this.#place(this.#reference);
    this.#labels = new Map();
    this.#reference = undefined;
    const others = [...labels].filter(([label]) => !USED.has(label));
    if (others.length > 0) book.note(others.map(([label, value]) => `${label}=${value}`).join(' '));
    book.line = this.#line;
    if (labels.has(2)) this.#setUp(labels);
    else if (labels.has(5)) this.#point(labels);
    else this.#rest(labels);
    if (reference && labels.get(62)) book.point({ name: labels.get(62)!, at: reference, origin: 'control' });
    book.line = line;
  }

  #setUp(labels: Labels): void {
    const book = this.#book;
    const circle = book.angle(labels.get(21), '21');
    book.setUp({
      name: labels.get(2)!,
      instrumentHeight: book.length(labels.get(3), '3'),
      at: this.#place(labels),
      backsight: labels.get(62) || undefined,
      circle,
      // The circle was set to the azimuth.
      azimuth: circle,
    });
  }

  #point(labels: Labels): void {
    const book = this.#book;
    const name = labels.get(5)!;
    this.#targetHeight = labels.get(6) ?? this.#targetHeight;
    const measured = [7, 8, 9, 11, 17].some((label) => labels.has(label));
    const at = this.#place(labels);
    const code = labels.get(4) || undefined;
    if (!measured) {
      // With a deviation (46) the instrument has computed them itself.
      const origin = labels.has(46) ? 'measured' : 'control';
      if (at) book.point({ name, at, origin, code });
      else book.cut(`5=${name}`);
      return;
    }
    const shared = {
      target: name,
      purpose: 'sideshot' as const,
      targetHeight: book.length(this.#targetHeight, '6'),
      prism: book.number(labels.get(20), '20'),
      ppm: book.number(labels.get(30), '30'),
      corrected: true,
      code,
      at,
    };
    const slope = book.distance(labels.get(9), '9');
    const horizontal = slope === undefined ? book.distance(labels.get(11), '11') : undefined;
    if (labels.has(7) || labels.has(8) || labels.has(9) || labels.has(11))
      book.observe({
        ...shared,
        circle: book.angle(labels.get(7), '7'),
        zenith: book.angle(labels.get(8), '8'),
        slope,
        horizontal,
        vertical: slope === undefined ? book.length(labels.get(10), '10') : undefined,
      });
    if (labels.has(17))
      book.observe({
        ...shared,
        face: 2,
        circle: book.angle(labels.get(17), '17'),
        zenith: book.angle(labels.get(18), '18'),
      });
  }

  /** The reference object of a station may follow it, after coordinates of other points. */
  #rest(labels: Labels): void {
    const { station } = this.#book;
    if (station && labels.get(62)) station.backsight = labels.get(62)!;
  }

  #place(labels: Labels) {
    const book = this.#book;
    const [north, east, height] = [37, 38, 39].map((label) => book.length(labels.get(label), String(label)));
    return coordinatesOf(east, north, height);
  }

  /** Digits: angle (mils, degrees with minutes, gon, decimal degrees), length (metres, feet), and others. */
  #units(value: string): void {
    const angles: Record<string, AngleUnit> = { '1': 'mil', '2': 'dms', '3': 'gon', '4': 'deg' };
    const lengths: Record<string, 'm' | 'ft'> = { '1': 'm', '2': 'ft' };
    const [angle, length] = [angles[value[0] ?? ''], lengths[value[1] ?? '']];
    if (angle && length) [this.#book.units.angle, this.#book.units.length] = [angle, length];
    else this.#book.once('unit-unknown', { what: '23', unit: value });
  }
}
