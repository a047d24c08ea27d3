import { AppError } from '#core/kernel';
import type { ExternalFeature, ExternalFeatures } from '#core/mapview';
import type { Geometry } from '#core/protocol';

/** Most positions of an answer: more would hold the map up. */
const MAX_POSITIONS = 2_000_000;
/** Levels of lists around a position. */
const DEPTHS = new Map<string, number>([
  ['Point', 0],
  ['MultiPoint', 1],
  ['LineString', 1],
  ['MultiLineString', 2],
  ['Polygon', 2],
  ['MultiPolygon', 3],
]);

interface Answer {
  features?: unknown;
  links?: unknown;
  numberMatched?: unknown;
  numberReturned?: unknown;
  totalFeatures?: unknown;
}

/**
 * Reads objects in GeoJSON; those with other geometries, such as collections, are left out, and the answer is not whole. Throws AppError with the id `features.other` where the answer is something else,
 * `features.crs` where coordinates are not longitude and latitude, `features.large` where there are too many.
 */
export function readFeatures(text: string, limit: number): ExternalFeatures {
  const { features, ...answer } = parsed(text);
  if (!Array.isArray(features)) throw new AppError('features.other', text.slice(0, 200));
  const budget = { left: MAX_POSITIONS };
  const placed = (features as ({ geometry?: unknown; properties?: unknown } | null)[]).filter(
    (feature) => feature?.geometry !== null,
  );
  const read = placed.flatMap((feature): ExternalFeature[] => {
    const geometry = feature?.geometry;
    if (!isGeometry(geometry, budget)) return [];
    return [{ geometry, properties: asProperties(feature?.properties) }];
  });
  const isAll = read.length === placed.length && isWhole(answer, features.length, limit);
  return { features: read, isWhole: isAll };
}

function parsed(text: string): Answer {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    throw new AppError('features.other', text.slice(0, 200));
  }
}

/** Servers say it in one of three ways, or not at all: then a full answer may be cut. */
function isWhole({ links, numberMatched, totalFeatures }: Answer, count: number, limit: number): boolean {
  const hasNext =
    Array.isArray(links) && links.some((link: { rel?: unknown } | null) => link?.rel === 'next');
  if (hasNext) return false;
  const matched = [numberMatched, totalFeatures].find((each) => typeof each === 'number');
  return matched === undefined ? count < limit : count >= matched;
}

function isGeometry(value: unknown, budget: { left: number }): value is Geometry {
  const { type, coordinates } = (value ?? {}) as Record<string, unknown>;
  const depth = typeof type === 'string' ? DEPTHS.get(type) : undefined;
  return depth !== undefined && isNested(coordinates, depth, budget);
}

function isNested(value: unknown, depth: number, budget: { left: number }): boolean {
  if (!Array.isArray(value)) return false;
  if (depth > 0) return value.every((each) => isNested(each, depth - 1, budget));
  if (--budget.left < 0) throw new AppError('features.large', String(MAX_POSITIONS));
  const [longitude, latitude] = value as unknown[];
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return false;
  if (Math.abs(longitude) > 360 || Math.abs(latitude) > 90)
    throw new AppError('features.crs', `${longitude}, ${latitude}`);
  return true;
}

function asProperties(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
