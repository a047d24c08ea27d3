import { BookBuilder, linesOf } from './book-builder.ts';
import {
  coordinatesOf,
  type AngleUnit,
  type BaselineRecord,
  type FieldBookFile,
  type LengthUnit,
} from './model.ts';
import { baseHeight, readVariances, readVector } from './rw5-vectors.ts';

const SHOTS: Record<string, { purpose: 'backsight' | 'foresight' | 'sideshot'; face?: 1 | 2 }> = {
  SS: { purpose: 'sideshot' },
  TR: { purpose: 'foresight' },
  BD: { purpose: 'backsight', face: 1 },
  BR: { purpose: 'backsight', face: 2 },
  FD: { purpose: 'foresight', face: 1 },
  FR: { purpose: 'foresight', face: 2 },
};
const LENGTH_UNITS: LengthUnit[] = ['ft', 'm', 'usft'];
const ANGLE_UNITS: AngleUnit[] = ['dms', 'gon'];
/** Fields of a record; longer names first. */
const FIELD = /^(OP|FP|BP|PN|HI|HR|AR|AL|AZ|DR|DL|ZE|VA|CE|SD|HD|BS|BC|EL|LA|LN|N|E)\s*(.*)$/;

/** Carlson RW5: records of two letters with named fields; what follows `--` is a note. */
export function readRw5(text: string): FieldBookFile {
  const book = new BookBuilder('rw5');
  book.units.angle = 'dms';
  const state: State = { targetHeight: undefined, south: false, base: new Map(), vector: undefined };
  for (const [line, number] of linesOf(text)) {
    book.line = number;
    if (line.trim() !== '') record(book, line.trim(), state);
  }
  return book.finish();
}

interface State {
  /** Of the target, and of the antenna of the rover. */
  targetHeight: number | undefined;
  south: boolean;
  /** Heights of the antennas of base stations. */
  base: Map<string, number>;
  /** The last, of which the next records tell the variances. */
  vector: BaselineRecord | undefined;
}

function record(book: BookBuilder, line: string, state: State): void {
  const isNote = line.startsWith('--');
  // Points stand in notes, too: the instrument has computed or received them.
  const plain = isNote && /^--\s*(SP|GS),PN/.test(line) ? line.replace(/^--\s*/, '') : line;
  if (plain.startsWith('--')) {
    const words = plain.slice(2).trim();
    if (words !== '') book.note(words);
    return;
  }
  const end = plain.indexOf(',--');
  const note = end < 0 ? undefined : plain.slice(end + 3).trim();
  const [type = '', ...parts] = (end < 0 ? plain : plain.slice(0, end)).split(',');
  const fields = fieldsOf(type, parts);
  if (SHOTS[type])
    for (const part of parts)
      if (part.trim() !== '' && !FIELD.test(part.trim())) book.unused(part.trim().slice(0, 2));
  const length = (name: string) => book.length(fields.get(name), name);
  const place = () => {
    const [north, east, height] = [length('N'), length('E'), length('EL')];
    return coordinatesOf(east, north, height);
  };
  switch (type) {
    case 'JB':
      book.job = /^NM(.*)/.exec(parts[0] ?? '')?.[1]?.trim() || undefined;
      return;
    case 'MO':
      // Curvature and other settings of the instrument, for the person to know.
      book.note(line);
      setMode(book, parts, state);
      return;
    case 'SP':
    case 'GS': {
      const [name, at] = [fields.get('PN') ?? '', place()];
      if (!at || name === '') return book.cut(line);
      // In a note it is what was measured; as a record of its own it was stored before.
      const origin = isNote || type === 'GS' ? 'measured' : 'control';
      book.point({ name, at, origin, code: note || undefined });
      return;
    }
    case 'OC':
      book.setUp({ name: fields.get('OP') ?? '', at: place(), code: note || undefined });
      return;
    case 'BK': {
      const { station } = book;
      if (!station) return book.problem('backsight-without-station');
      const azimuth = book.angle(fields.get('BS'), 'BS');
      const circle = book.angle(fields.get('BC'), 'BC');
      if (fields.get('BP')) station.backsight = fields.get('BP')!;
      if (azimuth !== undefined) station.azimuth = state.south ? (azimuth + 180) % 360 : azimuth;
      if (circle !== undefined) station.circle = circle;
      return;
    }
    case 'LS': {
      const height = length('HI');
      state.targetHeight = length('HR');
      setInstrumentHeight(book, height);
      return;
    }
    case 'BP': {
      book.note(line);
      const height = baseHeight(book, parts);
      if (height !== undefined) state.base.set(fields.get('PN') ?? '', height);
      return;
    }
    case 'G1':
      state.vector = readVector(book, parts, state);
      return;
    case 'G2':
    case 'G3':
      readVariances(book, parts, state.vector);
      return;
    default:
      if (SHOTS[type]) shot(book, { type, fields, note, line }, state.targetHeight);
      else if (/^(OF|DD|AP|CL|BL|G\d|GPS|CS|EP|RB|LC|VB)$/.test(type)) book.note(line);
      else book.unknown(line);
  }
}

/** Of a new height a new station begins: the instrument was set up again, or its height corrected. */
function setInstrumentHeight(book: BookBuilder, height: number | undefined): void {
  const { station } = book;
  if (height === undefined || !station) return;
  if (station.instrumentHeight === undefined || station === book.records.at(-1))
    station.instrumentHeight = height;
  else if (Math.abs(station.instrumentHeight - height) > 1e-9) {
    const { kind: _, line: __, ...again } = station;
    book.problem('instrument-height-again', { name: station.name });
    book.setUp({ ...again, instrumentHeight: height });
  }
}

interface Shot {
  type: string;
  fields: Map<string, string>;
  note: string | undefined;
  line: string;
}

function shot(book: BookBuilder, { type, fields, note, line }: Shot, targetHeight: number | undefined): void {
  const { purpose, face } = SHOTS[type]!;
  const target = fields.get('FP') ?? fields.get('BP') ?? '';
  if (target === '') return book.cut(line);
  const { station } = book;
  if (station && fields.get('OP') && fields.get('OP') !== station.name)
    book.problem('other-station', { name: fields.get('OP')!, station: station.name });
  const left = book.angle(fields.get('AL'), 'AL');
  const vertical = book.number(fields.get('VA'), 'VA');
  let zenith = book.angle(fields.get('ZE'), 'ZE');
  if (vertical !== undefined)
    zenith = 90 - (book.angle(String(Math.abs(vertical)), 'VA') ?? 0) * Math.sign(vertical);
  const deflection = book.angle(fields.get('DR'), 'DR') ?? negative(book.angle(fields.get('DL'), 'DL'));
  const circle =
    book.angle(fields.get('AR'), 'AR') ??
    (left === undefined ? undefined : (360 - left) % 360) ??
    (deflection === undefined ? undefined : (180 + deflection + 360) % 360);
  const slope = book.distance(fields.get('SD'), 'SD');
  const horizontal = book.distance(fields.get('HD'), 'HD');
  if (!fields.has('SD') && !fields.has('HD') && circle === undefined) return book.cut(line);
  const azimuth = book.angle(fields.get('AZ'), 'AZ');
  if (azimuth !== undefined && circle === undefined && station?.circle === undefined && station)
    station.oriented = true;
  book.observe({
    target,
    purpose,
    circle: circle ?? azimuth,
    zenith,
    face,
    slope,
    horizontal,
    vertical: book.length(fields.get('CE'), 'CE'),
    targetHeight,
    code: note || undefined,
  });
}

const negative = (value: number | undefined) => (value === undefined ? undefined : -value);

function fieldsOf(type: string, parts: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const part of parts) {
    const match = FIELD.exec(part.trim());
    if (match && !(type === 'OC' && fields.has(match[1]!))) fields.set(match[1]!, match[2]!.trim());
  }
  return fields;
}

function setMode(book: BookBuilder, parts: readonly string[], state: State): void {
  const modes = new Map(parts.map((part) => [part.slice(0, 2), part.slice(2).trim()]));
  state.south = modes.get('AD') === '1';
  book.units.length = LENGTH_UNITS[Number(modes.get('UN') ?? 0)] ?? 'ft';
  book.units.angle = ANGLE_UNITS[Number(modes.get('AU') ?? 0)] ?? 'dms';
  book.scale = book.number(modes.get('SF'), 'SF');
}
