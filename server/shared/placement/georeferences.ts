import { fitPoints, loadVerticalCrs, unitOfCrs, verticalCrsOf } from '#core/geodesy';
import { MAX_GEOREFERENCES, type Georeference, type StoredGeoreference } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { stale } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';
import { readyCrs } from '../crs/registered.ts';

/** What versions belong to: a file, and what its coordinates are now. */
export interface Placed {
  readonly fileId: string;
  readonly basis: string;
  /** As the file says. */
  readonly own: KeptGeoreference;
}

type KeptGeoreference = Omit<StoredGeoreference, 'version' | 'at' | 'by'>;

interface Row {
  version: number;
  basis: string;
  georeference: KeptGeoreference;
  at: string;
  by: string;
}

const COLUMNS = `g.version, g.basis, g.georeference, g.created_at as at, u.name as by`;
const FROM = 'georeferences g join users u on u.id = g.created_by';

/** The newest version as a column of a query on files named `alias`; null where there is none. */
export function georeferenceColumn(alias: string): string {
  return `(select jsonb_build_object('version', g.version, 'basis', g.basis, 'georeference', g.georeference,
      'at', g.created_at, 'by', u.name)
    from ${FROM} where g.file_id = ${alias}.id order by g.version desc limit 1) as georeference`;
}
export type NewestGeoreference = Row | null;

/** Where a file is now: the newest version, or as it says itself where its coordinates have become others since. */
export function currentGeoreference(
  { basis, own }: Omit<Placed, 'fileId'>,
  newest: NewestGeoreference,
): StoredGeoreference {
  if (newest?.basis !== basis) return { ...own, version: newest?.version ?? 0, at: null, by: null };
  return storedOf(newest);
}

function storedOf({ version, georeference, at, by }: Row): StoredGeoreference {
  return { ...georeference, version, at: new Date(at).toISOString(), by };
}

/** All versions whose coordinates are those of now, the newest first, and as the file says itself. */
export async function readGeoreferences(
  db: Queries,
  { fileId, basis, own }: Placed,
): Promise<StoredGeoreference[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from ${FROM} where g.file_id = $1 and g.basis = $2 order by g.version desc`,
    [fileId, basis],
  );
  return [...rows.map(storedOf), { ...own, version: 0, at: null, by: null }];
}

/**
 * Writes the next version of a locked file's place. Throws HttpError 412 when another is newer, 422 for what cannot be.
 */
export async function saveGeoreference(
  tx: Queries,
  caller: Caller,
  placed: Placed & { current: StoredGeoreference },
  sent: Georeference,
  ifMatch: number,
): Promise<StoredGeoreference> {
  const { fileId, basis, current } = placed;
  if (current.version !== ifMatch) throw stale(current, current.version);
  const checked = await checkedGeoreference(sent);
  const version = current.version + 1;
  const [row] = await tx.query<{ at: string; by: string }>(
    `with kept as (insert into georeferences (file_id, version, basis, georeference, created_by)
       values ($1, $2, $3, $4::jsonb, $5) returning created_at, created_by)
     select kept.created_at as at, u.name as by from kept join users u on u.id = kept.created_by`,
    [fileId, version, basis, JSON.stringify(checked), caller.userId],
  );
  await tx.query('delete from georeferences where file_id = $1 and version <= $2', [
    fileId,
    version - MAX_GEOREFERENCES,
  ]);
  return { ...checked, version, at: new Date(row!.at).toISOString(), by: row!.by };
}

/** With the transformation that its control points give. Throws HttpError 422 for what cannot be. */
async function checkedGeoreference(sent: Georeference): Promise<KeptGeoreference> {
  const { crs, verticalCrs, fit } = sent;
  if (crs !== null) {
    const known = await readyCrs(crs);
    if (!known) throw new HttpError(422, 'placement.unknown-crs', { crs });
    if (known.geographic) throw new HttpError(422, 'placement.degrees', { crs });
  }
  await loadVerticalCrs();
  const vertical = verticalCrs === null ? undefined : verticalCrsOf(verticalCrs);
  if (verticalCrs !== null && !vertical)
    throw new HttpError(422, 'placement.unknown-vertical', { crs: verticalCrs });
  const units = { unit: crs === null ? 1 : unitOfCrs(crs).metres, heightUnit: vertical?.metres ?? 1 };
  if (sent.found !== 'control-points') return { ...sent, ...units, fit: null };
  if (!fit) throw new HttpError(422, 'placement.no-points');
  const found = fitPoints(fit, fit.points, sent.transform);
  if ('fault' in found)
    throw new HttpError(
      422,
      `placement.${found.fault}`,
      found.fault === 'too-few' ? { plan: found.plan, height: found.height } : {},
    );
  return { ...sent, ...units, transform: found.transform };
}
