import type { HeightsAbove } from '#core/protocol';
import { UnusableDem } from './unusable.ts';

export type GeoKeys = Readonly<Record<string, unknown>>;

/** Code for a user-defined system. */
const OWN = 32_767;
const FOOT = 0.3048;
const US_FOOT = 1200 / 3937;
/** EPSG codes of height units: metre, foot, US survey foot. */
const UNITS: Readonly<Record<number, number>> = { 9001: 1, 9002: FOOT, 9003: US_FOOT };
/** Geographic 3D systems: WGS 84 and ETRS89. */
const THREE_DIMENSIONAL: Readonly<Record<number, string>> = { 4979: 'EPSG:4326', 4937: 'EPSG:4258' };
/** EGM96 height, and the codes of GeoTIFF 1.0 for heights above WGS 84 and GRS 80. */
const ABOVE: Readonly<Record<number, HeightsAbove>> = { 5773: 'egm96', 5030: 'ellipsoid', 5019: 'ellipsoid' };

/** Reference systems stated in a file. */
export interface Systems {
  /** `EPSG:<code>`; undefined where none is named. */
  crs: string | undefined;
  heights: HeightsAbove | undefined;
  /** The named vertical system where it is not supported: `EPSG:3855`. */
  otherVertical: string | undefined;
  /** The unit of heights that the keys name, or that the vertical system has; undefined where neither does. */
  unit: number;
}

/** Throws UnusableDem where coordinates are geocentric. */
export function systemsOf(keys: GeoKeys): Systems {
  const code = (name: string) => {
    const value = keys[name];
    return typeof value === 'number' && value > 0 && value !== OWN ? value : undefined;
  };
  if (keys['GTModelTypeGeoKey'] === 3) throw new UnusableDem('geocentric');
  const unitCode = code('VerticalUnitsGeoKey');
  const unit = unitCode === undefined ? 1 : UNITS[unitCode];
  if (unit === undefined) throw new UnusableDem('unit', { unit: `EPSG:${unitCode}` });
  const projected = keys['GTModelTypeGeoKey'] === 1;
  const horizontal = code(projected ? 'ProjectedCSTypeGeoKey' : 'GeographicTypeGeoKey');
  const vertical = code('VerticalCSTypeGeoKey');
  const threeD = horizontal === undefined ? undefined : THREE_DIMENSIONAL[horizontal];
  const heights = vertical !== undefined ? ABOVE[vertical] : threeD ? 'ellipsoid' : undefined;
  return {
    crs: threeD ?? (horizontal === undefined ? undefined : `EPSG:${horizontal}`),
    heights,
    otherVertical: vertical !== undefined && heights === undefined ? `EPSG:${vertical}` : undefined,
    unit,
  };
}
