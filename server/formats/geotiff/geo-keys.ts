import type { HeightsAbove, HeightUnit } from '#core/protocol';
import { UnusableDem } from './unusable.ts';

export type GeoKeys = Readonly<Record<string, unknown>>;

/** Code for a user-defined system. */
const OWN = 32_767;
/** EPSG codes of height units. */
const UNITS: Readonly<Record<number, HeightUnit>> = { 9001: 'metre', 9002: 'foot', 9003: 'us-foot' };
/** EPSG codes of vertical systems whose unit is not the metre (those in the proj.db of PROJ 9.1.1). */
const VERTICAL_IN: Readonly<Record<number, HeightUnit | 'other'>> = {
  5614: 'foot',
  5702: 'us-foot',
  5754: 'other',
  6130: 'foot',
  6131: 'foot',
  6132: 'foot',
  6358: 'us-foot',
  6359: 'us-foot',
  6360: 'us-foot',
  8050: 'foot',
  8051: 'foot',
  8052: 'us-foot',
  8053: 'us-foot',
  8228: 'foot',
  8897: 'foot',
};
/** Geographic 3D systems: WGS 84 and ETRS89. */
const THREE_DIMENSIONAL: Readonly<Record<number, string>> = { 4979: 'EPSG:4326', 4937: 'EPSG:4258' };
/** EGM96 height, and the codes of GeoTIFF 1.0 for heights above WGS 84 and GRS 80. */
const ABOVE: Readonly<Record<number, HeightsAbove>> = { 5773: 'egm96', 5030: 'ellipsoid', 5019: 'ellipsoid' };

/** A unit of heights as a file states it: `other` is none that is supported. */
export interface StatedUnit {
  readonly unit: HeightUnit | 'other';
  /** As written: `EPSG:9002`. */
  readonly name: string;
}

/** Reference systems stated in a file. */
export interface Systems {
  /** `EPSG:<code>`; undefined where none is named. */
  crs: string | undefined;
  heights: HeightsAbove | undefined;
  /** The named vertical system where it is not supported: `EPSG:3855`. */
  otherVertical: string | undefined;
  /** The unit of heights that the keys name, or that the vertical system has; undefined where neither does. */
  unit: StatedUnit | undefined;
}

/** Throws UnusableDem where coordinates are geocentric. */
export function systemsOf(keys: GeoKeys): Systems {
  const code = (name: string) => {
    const value = keys[name];
    return typeof value === 'number' && value > 0 && value !== OWN ? value : undefined;
  };
  if (keys['GTModelTypeGeoKey'] === 3) throw new UnusableDem('geocentric');
  const unitCode = code('VerticalUnitsGeoKey');
  const projected = keys['GTModelTypeGeoKey'] === 1;
  const horizontal = code(projected ? 'ProjectedCSTypeGeoKey' : 'GeographicTypeGeoKey');
  const vertical = code('VerticalCSTypeGeoKey');
  const threeD = horizontal === undefined ? undefined : THREE_DIMENSIONAL[horizontal];
  const heights = vertical !== undefined ? ABOVE[vertical] : threeD ? 'ellipsoid' : undefined;
  return {
    crs: threeD ?? (horizontal === undefined ? undefined : `EPSG:${horizontal}`),
    heights,
    otherVertical: vertical !== undefined && heights === undefined ? `EPSG:${vertical}` : undefined,
    unit: unitOf(unitCode, vertical),
  };
}

function unitOf(key: number | undefined, vertical: number | undefined): StatedUnit | undefined {
  if (key !== undefined) return { unit: UNITS[key] ?? 'other', name: `EPSG:${key}` };
  if (vertical === undefined) return undefined;
  return { unit: VERTICAL_IN[vertical] ?? 'metre', name: `EPSG:${vertical}` };
}
