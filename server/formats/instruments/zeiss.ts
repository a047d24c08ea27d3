import { BookBuilder, linesOf } from './book-builder.ts';
import { coordinatesOf, type AngleUnit, type FieldBookFile, type LengthUnit } from './model.ts';

interface Value {
  type: string;
  text: string;
  unit: string;
}

const ANGLES: Record<string, AngleUnit> = { grd: 'gon', gon: 'gon', DMS: 'dms', DEG: 'deg', mil: 'mil' };
const LENGTHS: Record<string, LengthUnit> = { m: 'm', ft: 'ft' };

/** Zeiss Elta: M5 (and R5, R4, Rec 500): `For M5|Adr 00001|PI1 point|type value unit|…|`, three values a line. */
export function readZeiss(text: string): FieldBookFile {
  const book = new BookBuilder('zeiss');
  const reader = new ZeissReader(book);
  for (const [line, number] of linesOf(text)) {
    book.line = number;
    if (line.trim() === '' || /^\s*END\s*$/.test(line)) continue;
    const parts = line.split('|');
    if (/^\s*For\s+\S+/.test(parts[0]!) && parts.length >= 3) reader.line(parts);
    else if (/^\d{2,}/.test(line.trim()) && line.length >= 70) reader.rec500(line);
    else book.unknown(line);
  }
  return book.finish();
}

/** Types of values that are read. */
const USED = new Set([
  ...['th', 'ih', 'A', 'm', 'X', 'Y', 'Z', 'N', 'E', 'H'],
  ...['Hz', 'V1', 'V2', 'V', 'D', 'SD', 'HD', 'E0', 'h'],
]);

class ZeissReader {
  #book: BookBuilder;
  #targetHeight: number | undefined;
  #instrumentHeight: number | undefined;
  #prism: number | undefined;

  constructor(book: BookBuilder) {
    this.#book = book;
  }

  line([format = '', , id = '', ...rest]: readonly string[]): void {
    this.#book.instrument ??= `Zeiss ${format.replace(/^\s*For\s+/, '').trim()}`;
    const kind = id.slice(0, 3).trim();
    // M5 has 27 characters of text, of which the last are the name; R5 has a code and a number of seven.
    const wide = id.length > 20;
    const words = id.slice(3).trim();
    const name = wide ? (words.split(/\s+/).at(-1) ?? '') : id.slice(-4).trim();
    const code = wide ? words.slice(0, words.length - name.length).trim() : id.slice(3, -4).trim();
    const values = rest.flatMap((part): Value[] => {
      const match = /^\s*([A-Za-z]\w*)\s+([-+]?[\d.]+)\s*(\w*)\s*$/.exec(part);
      if (match) return [{ type: match[1]!, text: match[2]!, unit: match[3]! }];
      if (part.trim() !== '') this.#book.problem('word-unknown', { text: part.trim().slice(0, 24) });
      return [];
    });
    if (rest.length < 3) this.#book.cut(id.trim());
    this.#values({ kind, name, code, values, text: words });
  }

  /** Columns without bars: number, code, then type, value and unit three times. */
  rec500(line: string): void {
    const name = line.slice(4, 16).trim().split(/\s+/).at(-1) ?? '';
    const values = [
      ...line.slice(16).matchAll(/([A-Za-z]\w?)\s+([-+]?\d+\.\d+)\s*(m|ft|gon|grd|DMS|DEG)?/g),
    ].map(([, type, text, unit = '']) => ({ type: type!, text: text!, unit }));
    if (values.length === 0) this.#book.cut(line);
    this.#values({ kind: 'PI', name, code: '', values, text: line.trim() });
  }

  #values(of: { kind: string; name: string; code: string; values: Value[]; text: string }): void {
    const { kind, name, code, values } = of;
    const book = this.#book;
    const get = (...types: string[]) => values.find(({ type }) => types.includes(type));
    const length = (...types: string[]) => {
      const value = get(...types);
      return value && book.length(value.text, value.type, LENGTHS[value.unit] ?? 'm');
    };
    const angle = (...types: string[]) => {
      const value = get(...types);
      if (!value) return undefined;
      const unit = ANGLES[value.unit];
      if (!unit) {
        book.problem('unit-unknown', { what: value.type, unit: value.unit });
        return undefined;
      }
      book.units.angle = unit;
      return book.angle(value.text, value.type, unit);
    };
    const others = values.filter(({ type }) => !USED.has(type));
    if (others.length > 0)
      book.note(others.map(({ type, text, unit }) => `${type} ${text} ${unit}`).join(', '));
    this.#targetHeight = length('th') ?? this.#targetHeight;
    this.#instrumentHeight = length('ih') ?? this.#instrumentHeight;
    this.#prism = length('A') ?? this.#prism;
    if (kind === 'TR' && get('m')) book.scale = book.number(get('m')!.text, 'm');
    // In this country X runs north and Y east, unless the instrument says N and E.
    const [north, east, height] = [length('X', 'N'), length('Y', 'E'), length('Z', 'H')];
    const place = coordinatesOf(east, north, height);
    if (place && get('X', 'Y')) book.once('axes-assumed');
    const circle = angle('Hz');
    const zenith = angle('V1', 'V');
    const elevation = angle('V2');
    const slope = book.checkDistance(length('D', 'SD'), 'D');
    const horizontal = book.checkDistance(length('HD', 'E0'), 'HD');
    const measured = [circle, zenith, elevation, slope, horizontal].some((value) => value !== undefined);
    if (code === 'S' && !measured) {
      // Its height may stand in a line of its own.
      const { station } = book;
      if (!place && height !== undefined && station) {
        station.at = station.at && { ...station.at, height };
        if (name !== '' && name !== station.name) station.name = name;
        if (this.#instrumentHeight !== undefined) station.instrumentHeight = this.#instrumentHeight;
      } else book.setUp({ name: name || 'S', at: place, instrumentHeight: this.#instrumentHeight });
    } else if (measured) {
      book.observe({
        target: name,
        purpose: 'sideshot',
        circle,
        zenith: zenith ?? (elevation === undefined ? undefined : (450 - elevation) % 360),
        slope,
        horizontal: slope === undefined ? horizontal : undefined,
        vertical: slope === undefined ? length('h') : undefined,
        targetHeight: this.#targetHeight,
        prism: this.#prism,
        corrected: true,
        code: code || undefined,
        at: place,
      });
    } else if (place && name !== '') {
      const origin = code === 'A' || kind === 'TR' ? 'control' : 'measured';
      book.point({
        name: code === 'A' ? `A${name}` : name,
        at: place,
        origin,
        code: code || undefined,
      });
    } else if (values.length === 0 && of.text !== '') book.note(of.text);
  }
}
