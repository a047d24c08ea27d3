import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { tile as tileCall } from '#core/protocol';
import { readPolicy } from './cache-policy.ts';
import { remember, tileOf, tileVersion } from './cache-tiles.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import { exists } from '../../formats/mvt/grid.ts';
import { hasVersion } from '../../http/not-modified.ts';

const compressed = promisify(gzip);

const WORTH_PACKING = 1024;

export const routes: Route[] = [
  route(tileCall, async ({ params, caller, services, request, reply }) => {
    const { projectId, z, x } = params;
    const address = { z, x, y: Number.parseInt(params.y, 10) };
    if (!exists(address)) throw new HttpError(404, 'tiles.outside', { ...address });
    const policy = await readPolicy(services.db);
    const version = await tileVersion(services.db, policy, caller, projectId);
    const tag = `"${version}"`;
    void reply.headers({
      etag: tag,
      'cache-control': 'private, no-cache',
      vary: 'jwt, authorization, accept-encoding',
    });
    if (hasVersion(request, tag)) return reply.code(304).send();
    const expected = { projectId, address, version };
    const tile = await tileOf(services.db, policy, caller, expected);
    const packs =
      tile.plain.length >= WORTH_PACKING && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    if (packs) tile.packed ??= await compressed(tile.plain, { level: 1 });
    remember(expected, tile);
    void reply.type('application/vnd.mapbox-vector-tile');
    if (!packs) return reply.send(tile.plain);
    void reply.header('content-encoding', 'gzip');
    return reply.send(tile.packed);
  }),
];
