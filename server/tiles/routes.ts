import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { tile as tileCall } from '#core/protocol';
import { scopeOf } from '../access/scope.ts';
import { Kept, stateOf } from '../features/state.ts';
import { route, type Route } from '../http/context.ts';
import { Refusal } from '../http/refusal.ts';
import { exists } from './grid.ts';
import { makeTile } from './tile.ts';

const compressed = promisify(gzip);

interface KeptTile {
  plain: Buffer;
  /** As it travels to those who take it so; made when the first of them asks. */
  packed?: Buffer;
}

/** Tiles made last, of any person who sees the same: until something of the project changes they are made once. */
const kept = new Kept<KeptTile>(64 * 1024 * 1024);
const WORTH_PACKING = 1024;

export const routes: Route[] = [
  route(tileCall, async ({ params, caller, services, request, reply }) => {
    const { projectId, z, x } = params;
    const address = { z, x, y: Number.parseInt(params.y, 10) };
    if (!exists(address)) throw new Refusal(404, 'tiles.outside', { ...address });
    // Asked of the database each time, so that no process shows what another one has changed.
    const state = await stateOf(services.db, { caller, projectId });
    const tag = `"${state}"`;
    void reply.headers({
      etag: tag,
      'cache-control': 'private, no-cache',
      vary: 'jwt, authorization, accept-encoding',
    });
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    const key = `${state} ${projectId} ${z}/${x}/${address.y}`;
    const tile = kept.get(key) ?? {
      plain: await makeTile(services.db, scopeOf(caller, { projectId }), address),
    };
    const packs =
      tile.plain.length >= WORTH_PACKING && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    if (packs) tile.packed ??= await compressed(tile.plain, { level: 1 });
    kept.set(key, tile, tile.plain.length + (tile.packed?.length ?? 0) + key.length);
    void reply.type('application/vnd.mapbox-vector-tile');
    if (!packs) return reply.send(tile.plain);
    void reply.header('content-encoding', 'gzip');
    return reply.send(tile.packed);
  }),
];
