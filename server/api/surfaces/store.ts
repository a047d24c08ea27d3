import { deflate, inflate } from 'node:zlib';
import { promisify } from 'node:util';
import type { ProjectSurface } from '#core/protocol';
import { blockedTypes, type Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { stale } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';
import { ofMyProjects } from '../../shared/files/scope.ts';

/** What is stored of a surface as JSON. */
export type SurfaceFacts = Pick<
  ProjectSurface,
  'objects' | 'vertices' | 'triangles' | 'plan' | 'slope' | 'low' | 'high' | 'twice' | 'crossing' | 'flat' | 'gaps' | 'geoid' // prettier-ignore
>;

const COLUMNS = `s.id, s.project_id as "projectId", s.name, s.crs, s.type_names as "typeNames", s.facts, s.version,
  s.created_at as "createdAt", u.name as "createdBy"`;
const FROM = 'surfaces s left join users u on u.id = s.created_by';
const PART_BYTES = 4 * 1024 * 1024;

const [pack, unpack] = [promisify(deflate), promisify(inflate)];

/** Condition on rows of `surfaces s`: of a project of the person, made of no type that is blocked for them. */
function visible(caller: Caller, params: unknown[]): string {
  return `${ofMyProjects(caller, 's', params)} and not (s.type_names && ${addParam(params, blockedTypes(caller))}::text[])`;
}

type Row = Omit<ProjectSurface, keyof SurfaceFacts> & { facts: SurfaceFacts };
const flat = ({ facts, ...row }: Row): ProjectSurface => ({ ...row, ...facts });

export async function surfacesOf(db: Queries, caller: Caller, projectId: string): Promise<ProjectSurface[]> {
  const params: unknown[] = [projectId];
  const rows = await db.query<Row>(
    `select ${COLUMNS} from ${FROM} where s.project_id = $1 and ${visible(caller, params)}
     order by s.created_at desc, s.id`,
    params,
  );
  return rows.map(flat);
}

/** Throws 404 when the caller cannot see it. */
export async function findSurface(db: Queries, caller: Caller, id: string): Promise<ProjectSurface> {
  const params: unknown[] = [id];
  const [row] = await db.query<Row>(
    `select ${COLUMNS} from ${FROM} where s.id = $1 and ${visible(caller, params)}`,
    params,
  );
  if (!row) throw new HttpError(404, 'http.not-found');
  return flat(row);
}

/** Locks it until the transaction ends. Throws 404, and 412 for another version. */
export async function takeSurface(
  tx: Queries,
  caller: Caller,
  id: string,
  ifMatch: number,
): Promise<ProjectSurface> {
  await tx.query('select 1 from surfaces s where s.id = $1 for update', [id]);
  const surface = await findSurface(tx, caller, id);
  if (surface.version !== ifMatch) throw stale(surface, surface.version);
  return surface;
}

/** Bytes of a surface as they are stored. */
export function packed(tin: Uint8Array): Promise<Buffer> {
  return pack(tin, { level: 1 });
}

/** Returns its id. `tin`: as `packed` made it. */
export async function insertSurface(
  tx: Queries,
  of: Pick<ProjectSurface, 'projectId' | 'name' | 'crs' | 'typeNames'> & {
    facts: SurfaceFacts;
    tin: Buffer;
    userId: string;
  },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into surfaces (project_id, name, crs, type_names, facts, created_by)
     values ($1, $2, $3, $4::text[], $5::jsonb, $6) returning id`,
    [of.projectId, of.name, of.crs, of.typeNames, JSON.stringify(of.facts), of.userId],
  );
  const { id } = row!;
  for (let n = 0; n * PART_BYTES < of.tin.length; n++)
    await tx.query('insert into surface_parts (surface_id, ordinal, bytes) values ($1, $2, $3)', [
      id,
      n,
      of.tin.subarray(n * PART_BYTES, (n + 1) * PART_BYTES),
    ]);
  return id;
}

/** The triangles of a surface, as `bytesOf` wrote them, in a buffer of their own. */
export async function tinBytes(db: Queries, { id }: ProjectSurface): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let n = 0; ; n++) {
    const [part] = await db.query<{ bytes: Uint8Array }>(
      'select bytes from surface_parts where surface_id = $1 and ordinal = $2',
      [id, n],
    );
    if (!part) break;
    parts.push(part.bytes);
  }
  if (parts.length === 0) throw new HttpError(404, 'http.not-found');
  return new Uint8Array(await unpack(Buffer.concat(parts)));
}
