import { codesOfGrids } from '../../shared/crs/grids.ts';
import type { Queries } from '../../platform/db/database.ts';
import { HttpError } from '../../base/http-error.ts';
import { entryOf } from '../../shared/crs/epsg.ts';
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
  return `http://www.opengis.net/def/crs/EPSG/0/${code}`;
}

/** The srsName of the CRS in GML. */
export function srsNameOf({ uri, requestedAs }: RequestCrs): string {
  if (requestedAs) return requestedAs;
  const [, authority, version, code] = /crs\/(\w+)\/([\w.]+)\/(\w+)$/.exec(uri)!;
  return `urn:ogc:def:crs:${authority}:${version === '0' ? '' : version}:${code}`;
}

const known = new Map<number, Promise<RequestCrs | undefined>>();

function crsOf(code: number): Promise<RequestCrs | undefined> {
  let found = known.get(code);
  if (!found) known.set(code, (found = read(code)));
  return found;
}

async function read(code: number): Promise<RequestCrs | undefined> {
  const entry = await entryOf(code);
  if (!entry) return undefined;
  // The WKT names the axes of a projected CRS only where easting comes first; geographic ones have latitude first.
  const northFirst = entry.kind === 'CRS-GEOGCRS' || !/AXIS\["East/i.test(entry.wkt ?? '');
  return { uri: uriOfCode(code), srid: code, northFirst };
}

/** The CRS in which a root's coordinates are offered; the default CRS84 first. */
export async function listedCrs(db: Queries, { caller, projectId }: Root): Promise<RequestCrs[]> {
  const own = await db.query<{ crs: string }>(
    `select distinct p.crs from projects p join project_members pm on pm.project_id = p.id
     where pm.user_id = $1 and p.organization_id = $2 and ($3::uuid is null or p.id = $3)
       and exists (select 1 from spatial_ref_sys s
         where s.srid = case when p.crs ~ '^EPSG:[0-9]{1,6}$' then substr(p.crs, 6)::int end)
     order by p.crs`,
    [caller.userId, caller.organizationId, projectId ?? null],
    { often: true },
  );
  const codes = new Set([...LISTED, ...own.map(({ crs }) => Number(crs.slice(5)))]);
  // The database has no shift grids: its coordinates in these systems would be metres off.
  for (const code of await codesOfGrids(db)) codes.delete(code);
  const all = await Promise.all([...codes].map(crsOf));
  return [CRS84, CRS84H, ...all.filter((crs) => crs !== undefined)];
}

/**
 * Resolves a CRS named by URL, URN, `EPSG:3003` or the older URL of GML 2: any of the register. The last two mean east
 * first in every CRS, as was usual then; `strict` accepts only the URLs of OGC API.
 * Throws 400 for one that is unknown or that the database cannot compute as exactly as the workbench.
 */
export async function crsNamed(db: Queries, root: Root, text: string, strict = false): Promise<RequestCrs> {
  const offered = await listedCrs(db, root);
  const exact = offered.find(({ uri }) => uri === text);
  if (exact) return exact;
  const httpError = new HttpError(400, 'open.unknown-crs', { crs: text.slice(0, 100) });
  if (strict) throw httpError;
  const urn = /^urn:(?:x-)?ogc:def:crs:(\w+):[\w.]*:(\w+)$/i.exec(text);
  const address = /^https?:\/\/www\.opengis\.net\/def\/crs\/(\w+)\/[\w.]+\/(\w+)$/i.exec(text);
  const old = /^(EPSG|OGC|CRS):(\w+)$/i.exec(text) ?? /\/gml\/srs\/(epsg)\.xml#(\d+)$/i.exec(text);
  const [, , code] = urn ?? address ?? old ?? [];
  const found = offered.find(({ uri }) => code !== undefined && uri.endsWith(`/${code}`));
  if (!found) throw httpError;
  return old ? { ...found, northFirst: false, requestedAs: text } : found;
}

/** SQL that transforms a WGS84 geometry to the CRS, with the axis order of its authority. */
export function inCrs(geometry: string, { srid, northFirst }: RequestCrs): string {
  const there = srid === 4326 ? geometry : `st_transform(${geometry}, ${srid})`;
  return northFirst ? `st_flipcoordinates(${there})` : there;
}
