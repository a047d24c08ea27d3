import { fullCircle } from '#core/geodesy';
import { withoutUndefined } from '#core/kernel';
import {
  METRES_IN,
  type AngleUnit,
  type BookFormat,
  type BookProblem,
  type BookRecord,
  type FieldBookFile,
  type LengthUnit,
  type ObservationRecord,
  type PointRecord,
  type StationRecord,
} from './model.ts';

const MAX_PROBLEMS = 200;
const MAX_RECORDS = 100_000;
/** No instrument measures farther, metres. */
const FARTHEST = 20_000;
const FULL: Record<AngleUnit, number> = { deg: 360, dms: 360, gon: 400, mil: 6400, rad: 2 * Math.PI };

/** Collects the records of a file. Values that no instrument can read become problems, and are left out. */
export class BookBuilder {
  readonly records: BookRecord[] = [];
  readonly units: { angle: AngleUnit; length: LengthUnit } = { angle: 'gon', length: 'm' };
  instrument: string | undefined;
  job: string | undefined;
  scale: number | undefined;
  refraction: number | undefined;
  line = 0;
  stationCount = 0;
  #problems: BookProblem[] = [];
  #problemCount = 0;
  readonly #said = new Set<string>();
  #station: StationRecord | undefined;
  readonly #format: BookFormat;

  constructor(format: BookFormat) {
    this.#format = format;
  }

  get station(): StationRecord | undefined {
    return this.#station;
  }

  problem(kind: string, values?: BookProblem['values'], line = this.line): void {
    this.#problemCount++;
    if (this.#problems.length < MAX_PROBLEMS)
      this.#problems.push(values ? { line, kind, values } : { line, kind });
  }

  /** Once in a file; with `of` once of each. */
  once(kind: string, values?: BookProblem['values'], of = ''): void {
    const key = `${kind} ${of}`;
    if (!this.#said.has(key)) this.problem(kind, values);
    this.#said.add(key);
  }

  /** Something of the file that no computation needs. */
  unused(what: string): void {
    this.once('not-used', { what }, what);
  }

  /** A record that lacks what it should have. */
  cut(text: string): void {
    this.problem('record-cut', { text: text.slice(0, 40) });
  }

  unknown(text: string): void {
    this.problem('record-unknown', { text: text.slice(0, 40) });
  }

  add(record: BookRecord): void {
    if (this.records.length >= MAX_RECORDS) {
      this.once('too-many', { most: MAX_RECORDS });
      return;
    }
    this.records.push(record);
  }

  setUp(station: Omit<StationRecord, 'kind' | 'line'>): StationRecord {
    this.#station = { kind: 'station', line: this.line, ...withoutUndefined(station) };
    this.stationCount++;
    if (station.name === '') this.problem('station-without-name');
    this.add(this.#station);
    return this.#station;
  }

  /** An observation of the last station; before any of a station without a name, which the problems say. */
  observe(observation: Omit<ObservationRecord, 'kind' | 'line'>): void {
    if (!this.#station) {
      this.once('no-station');
      this.setUp({ name: '?' });
    }
    const record: ObservationRecord = {
      kind: 'observation',
      line: this.line,
      ...withoutUndefined(observation),
    };
    const { circle, zenith, slope, horizontal, vertical, at, target } = record;
    if (target === '') return this.problem('observation-without-name');
    if ([circle, zenith, slope, horizontal, vertical, at].every((value) => value === undefined))
      return this.problem('observation-empty', { name: target });
    if (zenith === 0 && slope !== undefined) this.problem('zenith-zero', { name: target });
    if (zenith !== undefined) record.face ??= zenith > 180 ? 2 : 1;
    this.add(record);
  }

  point(point: Omit<PointRecord, 'kind' | 'line'>): void {
    this.add({ kind: 'point', line: this.line, ...withoutUndefined(point) });
  }

  note(text: string): void {
    this.add({ kind: 'note', line: this.line, text });
  }

  /** A number in the text; undefined where there is none, and for what is no number, which is a problem. */
  number(text: string | undefined, what: string): number | undefined {
    const plain = text?.trim().replace(',', '.') ?? '';
    if (plain === '' || /^<?null>?$/i.test(plain)) return undefined;
    const value = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
    if (Number.isFinite(value)) return value;
    this.problem('no-number', { what, text: plain.slice(0, 30) });
    return undefined;
  }

  /** Metres. */
  length(text: string | undefined, what: string, unit: LengthUnit = this.units.length): number | undefined {
    const value = this.number(text, what);
    return value === undefined ? undefined : value * METRES_IN[unit];
  }

  /** A measured distance, metres: 0 is none. */
  distance(text: string | undefined, what: string, unit?: LengthUnit): number | undefined {
    return this.checkDistance(this.length(text, what, unit), what);
  }

  checkDistance(value: number | undefined, what: string): number | undefined {
    if (value === undefined || value === 0) return undefined;
    if (value > 0 && value < FARTHEST) return value;
    this.problem('distance-impossible', { what, value: Number(value.toFixed(3)) });
    return undefined;
  }

  /** Degrees from 0 up to, without, 360. */
  angle(text: string | undefined, what: string, unit: AngleUnit = this.units.angle): number | undefined {
    const value = this.number(text, what);
    return value === undefined ? undefined : this.checkAngle(degreesOf(value, unit), what, value, unit);
  }

  checkAngle(degrees: number, what: string, shown: number, unit: AngleUnit): number | undefined {
    if (Number.isNaN(degrees)) {
      this.problem('angle-sexagesimal', { what, value: shown });
      return undefined;
    }
    if (degrees < -360 || degrees > 360 + 1e-9) {
      this.problem('angle-impossible', { what, value: shown, full: Number(FULL[unit].toFixed(4)) });
      return undefined;
    }
    return fullCircle(degrees);
  }

  finish(): FieldBookFile {
    const observations = this.records.some(({ kind }) => kind !== 'note' && kind !== 'station');
    this.line = 0;
    if (!observations) this.problem('nothing-read');
    return {
      format: this.#format,
      ...withoutUndefined({
        instrument: this.instrument,
        job: this.job,
        scale: this.scale,
        refraction: this.refraction,
      }),
      units: this.units,
      records: this.records,
      problems: this.#problems,
      problemCount: this.#problemCount,
    };
  }
}

/** Degrees of a value as an instrument writes it; NaN where minutes or seconds reach 60. */
export function degreesOf(value: number, unit: AngleUnit): number {
  if (unit !== 'dms') return (value / FULL[unit]) * 360;
  // DDD.MMSSs: rounded, because 12.30 is stored as 12.2999999.
  const seconds = Math.round(Math.abs(value) * 1e8);
  const degrees = Math.floor(seconds / 1e8);
  const minutes = Math.floor((seconds % 1e8) / 1e6);
  const rest = (seconds % 1e6) / 1e4;
  if (minutes >= 60 || rest >= 60) return NaN;
  return Math.sign(value) * (degrees + minutes / 60 + rest / 3600);
}

/** Lines with their numbers, from 1; also of files of old instruments, which end lines in their own ways. */
export function* linesOf(text: string): Generator<[string, number]> {
  let number = 0;
  // The character 26 is the end of a file of DOS.
  for (const line of text.replace(/[\u001A\uFEFF]/g, '').split(/\r*\n|\r+/)) yield [line, ++number];
}
