import path from 'node:path';
import {
  addTileset,
  deleteTileset,
  getTileset,
  listTilesets,
  tilesetFile,
  updateTileset,
  uploadTileset,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { requireProject } from '../../shared/access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { onlyContent, receive } from '../../shared/files/receive.ts';
import { route, type Route } from '../../http/context.ts';
import { listed } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';
import { tagVersion } from '../../http/versions.ts';
import { readRemoteRoot } from './remote.ts';
import { sendTilesetFile } from './send.ts';
import {
  changeTileset,
  countTilesets,
  findTileset,
  insertTileset,
  MAX_TILESETS,
  readTilesets,
  seesTilesets,
  takeTileset,
  tilesetOf,
} from './store.ts';
import type { TilesetInput } from './tileset-job.ts';

const MAX_BYTES = 8 * 1024 ** 3;

export const routes: Route[] = [
  route(listTilesets, async ({ headers, query, caller, services, reply }) => {
    if (headers.projectid !== undefined) await requireSight(services.db, caller, headers.projectid);
    const rows = await listed(reply, query, (pageQuery) =>
      readTilesets(services.db, caller, headers.projectid, pageQuery),
    );
    return rows.map((row) => tilesetOf(row));
  }),

  route(uploadTileset, async ({ headers, caller, language, request, reply, services }) => {
    const { projectid: projectId } = headers;
    await requireRoom(services.db, caller, projectId);
    const schema = uploadTileset.body;
    const receiving = { request, services, language, schema, limit: MAX_BYTES, look: refuseOther };
    const jobId = await receive(receiving, ({ name }, contents) => {
      const { key: upload, bytes, name: fileName } = onlyContent(contents);
      const input: TilesetInput = {
        upload,
        bytes,
        fileName,
        name: name ?? path.parse(fileName).name.slice(0, 120),
      };
      return services.jobs.add({ kind: 'tileset', userId: caller.userId, projectId, input });
    });
    void reply.code(202);
    return { jobId };
  }),

  route(addTileset, async ({ headers, body, caller, services, reply }) => {
    const { projectid: projectId } = headers;
    const { db, outgoing } = services;
    await requireRoom(db, caller, projectId);
    const { address, root, edition } = await readRemoteRoot(outgoing, body.address);
    const name = body.name ?? nameOf(address);
    const row = await db.transaction(async (tx) => {
      await requireRoom(tx, caller, projectId);
      return insertTileset(tx, caller, { projectId, name, address, root, edition });
    });
    void reply.code(201);
    tagVersion(reply, row.version);
    return tilesetOf(row);
  }),

  route(getTileset, async ({ params, caller, services, reply }) => {
    const row = await findTileset(services.db, caller, params.id);
    tagVersion(reply, row.version);
    return tilesetOf(row);
  }),

  route(updateTileset, async ({ params, body, caller, ifMatch, services, reply }) => {
    const row = await services.db.transaction(async (tx) =>
      changeTileset(tx, caller, await takeTileset(tx, caller, params.id, ifMatch), body),
    );
    tagVersion(reply, row.version);
    return tilesetOf(row);
  }),

  route(deleteTileset, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const { id } = await takeTileset(tx, caller, params.id, ifMatch);
      await tx.query('delete from tilesets where id = $1', [id]);
    });
    return undefined;
  }),

  route(tilesetFile, async ({ params, caller, services, request, reply }) => {
    const row = await findTileset(services.db, caller, params.id);
    return sendTilesetFile(services, row, params['*'], request, reply);
  }),
];

async function requireSight(db: Queries, caller: Caller, projectId: string): Promise<void> {
  await requireProject(db, caller, projectId);
  if (!seesTilesets(caller)) throw new HttpError(404, 'http.not-found');
}

async function requireRoom(db: Queries, caller: Caller, projectId: string): Promise<void> {
  await requireSight(db, caller, projectId);
  if ((await countTilesets(db, projectId)) >= MAX_TILESETS)
    throw new HttpError(409, 'tilesets.too-many', { most: MAX_TILESETS });
}

/** The folder of a tileset.json is a better name than its own; otherwise the host. */
function nameOf(address: string): string {
  const { host, pathname } = new URL(address);
  return (pathname.split('/').at(-2) || host).slice(0, 120);
}

function refuseOther(head: Buffer, name: string): void {
  if (head.toString('latin1', 0, 2) !== 'PK') throw new HttpError(422, 'tilesets.not-archive', { name });
}
