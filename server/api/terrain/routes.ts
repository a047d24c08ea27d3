import path from 'node:path';
import {
  addTerrain,
  changeTerrainUnit,
  deleteTerrain,
  listTerrains,
  terrainHeights,
  terrainProfile,
  terrainTile,
  terrainVolume,
  uploadTerrain,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { requireProject } from '../../shared/access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { onlyContent, receive } from '../../shared/files/receive.ts';
import { route, type Route } from '../../http/context.ts';
import { listed } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';
import { isTiff } from '../../formats/geotiff/file-bytes.ts';
import { readRemoteTerrain } from './remote/layer.ts';
import { liftRange } from './remote/lift.ts';
import { sample } from './sample.ts';
import {
  findTerrain,
  insertTerrain,
  MAX_TERRAINS,
  readTerrains,
  seesTerrain,
  terrainOf,
  type TerrainRow,
} from './store.ts';
import type { TerrainInput } from './terrain-job.ts';
import { packedTile, unpacked } from './tiles.ts';
import { readProfile } from './read-profile.ts';
import { readVolume } from './read-volume.ts';
import { untilGone } from '../../http/until-gone.ts';
import { hasVersion } from '../../http/not-modified.ts';

const MAX_BYTES = 4 * 1024 ** 3;

export const routes: Route[] = [
  route(listTerrains, async ({ headers, query, caller, services, reply }) => {
    await requireProject(services.db, caller, headers.projectid);
    if (!seesTerrain(caller)) throw new HttpError(404, 'http.not-found');
    const rows = await listed(reply, query, (pageQuery) =>
      readTerrains(services.db, caller, headers.projectid, pageQuery),
    );
    return rows.map((row) => terrainOf(row));
  }),

  route(uploadTerrain, async ({ headers, caller, language, request, reply, services }) => {
    const { projectid: projectId } = headers;
    await requireRoom(services.db, caller, projectId);
    const receiving = {
      request,
      services,
      language,
      schema: uploadTerrain.body,
      limit: MAX_BYTES,
      look: refuseOther,
    };
    const jobId = await receive(receiving, ({ name, heights, unit, crs }, contents) => {
      const content = onlyContent(contents);
      const input: TerrainInput = {
        language,
        upload: content.key,
        fileName: content.name,
        name: name ?? path.parse(content.name).name.slice(0, 120),
        heights,
        unit,
        crs,
      };
      return services.jobs.add({ kind: 'terrain', userId: caller.userId, projectId, input });
    });
    void reply.code(202);
    return { jobId };
  }),

  route(addTerrain, async ({ headers, body, caller, services, reply }) => {
    const { projectid: projectId } = headers;
    await requireRoom(services.db, caller, projectId);
    const { address, heights = 'ellipsoid' } = body;
    const read = await readRemoteTerrain(services.outgoing, address);
    const found = heights === 'egm96' ? await liftRange(read) : read;
    const name = body.name ?? new URL(found.address).host;
    const row = {
      ...found,
      projectId,
      name,
      heights,
      unit: 'metre' as const,
      unitFrom: 'file' as const,
      crs: 'EPSG:4979',
      bytes: 0,
    };
    const made = await services.db.transaction(async (tx) => {
      await requireRoom(tx, caller, projectId);
      return insertTerrain(tx, caller, row);
    });
    void reply.code(201);
    return made;
  }),

  route(changeTerrainUnit, async ({ params, body, caller, language, reply, services }) => {
    const terrain = await findTerrain(services.db, caller, params.id);
    const { id, projectId, name, fileName, source, heights, crs } = terrain;
    if (source === null) throw new HttpError(422, 'terrain.unit.no-model', { name });
    const input: TerrainInput = {
      language,
      upload: source,
      fileName: fileName!,
      name,
      heights,
      unit: body.unit,
      crs,
      replaces: id,
    };
    const jobId = await services.jobs.add({ kind: 'terrain', userId: caller.userId, projectId, input });
    void reply.code(202);
    return { jobId };
  }),

  route(deleteTerrain, async ({ params, caller, services }) => {
    await services.db.transaction(async (tx) => {
      const { id } = await findTerrain(tx, caller, params.id);
      await tx.query('delete from terrains where id = $1', [id]);
    });
    return undefined;
  }),

  route(terrainTile, async ({ params, caller, services, request, reply }) => {
    const terrain = await findTerrain(services.db, caller, params.id);
    const isRemote = terrain.key === null;
    const tag = `"${terrain.id}"`;
    void reply.headers({
      // An uploaded terrain never changes: another upload is another terrain.
      ...(!isRemote && { etag: tag }),
      'cache-control': isRemote ? 'private, max-age=86400' : 'private, max-age=31536000, immutable',
      vary: 'jwt, authorization, accept-encoding',
    });
    if (!isRemote && hasVersion(request, tag)) return reply.code(304).send();
    const packed = await packedTile(services, terrain, { level: params.z, x: params.x, y: params.y });
    if (!packed) return reply.code(204).send();
    void reply.type('application/octet-stream');
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(await unpacked(packed));
    void reply.header('content-encoding', 'gzip');
    return reply.send(packed);
  }),

  route(terrainHeights, async ({ params, body, caller, services }) => {
    const terrain = await findTerrain(services.db, caller, params.id);
    return { heights: await sample(services, terrain, body.places) };
  }),

  route(terrainProfile, async ({ params, body, caller, services, reply }) => {
    const terrain = await findTerrain(services.db, caller, params.id);
    return readProfile(services, terrain, body.line, untilGone(reply));
  }),

  route(terrainVolume, async ({ params, body, caller, services, reply }) => {
    const terrain = await findTerrain(services.db, caller, params.id);
    const base =
      'terrain' in body.base ? await findOther(services.db, caller, terrain, body.base) : body.base;
    return readVolume(services, { outline: body.outline, terrain, base }, untilGone(reply));
  }),
];

/** Another terrain of the same project. */
async function findOther(
  db: Queries,
  caller: Caller,
  { id, projectId }: TerrainRow,
  base: { terrain: string },
): Promise<TerrainRow> {
  const other = await findTerrain(db, caller, base.terrain);
  if (other.projectId !== projectId) throw new HttpError(422, 'terrain.volume.other-project');
  if (other.id === id) throw new HttpError(422, 'terrain.volume.same');
  return other;
}

async function requireRoom(db: Queries, caller: Caller, projectId: string): Promise<void> {
  await requireProject(db, caller, projectId);
  if (!seesTerrain(caller)) throw new HttpError(404, 'http.not-found');
  const { total = 0 } = (await readTerrains(db, caller, projectId, {}))[0] ?? {};
  if (total >= MAX_TERRAINS) throw new HttpError(409, 'terrain.too-many', { most: MAX_TERRAINS });
}

function refuseOther(head: Buffer, name: string): void {
  if (!isTiff(head)) throw new HttpError(422, 'terrain.not-tiff', { name });
}
