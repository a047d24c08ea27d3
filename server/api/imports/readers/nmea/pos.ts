import { fromSpace } from '#core/geodesy';
import type { ByteFile } from '../../../../formats/byte-file.ts';
import { guessedEncoding, readLines } from '../../../../formats/text-stream.ts';
import { Unreadable } from '../../../../base/problems.ts';
import type { RecordFile, SourceRecord } from '../streamed.ts';

const QUALITY = ['', 'RTK fixed', 'RTK float', 'SBAS', 'DGNSS', 'single', 'PPP'];

/** What the columns of a solution are. */
interface PosLayout {
  /** Names of all columns; a time takes two. */
  names: string[];
  kind: 'degrees' | 'space';
  latitude: number;
  longitude: number;
  height: number;
  timed: boolean;
}

/**
 * Solutions of RTKLIB (.pos): times with latitude, longitude and height, or with coordinates in space; and lists of
 * stations with such columns. What is measured along a baseline has no place.
 */
export function posFile(file: ByteFile, name: string, head: string): RecordFile {
  const layout = layoutOf(head);
  let read = 0;
  const { name: encoding } = guessedEncoding(file);
  return {
    name,
    // The frame is that of the orbits: WGS 84 within centimetres, ITRF where the header says so.
    crs: { code: 4326, name: 'WGS 84' },
    spherical: true,
    *records(): Generator<SourceRecord> {
      for (const line of readLines(file, encoding, (offset) => (read = offset))) {
        if (/^\s*[%#]/.test(line) || line.trim() === '') continue;
        yield recordOf(line.trim().split(/\s+/), layout, name);
      }
    },
    part: () => read / file.size,
    close: () => file.close(),
  };
}

function layoutOf(head: string): PosLayout {
  const comments = head.split(/\r?\n/).filter((line) => /^\s*[%#]/.test(line));
  if (comments.some((line) => /e-baseline/i.test(line))) throw new Unreadable('pos-baseline');
  const columns = comments.find((line) => /latitude|x-ecef/i.test(line));
  if (columns === undefined) throw new Unreadable('no-nmea');
  const words = columns
    .replace(/^\s*[%#]+/, '')
    .trim()
    .split(/\s+/);
  const timed = /^(gpst|utc|jst)$/i.test(words[0] ?? '');
  const names = timed ? ['date', 'time', ...words.slice(1)] : words;
  const at = (pattern: RegExp) => names.findIndex((word) => pattern.test(word));
  const space = /x-ecef/i.test(columns);
  const [latitude, longitude, height] = space
    ? [at(/^x-ecef/i), at(/^y-ecef/i), at(/^z-ecef/i)]
    : [at(/^latitude/i), at(/^longitude/i), at(/^heig?ht|^hight/i)];
  if (latitude < 0 || longitude < 0 || (space && height < 0)) throw new Unreadable('no-nmea');
  return { names, kind: space ? 'space' : 'degrees', latitude, longitude, height, timed };
}

function recordOf(words: readonly string[], layout: PosLayout, layer: string): SourceRecord {
  const { names, kind, latitude, longitude, height, timed } = layout;
  const properties: Record<string, unknown> = {};
  names.forEach((name, n) => {
    const text = words[n];
    if (text === undefined || n === latitude || n === longitude || n === height || (timed && n < 2)) return;
    const key = name.replace(/\(.*\)$/, '');
    // Numbers of stations have leading zeros.
    const isText = /^(id|name|station)$/i.test(key);
    const value = n === names.length - 1 ? words.slice(n).join(' ') : text;
    properties[key] = isText || !/^[-+]?\d*\.?\d+(e[-+]?\d+)?$/i.test(value) ? value : Number(value);
  });
  if (timed) properties['time'] = timeOf(words[0] ?? '', words[1] ?? '');
  const quality = properties['Q'];
  if (typeof quality === 'number') properties['fix'] = QUALITY[quality] ?? String(quality);
  const [a, b, c] = [latitude, longitude, height].map((n) => Number(words[n] ?? Number.NaN)) as [
    number,
    number,
    number,
  ];
  const sound = Number.isFinite(a) && Number.isFinite(b) && (kind === 'degrees' || Number.isFinite(c));
  if (!sound) {
    const value = words.slice(0, 5).join(' ').slice(0, 48);
    return { layer, properties, geometry: () => null, problems: [['bad-position', { value }]] };
  }
  const place = kind === 'space' ? [...fromSpace([a, b, c])] : Number.isFinite(c) ? [b, a, c] : [b, a];
  return { layer, properties, geometry: () => ({ type: 'Point', coordinates: place }) };
}

/** `2020/10/03 12:00:00.000`, or the week and seconds of GPS, as they are written. */
function timeOf(date: string, time: string): string {
  const day = /^(\d{4})\/(\d\d)\/(\d\d)$/.exec(date);
  return day ? `${day[1]}-${day[2]}-${day[3]}T${time}` : `${date} ${time}`;
}
