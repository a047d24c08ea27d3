import type { ByteFile } from '../../../../formats/byte-file.ts';
import { readXml } from '../../../../formats/xml-stream.ts';
import { childText, type XmlElement } from '../../../../formats/xml-tree.ts';
import type { RecordFile, SourceRecord } from '../streamed.ts';

/** The layers of GDAL, with its names. */
const LAYERS = ['waypoints', 'routes', 'tracks', 'route_points', 'track_points'] as const;
const POINTS = ['wpt', 'rtept', 'trkpt'];
/** Numbers of GPX 1.1, schema type wptType. */
const NUMBERS = new Set([
  ...['ele', 'magvar', 'geoidheight', 'sat', 'hdop', 'vdop', 'pdop', 'ageofdgpsdata', 'dgpsid'],
  ...['speed', 'course', 'number'],
]);
const DEEPEST_EXTENSION = 6;

/** GPX 1.0 and 1.1: waypoints, routes, tracks with their segments, and the points of both with their times. */
export function gpxFile(file: ByteFile, { name }: { name: string }): RecordFile {
  let read = 0;
  return {
    name,
    order: LAYERS,
    crs: { code: 4326, name: 'WGS 84' },
    spherical: true,
    records: () => records(file, (offset) => (read = offset)),
    part: () => read / file.size,
    close: () => file.close(),
  };
}

/** A route or track while its points pass by. */
interface Course {
  properties: Record<string, unknown>;
  segments: number[][][];
  first: string | undefined;
  last: string | undefined;
  wrong: string[];
  points: number;
}

function* records(file: ByteFile, read: (offset: number) => void): Generator<SourceRecord> {
  let course: Course | undefined;
  let number = 0;
  const within = (path: readonly string[]) => path.at(-1) === 'rte' || path.at(-1) === 'trk';
  const captures = (name: string, path: readonly string[]) =>
    POINTS.includes(name) || (within(path) && name !== 'trkseg');
  for (const event of readXml(file, captures, read)) {
    if (event.kind === 'open') {
      const { name } = event.element;
      if (name === 'rte' || name === 'trk') {
        course = { properties: {}, segments: [], first: undefined, last: undefined, wrong: [], points: 0 };
        number++;
      }
      if (name === 'trkseg' || name === 'rte') course?.segments.push([]);
    } else if (event.kind === 'element') {
      const { element } = event;
      if (!POINTS.includes(element.name)) {
        if (course) note(course.properties, element, '');
        continue;
      }
      const { position, properties, wrong } = pointOf(element);
      if (element.name === 'wpt') {
        yield pointRecord('waypoints', position, properties, wrong);
        continue;
      }
      const on = element.name === 'rtept' ? 'route' : 'track';
      if (course) add(course, position, childText(element, 'time'), wrong);
      const about = { [`${on}_fid`]: number - 1, [`${on}_seg_id`]: (course?.segments.length ?? 1) - 1 };
      yield pointRecord(`${on}_points`, position, { ...about, ...properties }, wrong);
    } else if (course && (event.name === 'rte' || event.name === 'trk')) {
      yield courseRecord(event.name === 'rte' ? 'routes' : 'tracks', course);
      course = undefined;
    }
  }
}

function add(course: Course, position: number[], time: string | undefined, wrong: string | undefined): void {
  course.points++;
  if (wrong !== undefined) {
    course.wrong.push(wrong);
    return;
  }
  if (course.segments.length === 0) course.segments.push([]);
  course.segments.at(-1)!.push(position);
  course.first ??= time;
  course.last = time ?? course.last;
}

function pointOf(element: XmlElement): {
  position: number[];
  properties: Record<string, unknown>;
  wrong: string | undefined;
} {
  const { lat = '', lon = '' } = element.attributes;
  const [x, y] = [ordinate(lon), ordinate(lat)];
  const properties: Record<string, unknown> = {};
  for (const inner of element.children) note(properties, inner, '');
  const { ele } = properties;
  const position = typeof ele === 'number' ? [x, y, ele] : [x, y];
  const fits = Math.abs(x) <= 180 && Math.abs(y) <= 90;
  return { position, properties, wrong: fits ? undefined : `${lon.slice(0, 20)} ${lat.slice(0, 20)}` };
}

function pointRecord(
  layer: string,
  position: number[],
  properties: Record<string, unknown>,
  wrong: string | undefined,
): SourceRecord {
  if (wrong !== undefined)
    return { layer, properties, geometry: () => null, problems: [['bad-position', { value: wrong }]] };
  return { layer, properties, geometry: () => ({ type: 'Point', coordinates: position }) };
}

function courseRecord(layer: 'routes' | 'tracks', course: Course): SourceRecord {
  const { properties, first, last, wrong } = course;
  const about = {
    ...properties,
    ...(first !== undefined && { begin: first }),
    ...(last !== undefined && last !== first && { end: last }),
    points: course.points,
  };
  const problems: [string, Record<string, string | number>?][] = [];
  if (wrong.length > 0) problems.push(['positions-skipped', { count: wrong.length, value: wrong[0]! }]);
  const segments = course.segments.filter((segment) => segment.length > 1);
  const single = course.segments.filter((segment) => segment.length === 1).length;
  if (single > 0) problems.push(['segment-of-one-point', { count: single }]);
  const geometry = () => {
    if (segments.length === 0) return null;
    const lines = segments.map(heightsForAllOrNone);
    if (layer === 'routes') return { type: 'LineString', coordinates: lines.flat() };
    return { type: 'MultiLineString', coordinates: lines };
  };
  return { layer, properties: about, geometry, problems };
}

/** Where some heights are missing, the line is given as it is: the reading tells of it. */
function heightsForAllOrNone(line: number[][]): number[][] {
  return line.some((position) => position.length === 3)
    ? line.map((position) => (position.length === 3 ? position : [...position, Number.NaN]))
    : line;
}

/** Elements as fields; those of extensions by their own names, with what they are in in front where it is taken. */
function note(properties: Record<string, unknown>, element: XmlElement, prefix: string, depth = 0): void {
  const { name, children } = element;
  if (name === 'link') {
    const href = element.attributes['href'] ?? childText(element, 'href');
    const key = properties['link'] === undefined ? 'link' : 'link2';
    if (href) properties[key] = href;
    return;
  }
  if (children.length > 0) {
    if (depth < DEEPEST_EXTENSION)
      for (const inner of children) note(properties, inner, name === 'extensions' ? '' : name, depth + 1);
    return;
  }
  const text = element.text.trim();
  if (text === '') return;
  const key = Object.hasOwn(properties, name) && prefix !== '' ? `${prefix}_${name}` : name;
  const value = NUMBERS.has(name) ? Number(text.replace(',', '.')) : undefined;
  properties[key] = value !== undefined && Number.isFinite(value) ? value : text;
}

/** Some writers use a decimal comma. */
function ordinate(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
}
