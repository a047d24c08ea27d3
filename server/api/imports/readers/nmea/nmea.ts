import { ByteFile } from '../../../../formats/byte-file.ts';
import { decoderFor, guessedEncoding, readLines } from '../../../../formats/text-stream.ts';
import { Unreadable, type Findings } from '../../../../base/problems.ts';
import type { LayerSource, ReadOptions, SourceFile } from '../source.ts';
import { streamed, type RecordFile, type SourceRecord } from '../streamed.ts';
import { posFile } from './pos.ts';

const HEAD = 64 * 1024;
/** Fix quality of GGA (NMEA 0183). */
const QUALITY = [
  'none',
  'GNSS',
  'DGNSS',
  'PPS',
  'RTK fixed',
  'RTK float',
  'estimated',
  'manual',
  'simulated',
];

/** Opens what GNSS receivers write: sentences of NMEA 0183, or solutions (.pos). */
export async function openNmea(
  from: SourceFile,
  options: ReadOptions,
  findings: Findings,
): Promise<LayerSource> {
  const file = new ByteFile(from.file);
  let records: RecordFile;
  try {
    if (file.size === 0) throw new Unreadable('empty-file');
    const { name } = guessedEncoding(file);
    // Sentences are in ASCII; whatever else is in a log harms nothing.
    const encoding = name.startsWith('utf-16') ? name : 'windows-1252';
    const head = decoderFor(file, encoding)(file.slice(0, HEAD), true);
    const isNmea = /^[^\n]*\$[A-Z]{2}[A-Z]{3},/m.test(head);
    records = isNmea
      ? nmeaFile(file, encoding, from.name, /\$[A-Z]{2}GGA,/.test(head))
      : posFile(file, from.name, head);
  } catch (thrown) {
    file.close();
    throw thrown;
  }
  return streamed(records, options, findings);
}

function nmeaFile(file: ByteFile, encoding: string, name: string, hasGga: boolean): RecordFile {
  let read = 0;
  return {
    name,
    order: ['positions', 'track', 'waypoints'],
    crs: { code: 4326, name: 'WGS 84' },
    spherical: true,
    *records(findings): Generator<SourceRecord> {
      const log = new NmeaLog(findings, hasGga);
      for (const line of readLines(file, encoding, (offset) => (read = offset))) {
        const point = log.read(line);
        if (point) yield point;
      }
      log.report();
      const track = log.track();
      if (track) yield track;
    },
    part: () => read / file.size,
    close: () => file.close(),
  };
}

/** Sentences of one log: positions by GGA, or by RMC where there are none of them. */
class NmeaLog {
  readonly #findings: Findings;
  readonly #hasGga: boolean;
  #date: string | undefined;
  #motion: Record<string, number> = {};
  #sigmas: Record<string, number> = {};
  #places: number[][] = [];
  #bad = 0;
  #noFix = 0;
  #seaLevel = 0;
  #first: string | undefined;
  #last: string | undefined;

  constructor(findings: Findings, hasGga: boolean) {
    this.#findings = findings;
    this.#hasGga = hasGga;
  }

  read(line: string): SourceRecord | undefined {
    const start = line.indexOf('$');
    if (start < 0) return undefined;
    const sentence = line.slice(start).trim();
    const star = sentence.lastIndexOf('*');
    if (
      star > 0 &&
      checksum(sentence.slice(1, star)) !== Number.parseInt(sentence.slice(star + 1, star + 3), 16)
    ) {
      this.#bad++;
      return undefined;
    }
    const words = (star > 0 ? sentence.slice(0, star) : sentence).split(',');
    switch (words[0]!.slice(3)) {
      case 'GGA':
        return this.#gga(words);
      case 'RMC':
        return this.#rmc(words);
      case 'ZDA':
        if (words[4]) this.#date = `${words[4]}-${words[3]}-${words[2]}`;
        return undefined;
      case 'GST':
        this.#sigmas = numbersOf({ sigmaLat: words[6], sigmaLon: words[7], sigmaHeight: words[8] });
        return undefined;
      case 'WPL':
        return this.#waypoint(words);
      default:
        return undefined;
    }
  }

  #waypoint(words: readonly string[]): SourceRecord | undefined {
    const place = placeOf(words.slice(1, 5));
    if (!place) return void this.#noFix++;
    const properties = { name: words[5] ?? '' };
    return { layer: 'waypoints', properties, geometry: () => ({ type: 'Point', coordinates: place }) };
  }

  #gga(words: readonly string[]): SourceRecord | undefined {
    const place = placeOf(words.slice(2, 6));
    const quality = Number(words[6] ?? 0);
    if (!place || quality === 0) return void this.#noFix++;
    const [altitude, separation] = [numberIn(words[9]), numberIn(words[11])];
    // Above the ellipsoid, as all heights here, where the receiver states the geoid.
    if (altitude !== undefined) place.push(altitude + (separation ?? 0));
    if (altitude !== undefined && separation === undefined) this.#seaLevel++;
    const properties = {
      ...this.#time(words[1]),
      fix: QUALITY[quality] ?? String(quality),
      ...numbersOf({
        quality: words[6],
        satellites: words[7],
        hdop: words[8],
        altitude: words[9],
        geoid: words[11],
        age: words[13],
      }),
      ...this.#motion,
      ...this.#sigmas,
    };
    return this.#point(place, properties);
  }

  #rmc(words: readonly string[]): SourceRecord | undefined {
    const date = /^(\d\d)(\d\d)(\d\d)$/.exec(words[9] ?? '');
    if (date) this.#date = `${Number(date[3]) < 80 ? '20' : '19'}${date[3]}-${date[2]}-${date[1]}`;
    const knots = numberIn(words[7]);
    this.#motion = numbersOf({ course: words[8] });
    // Knots to metres per second.
    if (knots !== undefined) this.#motion['speed'] = Math.round(knots * (1852 / 3600) * 1000) / 1000;
    if (this.#hasGga) return undefined;
    const place = placeOf(words.slice(3, 7));
    if (!place || words[2] !== 'A') return void this.#noFix++;
    return this.#point(place, { ...this.#time(words[1]), ...this.#motion });
  }

  #time(text: string | undefined): { time?: string } {
    const found = /^(\d\d)(\d\d)(\d\d(?:\.\d+)?)$/.exec(text ?? '');
    if (!found) return {};
    const seconds = found[3]!.replace(/\.0+$/, '');
    const clock = `${found[1]}:${found[2]}:${seconds}`;
    const time = this.#date === undefined ? clock : `${this.#date}T${clock}Z`;
    this.#first ??= time;
    this.#last = time;
    return { time };
  }

  #point(place: number[], properties: Record<string, unknown>): SourceRecord {
    this.#places.push(place);
    return { layer: 'positions', properties, geometry: () => ({ type: 'Point', coordinates: place }) };
  }

  track(): SourceRecord | undefined {
    const places = this.#places;
    if (places.length < 2) return undefined;
    const high = places.every(({ length }) => length === 3);
    const coordinates = high ? places : places.map((place) => place.slice(0, 2));
    const properties = { begin: this.#first ?? null, end: this.#last ?? null, points: places.length };
    return { layer: 'track', properties, geometry: () => ({ type: 'LineString', coordinates }) };
  }

  report(): void {
    if (this.#bad > 0) this.#findings.once('nmea-checksum', { count: this.#bad });
    if (this.#noFix > 0) this.#findings.once('nmea-no-fix', { count: this.#noFix });
    if (this.#seaLevel > 0) this.#findings.once('heights-above-sea');
  }
}

function checksum(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum ^= text.charCodeAt(i);
  return sum;
}

/** `4807.038,N,01131.000,E` */
function placeOf([lat, ns, lon, ew]: readonly string[]): number[] | undefined {
  const [y, x] = [degrees(lat, 2), degrees(lon, 3)];
  if (y === undefined || x === undefined) return undefined;
  return [ew === 'W' ? -x : x, ns === 'S' ? -y : y];
}

function degrees(text: string | undefined, digits: number): number | undefined {
  if (text === undefined || !/^\d+(\.\d+)?$/.test(text)) return undefined;
  const whole = text.indexOf('.') < 0 ? text.length : text.indexOf('.');
  const cut = Math.max(0, whole - 2);
  if (cut > digits) return undefined;
  const value = Number(text.slice(0, cut) || '0') + Number(text.slice(cut)) / 60;
  return Math.round(value * 1e11) / 1e11;
}

function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function numbersOf(texts: Record<string, string | undefined>): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [name, text] of Object.entries(texts)) {
    const value = numberIn(text);
    if (value !== undefined) found[name] = value;
  }
  return found;
}
