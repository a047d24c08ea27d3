import { codesOfGrids } from '../../shared/crs/grids.ts';
import type { Queries } from '../../platform/db/database.ts';
import { HttpError } from '../../base/http-error.ts';
import { authorityOf, registeredCrs } from '../../shared/crs/register.ts';
import { isComputedAlike } from './database-crs.ts';
import type { Root } from './types.ts';

/** A CRS of a request. */
export interface RequestCrs {
  uri: string;
  /** The client's name for it, if it differs from its URI; the response uses that name. */
  requestedAs?: string;
  /** SRID in the database, which uses east, north order. */
  srid: number;
  /** Whether northing (latitude) is its first axis. */
  northFirst: boolean;
}

const OGC = 'http://www.opengis.net/def/crs/OGC';
export const CRS84: RequestCrs = { uri: `${OGC}/1.3/CRS84`, srid: 4326, northFirst: false };
const CRS84H: RequestCrs = { uri: `${OGC}/0/CRS84h`, srid: 4326, northFirst: false };
/** Latitude first: the default of WFS 1.1 and later. */
export const WGS84: RequestCrs = { uri: uriOfCode(4326), srid: 4326, northFirst: true };

/** Listed in addition to the projects' own: world-wide systems, and those for surveys in Italy and its neighbours. */
const LISTED = [
  4326, 3857, 4258, 3035, 25832, 25833, 32632, 32633, 3003, 3004, 4265, 6706, 6707, 6708, 6875, 7791, 7792,
  7794, 23032, 23033, 2056,
];

export function uriOfCode(code: number): string {
  return `http://www.opengis.net/def/crs/${authorityOf(code)}/0/${code}`;
}

/** The srsName of the CRS in GML. */
export function srsNameOf({ uri, requestedAs }: RequestCrs): string {
  if (requestedAs) return requestedAs;
  const [, authority, version, code] = /crs\/(\w+)\/([\w.]+)\/(\w+)$/.exec(uri)!;
  return `urn:ogc:def:crs:${authority}:${version === '0' ? '' : version}:${code}`;
}

/** A CRS of the register that the database computes as exactly as the workbench, if it is one. */
async function computedCrs(
  db: Queries,
  code: number,
  codesWithGrids: readonly number[],
): Promise<RequestCrs | undefined> {
  // The database has no shift grids: its coordinates in these systems would be metres off.
  if (codesWithGrids.includes(code)) return undefined;
  const entry = await registeredCrs(code);
  // The database does not turn southings and westings.
  if (entry?.axes !== 'en' && entry?.axes !== 'ne') return undefined;
  if (!LISTED.includes(code) && !(await isComputedAlike(db, code))) return undefined;
  return { uri: uriOfCode(code), srid: code, northFirst: entry.axes === 'ne' };
}

/**
 * The CRS that a root's descriptions list, the default CRS84 first: of the thousands that are answered, those that most
 * programs need.
 */
export async function listedCrs(db: Queries, { caller, projectId }: Root): Promise<RequestCrs[]> {
  const own = await db.query<{ crs: string }>(
    `select distinct p.crs from projects p join project_members pm on pm.project_id = p.id
     where pm.user_id = $1 and p.organization_id = $2 and ($3::uuid is null or p.id = $3)
       and p.crs ~ '^EPSG:[0-9]{1,6}$'
     order by p.crs`,
    [caller.userId, caller.organizationId, projectId ?? null],
    { often: true },
  );
  const codes = new Set([...LISTED, ...own.map(({ crs }) => Number(crs.slice(5)))]);
  const withGrids = await codesOfGrids(db);
  const all = await Promise.all([...codes].map((code) => computedCrs(db, code, withGrids)));
  return [CRS84, CRS84H, ...all.filter((crs) => crs !== undefined)];
}

/**
 * Resolves a CRS named by URL, URN, `EPSG:3003` or the older URL of GML 2: any of the register. The last two mean east
 * first in every CRS, as was usual then; `strict` accepts only the URLs of OGC API.
 * Throws 400 for one that is unknown or that the database cannot compute as exactly as the workbench.
 */
export async function crsNamed(db: Queries, text: string, strict = false): Promise<RequestCrs> {
  const urn = strict ? null : /^urn:(?:x-)?ogc:def:crs:(\w+):[\w.]*:(\w+)$/i.exec(text);
  const address = strict
    ? /^http:\/\/www\.opengis\.net\/def\/crs\/(EPSG|ESRI|OGC)\/[\d.]+\/(\w+)$/.exec(text)
    : /^https?:\/\/www\.opengis\.net\/def\/crs\/(\w+)\/[\w.]+\/(\w+)$/i.exec(text);
  const old = strict
    ? null
    : (/^(EPSG|ESRI|OGC|CRS):(\w+)$/i.exec(text) ?? /\/gml\/srs\/(epsg)\.xml#(\d+)$/i.exec(text));
  const [, , code] = urn ?? address ?? old ?? [];
  const found = code === undefined ? undefined : await crsWithCode(db, code);
  if (!found || (strict && found.uri !== text))
    throw new HttpError(400, 'open.unknown-crs', { crs: text.slice(0, 100) });
  return old ? { ...found, northFirst: false, requestedAs: text } : found;
}

async function crsWithCode(db: Queries, code: string): Promise<RequestCrs | undefined> {
  const ofOgc = [CRS84, CRS84H].find(({ uri }) => uri.endsWith(`/${code}`));
  if (ofOgc || !/^\d{1,6}$/.test(code)) return ofOgc;
  return computedCrs(db, Number(code), await codesOfGrids(db));
}

/** SQL that transforms a WGS84 geometry to the CRS, with the axis order of its authority. */
export function inCrs(geometry: string, { srid, northFirst }: RequestCrs): string {
  const there = srid === 4326 ? geometry : `st_transform(${geometry}, ${srid})`;
  return northFirst ? `st_flipcoordinates(${there})` : there;
}
