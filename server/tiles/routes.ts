import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { tile as tileCall } from '#core/protocol';
import type { Caller } from '../access/caller.ts';
import { blockedTypes, requireProject, scopeOf } from '../access/scope.ts';
import type { Database } from '../db/database.ts';
import { route, type Route } from '../http/context.ts';
import { Refusal } from '../http/refusal.ts';
import { exists } from './grid.ts';
import { makeTile } from './tile.ts';

const compressed = promisify(gzip);

export const routes: Route[] = [
  route(tileCall, async ({ params, caller, services, request, reply }) => {
    const { projectId, z, x } = params;
    const address = { z, x, y: Number.parseInt(params.y, 10) };
    if (!exists(address)) throw new Refusal(404, 'tiles.outside', { ...address });
    await requireProject(services.db, caller, projectId);
    const tag = await stateTag(services.db, caller, projectId);
    void reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'jwt, accept-encoding' });
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    const bytes = await makeTile(services.db, scopeOf(caller, { projectId }), address);
    void reply.type('application/vnd.mapbox-vector-tile');
    if (bytes.length < 1024 || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
      return reply.send(bytes);
    void reply.header('content-encoding', 'gzip');
    return reply.send(await compressed(bytes, { level: 1 }));
  }),
];

/**
 * Changes whenever anything does that the person's tiles of the project show: objects (their live events are numbered
 * in the order of commits; transactions tell of what is older than events are kept), types and blocked layers.
 */
async function stateTag(db: Database, caller: Caller, projectId: string): Promise<string> {
  const params: unknown[] = [projectId];
  const scope = scopeOf(caller, { projectId });
  const [state] = await db.query<{ event: number | null; transaction: number | null; types: string | null }>(
    `select (select max(e.id) from events e where e.project_id = $1 and e.kind = 'geometries') as event,
       (select max(t.id) from transactions t where t.project_id = $1) as transaction,
       (select string_agg(t.id || ' ' || t.version, ',' order by t.id) from object_types t
         where ${scope.types('t', params)}) as types`,
    params,
  );
  const seen = JSON.stringify([state, blockedTypes(caller).sort(), projectId]);
  return `"${createHash('sha256').update(seen).digest('base64url').slice(0, 22)}"`;
}
