import { geometryProblem } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { isUuid } from '../../base/uuid.ts';
import type { PictureChoice } from './pictures.ts';

export const SEARCH_PARAMETERS: readonly string[] = [
  'ids',
  'collections',
  'bbox',
  'datetime',
  'intersects',
  'limit',
  'offset',
];
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 1_000;
const MAX_IDS = 1_000;
const RFC3339 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/i;

export interface Search extends PictureChoice {
  limit: number;
  offset: number;
}

/** A search of STAC, as the parameters of GET or the members of POST. Throws 400. */
export function searchOf(given: Readonly<Record<string, unknown>>): Search {
  for (const name of Object.keys(given))
    if (!SEARCH_PARAMETERS.includes(name))
      throw new HttpError(400, 'open.unknown-parameter', {
        name: name.slice(0, 60),
        known: SEARCH_PARAMETERS.join(', '),
      });
  const { bbox, datetime, intersects, limit, offset } = given;
  return {
    ids: idsOf(given['ids']),
    sequences: idsOf(given['collections']),
    ...(bbox !== undefined && { box: boxOf(bbox) }),
    ...(intersects !== undefined && { intersects: geometryOf(intersects) }),
    ...(datetime !== undefined && intervalOf(String(datetime))),
    limit: limit === undefined ? DEFAULT_LIMIT : limitOf(String(limit)),
    offset: offset === undefined ? 0 : offsetOf(String(offset)),
  };
}

/** Ids that are none find nothing, as unknown ones do. Throws 400 for too many. */
function idsOf(given: unknown): string[] | undefined {
  if (given === undefined) return undefined;
  const ids = Array.isArray(given) ? given.map(String) : String(given).split(',');
  if (ids.length > MAX_IDS)
    throw new HttpError(400, 'stac.too-many-ids', { count: ids.length, max: MAX_IDS });
  return ids.filter(isUuid);
}

function boxOf(given: unknown): [number, number, number, number] {
  const parts = Array.isArray(given) ? given : String(given).split(',');
  const numbers = parts.map((part) => (String(part).trim() === '' ? Number.NaN : Number(part)));
  const [west, south, east, north] = numbers.length === 6 ? [0, 1, 3, 4].map((i) => numbers[i]!) : numbers;
  const isBox =
    [4, 6].includes(numbers.length) &&
    numbers.every(Number.isFinite) &&
    [west!, east!].every((degrees) => Math.abs(degrees) <= 180) &&
    [south!, north!].every((degrees) => Math.abs(degrees) <= 90) &&
    south! <= north!;
  if (!isBox) throw new HttpError(400, 'open.bad-box', { box: parts.join(',').slice(0, 100) });
  return [west!, south!, east!, north!];
}

function geometryOf(given: unknown): string {
  const value = typeof given === 'string' ? parsed(given) : given;
  if (geometryProblem(value) !== undefined) throw new HttpError(400, 'stac.bad-geometry');
  return JSON.stringify(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function intervalOf(text: string): Pick<PictureChoice, 'from' | 'until'> {
  const wrong = new HttpError(400, 'open.bad-datetime', { datetime: text.slice(0, 80) });
  const ends = text.split('/');
  if (ends.length > 2) throw wrong;
  const [from, until] = (ends.length === 1 ? [text, text] : ends).map((end) => {
    if (ends.length === 2 && (end === '' || end === '..')) return undefined;
    if (!RFC3339.test(end) || Number.isNaN(Date.parse(end))) throw wrong;
    return end;
  });
  // A day lasts until its end.
  return { from, until: until?.length === 10 ? `${until}T23:59:59.999Z` : until };
}

function limitOf(text: string): number {
  const limit = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (limit < 1) throw new HttpError(400, 'open.bad-limit', { limit: text.slice(0, 40) });
  return Math.min(limit, MAX_LIMIT);
}

function offsetOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new HttpError(400, 'stac.bad-offset', { offset: text.slice(0, 40) });
  return Number(text);
}
