import type { ByteFile } from '../../../../formats/byte-file.ts';
import { attributeOf, readXml, textWithin } from '../../../../formats/xml-stream.ts';
import { child, childText, type XmlElement } from '../../../../formats/xml-tree.ts';
import type { RecordFile, SourceRecord } from '../streamed.ts';
import { gmlGeometry, isGmlGeometry } from '../gml/gml-geometry.ts';
import { SrsNames } from '../gml/srs.ts';

const SIMPLE = new Set(['point', 'line', 'polygon', 'box', 'circle']);
const SHAPES = new Set([...SIMPLE, 'where', 'lat', 'long', 'Point']);

/** GeoRSS in RSS 2.0, RSS 1.0 and Atom: simple, with GML, and the older geo:lat and geo:long. */
export async function georssFile(file: ByteFile): Promise<RecordFile> {
  let read = 0;
  const srs = await SrsNames.load(4326);
  return {
    name: 'georss',
    get crs() {
      return srs.crs;
    },
    spherical: true,
    *records(): Generator<SourceRecord> {
      const captures = (name: string) => name === 'item' || name === 'entry';
      for (const event of readXml(file, captures, (offset) => (read = offset)))
        if (event.kind === 'element') yield recordOf(event.element, srs);
    },
    part: () => read / file.size,
    close: () => file.close(),
  };
}

function recordOf(item: XmlElement, srs: SrsNames): SourceRecord {
  const properties: Record<string, unknown> = {};
  for (const element of item.children) {
    if (SHAPES.has(element.name)) continue;
    const text =
      element.name === 'link'
        ? (attributeOf(element, 'href') ?? element.text.trim())
        : element.name === 'author'
          ? (childText(element, 'name') ?? textWithin(element).trim())
          : textWithin(element).trim();
    if (text === '') continue;
    let key = element.name;
    for (let n = 2; properties[key] !== undefined; n++) key = `${element.name}${n}`;
    properties[key] = text;
  }
  const found = shapeOf(item, srs);
  if (found === 'wrong')
    return { layer: 'georss', properties, geometry: () => null, problems: [['bad-position', { value: '' }]] };
  return { layer: 'georss', properties, geometry: () => found };
}

function shapeOf(item: XmlElement, srs: SrsNames): unknown {
  // Some writers put it into `where`, some on its own.
  const where = child(item, 'where');
  for (const element of [...(where?.children ?? []), ...item.children]) {
    if (isGmlGeometry(element.name)) {
      srs.latitudeFirst();
      const read = gmlGeometry(element, srs.frameOf);
      if (read) return read;
    }
    if (SIMPLE.has(element.name)) {
      const shape = simple(element);
      if (shape !== undefined) return shape;
    }
  }
  const point = child(item, 'Point') ?? item;
  const [lat, long] = [childText(point, 'lat'), childText(point, 'long')];
  if (lat === undefined || long === undefined) return null;
  const place = [Number(long), Number(lat)];
  return place.every(Number.isFinite) ? { type: 'Point', coordinates: place } : 'wrong';
}

/** Latitude and longitude in pairs, separated by blanks or commas. */
function simple({ name, text }: XmlElement): unknown {
  const numbers = text
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  if (numbers.length < 2 || numbers.some((value) => !Number.isFinite(value))) return 'wrong';
  const places: number[][] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) places.push([numbers[i + 1]!, numbers[i]!]);
  switch (name) {
    case 'line':
      return { type: 'LineString', coordinates: places };
    case 'polygon':
      return { type: 'Polygon', coordinates: [places] };
    case 'box': {
      const [low, high] = places as [[number, number], [number, number]];
      if (!high) return 'wrong';
      const ring = [low, [high[0], low[1]], high, [low[0], high[1]], low];
      return { type: 'Polygon', coordinates: [ring] };
    }
    default:
      // Of a circle, its centre.
      return { type: 'Point', coordinates: places[0] };
  }
}
