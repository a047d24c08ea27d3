import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { tile as tileCall, tileJson, tileStyle } from '#core/protocol';
import { readPolicy } from './cache-policy.ts';
import { remember, tileOf, tileVersion } from './cache-tiles.ts';
import { route, type Handling, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import { originOf } from '../../http/origin.ts';
import { requireProject, scopeOf } from '../../shared/access/scope.ts';
import { mapStyleOf, tileJsonOf, type DrawnType, type TileService } from './map-style.ts';
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

  route(tileJson, async (handling) => tileJsonOf(await serviceOf(handling))),
  route(tileStyle, async (handling) => mapStyleOf(await serviceOf(handling))),
];

/** What the person can see of a project. Throws 404 for a project of others. */
async function serviceOf({
  params: { projectId },
  caller,
  language,
  services: { db },
  request,
  reply,
}: Handling<typeof tileJson | typeof tileStyle>): Promise<TileService> {
  await requireProject(db, caller, projectId);
  const scope = scopeOf(caller, { projectId });
  const [projectParams, typeParams]: unknown[][] = [[projectId], []];
  const [project] = await db.query<{ name: string; extent: TileService['extent'] }>(
    `select p.project_name as name, (select case when count(*) > 0 then array[st_xmin(st_extent(g.geom)),
         st_ymin(st_extent(g.geom)), st_xmax(st_extent(g.geom)), st_ymax(st_extent(g.geom))] end
       from geometries g where ${scope.objects('g', projectParams!)}) as extent
     from projects p where p.id = $1`,
    projectParams,
  );
  const types = await db.query<DrawnType>(
    `select t.name, t.title, t.geometry_type as "geometryType", t.style from object_types t
     where ${scope.types('t', typeParams!)} order by lower(t.name), t.id`,
    typeParams,
  );
  void reply.headers({ 'cache-control': 'private, no-cache', vary: 'jwt, authorization, accept-language' });
  return { ...project!, origin: originOf(request), projectId, language, types };
}
