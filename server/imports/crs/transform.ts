import proj4, { type Converter } from 'proj4';
import type { FlatGeometry } from '../geometry/flat.ts';
import type { Findings } from '../readers/problems.ts';
import { entryOf } from './epsg.ts';
import type { StatedCrs } from './identify.ts';

/** From a file's CRS to longitude and latitude on WGS84. Heights stay as they are. */
export interface ToWgs84 {
  /** `EPSG:<code>`, or `WKT:<name>` where no code fits. */
  label: string;
  /** Numbers stay as given, to the last bit. */
  identity: boolean;
  apply(geometry: FlatGeometry): void;
  /** West, south, east, north of where the CRS is meant for. */
  area: [number, number, number, number] | null;
}

/**
 * National grids that are not bundled, replaced by the transformation EPSG gives for the same datum without one
 * (operations 1314, 1173, 1777, 1108, 1564, 1549): `towgs84`, and its accuracy in metres.
 */
const WITHOUT_GRID: Record<string, { towgs84: string; accuracy: number }> = {
  'OSTN15_NTv2_OSGBtoETRS.gsb': { towgs84: '446.448,-125.157,542.06,0.15,0.247,0.842,-20.489', accuracy: 2 },
  'NTv2_0.gsb': { towgs84: '-8,160,176', accuracy: 10 },
  'CQ77NA83.GSB': { towgs84: '-8,160,176', accuracy: 10 },
  'May76v20.gsb': { towgs84: '-8,160,176', accuracy: 10 },
  'BETA2007.gsb': { towgs84: '598.1,73.7,418.2,0.202,0.045,-2.455,6.7', accuracy: 3 },
  'nzgd2kgrid0005.gsb': { towgs84: '59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993', accuracy: 4 },
};

const ROME_1940 = '+towgs84=-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68';

/** undefined when the code is unknown, or the CRS cannot be computed with. */
export async function toWgs84(crs: StatedCrs, findings: Findings): Promise<ToWgs84 | undefined> {
  if (!('code' in crs)) return fromDefinition(crs.wkt, `WKT:${crs.name}`, null, findings);
  const entry = await entryOf(crs.code);
  if (!entry?.proj4) return undefined;
  const [north, west, south, east] = entry.bbox ?? [90, -180, -90, 180];
  const definition = completed(entry.proj4, findings);
  if (entry.accuracy !== null && entry.accuracy >= 2 && /towgs84=(?!0,0,0)/.test(entry.proj4))
    findings.once('crs-accuracy', { crs: `EPSG:${crs.code}`, metres: entry.accuracy });
  return fromDefinition(definition, `EPSG:${crs.code}`, [west, south, east, north], findings);
}

/** A definition as proj4 can compute it without national grids; what that means is said in `findings`. */
export function completed(definition: string, findings: Findings): string {
  // Shapefiles and GeoJSON give easting before northing whatever the CRS's own order is.
  let text = definition.replace(/\+axis=\S+/g, '');
  if (/\+pm=rome/.test(text) && !/towgs84/.test(text)) text += ` ${ROME_1940}`;
  const grid = /\+nadgrids=("?)([^\s"@]+)\S*/.exec(text);
  if (grid) {
    const known = WITHOUT_GRID[grid[2]!];
    text = text.replace(/\+nadgrids=("[^"]*"?|\S+)/, known ? `+towgs84=${known.towgs84}` : '');
    if (known) findings.once('grid-replaced', { grid: grid[2]!, metres: known.accuracy });
    else findings.once('grid-missing', { grid: grid[2]! });
  } else if (!/towgs84|datum=|nadgrids|ellps=(GRS80|WGS84)|\+a=6378137/.test(text))
    findings.once('datum-shift-unknown');
  return text;
}

function fromDefinition(
  definition: string,
  label: string,
  area: ToWgs84['area'],
  findings: Findings,
): ToWgs84 | undefined {
  let converter: Converter;
  try {
    converter = proj4(definition, 'EPSG:4326');
    if (!Number.isFinite(converter.forward([0.5, 0.5])[0]) && !definition.includes('proj=')) return undefined;
  } catch {
    return undefined;
  }
  if (/^\s*(PROJCS|GEOGCS|PROJCRS|GEOGCRS)/i.test(definition) && !/TOWGS84/i.test(definition))
    findings.once('datum-shift-unknown');
  return {
    label,
    area,
    identity: isDegreesOnWgs84(definition),
    apply(geometry) {
      const { flat, size, stride } = geometry;
      const point: [number, number] = [0, 0];
      for (let i = 0; i < size; i += stride) {
        point[0] = flat[i]!;
        point[1] = flat[i + 1]!;
        const [longitude, latitude] = finiteForward(converter, point);
        flat[i] = longitude;
        flat[i + 1] = latitude;
      }
    },
  };
}

const NOWHERE: [number, number] = [NaN, NaN];

/** proj4 throws for positions that are not finite; those are judged elsewhere. */
function finiteForward(converter: Converter, point: [number, number]): [number, number] {
  if (!Number.isFinite(point[0]) || !Number.isFinite(point[1])) return NOWHERE;
  try {
    return converter.forward<[number, number]>(point);
  } catch {
    return NOWHERE;
  }
}

/** Datums within a metre of WGS84 (ETRS89, RDN2008, NAD83 as EPSG takes them): the numbers are left alone. */
function isDegreesOnWgs84(definition: string): boolean {
  if (!/\+proj=longlat/.test(definition) || /\+pm=/.test(definition)) return false;
  if (/\+datum=WGS84/.test(definition)) return true;
  return /\+ellps=(GRS80|WGS84)/.test(definition) && !/towgs84=(?!0,0,0(,0,0,0,0)?(\s|$))/.test(definition);
}
