import {
  addExternalLayer,
  addFileLayer,
  deleteExternalLayer,
  externalLayerData,
  getExternalLayer,
  isGivenFile,
  listExternalLayers,
  readLayerServer,
  updateExternalLayer,
  type ExternalLayer,
  type LayerOwner,
  type LayerSource,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { holdUnarchived } from '../../http/gate/archived.ts';
import { untilGone } from '../../http/until-gone.ts';
import { tagVersion } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services/services.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { findFile } from '../../shared/files/store.ts';
import { sealCredentials, unsealCredentials } from './credentials.ts';
import { addFile } from './given-files.ts';
import { forward, type ForwardedAnswer } from './forward.ts';
import { hostCheck, isDirect, serverOf } from './hosts.ts';
import { sendFile } from './send-file.ts';
import {
  findLayer,
  insertLayer,
  layerOf,
  ownerOf,
  readLayers,
  requireRight,
  takeLayer,
  type LayerRow,
} from './store.ts';
import type { FastifyReply } from 'fastify';

const MAX_READ = 10 * 1024 ** 2;

export const routes: Route[] = [
  route(listExternalLayers, async ({ headers, caller, services }) => {
    await requireProject(services.db, caller, headers.projectid);
    const rows = await readLayers(services.db, caller, headers.projectid);
    return Promise.all(rows.map((row) => shown(services, caller, row)));
  }),

  route(addExternalLayer, async ({ headers, body, caller, services, reply }) => {
    const { projectid: projectId } = headers;
    const { owner, name, source, attribution, minScale, maxScale, credentials } = body;
    requireRight(caller, owner);
    await refuseSource(services.db, caller, source, { owner, projectId });
    const sealed = credentials ? await sealCredentials(services.signing.key, credentials) : null;
    const row = await services.db.transaction((tx) =>
      insertLayer(tx, caller, { owner, projectId, name, source, attribution, minScale, maxScale, sealed }),
    );
    void reply.code(201);
    return tagged(services, caller, row, reply);
  }),

  route(addFileLayer, (handling) => addFile(handling)),

  route(getExternalLayer, async ({ params, caller, services, reply }) =>
    tagged(services, caller, await findLayer(services.db, caller, params.id), reply),
  ),

  route(updateExternalLayer, async ({ params, body, caller, ifMatch, services, reply }) => {
    const { credentials, ...look } = body;
    const given = credentials && (await sealCredentials(services.signing.key, credentials));
    const row = await services.db.transaction(async (tx) => {
      const before = await takeLayer(tx, caller, params.id, ifMatch);
      if (before.projectId !== null) await holdUnarchived(tx, [before.projectId]);
      if (look.source)
        await refuseSource(tx, caller, look.source, {
          ...before,
          owner: ownerOf(before),
          before: before.source,
        });
      const after = { ...before, ...look };
      // Credentials are for one server: another one must not receive them.
      const isSame = originOf(before.source) === originOf(after.source);
      const sealed = credentials === undefined && isSame ? before.sealed : (given ?? null);
      await tx.query(
        `update external_layers set name = $2, source = $3::jsonb, attribution = $4, position = $5, opacity = $6,
           min_scale = $7, max_scale = $8, visible = $9, credentials = $10, version = version + 1 where id = $1`,
        [
          before.id,
          after.name,
          JSON.stringify(after.source),
          after.attribution,
          after.order,
          after.opacity,
          after.minScale,
          after.maxScale,
          after.visible,
          sealed,
        ],
      );
      return findLayer(tx, caller, before.id);
    });
    return tagged(services, caller, row, reply);
  }),

  route(deleteExternalLayer, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const { id, projectId } = await takeLayer(tx, caller, params.id, ifMatch);
      if (projectId !== null) await holdUnarchived(tx, [projectId]);
      await tx.query('delete from external_layers where id = $1', [id]);
    });
    return undefined;
  }),

  route(externalLayerData, async ({ params, query, caller, services, request, reply }) => {
    const layer = await findLayer(services.db, caller, params.id);
    if (isGivenFile(layer.source)) return sendFile(services, layer, request, reply);
    const url = serverOf(query.url);
    const own = url.origin === originOf(layer.source) && layer.sealed !== null;
    const credentials = own ? await unsealCredentials(services.signing.key, layer.sealed!) : undefined;
    if (own && !credentials) throw new HttpError(409, 'external-layers.credentials', { name: layer.name });
    const answer = await forward(services, {
      url,
      credentials,
      check: await hostCheck(services.db, caller),
      name: `${layer.id} ${layer.version}`,
      range: request.headers.range,
      signal: untilGone(reply),
    });
    return send(reply, answer);
  }),

  route(readLayerServer, async ({ body, caller, services, reply }) => {
    const answer = await forward(services, {
      url: serverOf(body.url),
      credentials: body.credentials,
      check: await hostCheck(services.db, caller),
      name: undefined,
      ...(body.bytes ? { range: `bytes=${body.bytes.join('-')}` } : {}),
      maxBytes: MAX_READ,
      signal: untilGone(reply),
    });
    return send(reply, answer);
  }),
];

/**
 * Throws 403 for a source on a server that is not allowed, 422 for one that is no address, 404 for no document of the caller,
 * and 422 for a document that not everybody who would have the layer may see, and for a file that is not the one given `before`.
 */
async function refuseSource(
  db: Queries,
  caller: Caller,
  source: LayerSource,
  {
    owner,
    projectId,
    before,
  }: { readonly owner: LayerOwner; readonly projectId: string | null; readonly before?: LayerSource },
): Promise<void> {
  if (isGivenFile(source) || (before && isGivenFile(before))) {
    const isSame =
      before?.kind === source.kind && 'url' in before && 'url' in source && before.url === source.url;
    if (!isSame) throw new HttpError(422, 'external-layers.file-other');
    return;
  }
  if (source.kind === 'picture') {
    const file = await findFile(db, caller, source.file, ['document']);
    if (owner === 'organization' || (owner === 'project' && file.projectId !== projectId))
      throw new HttpError(422, 'external-layers.picture-elsewhere');
    return;
  }
  const url = serverOf(source.url);
  if (!isDirect(url)) (await hostCheck(db, caller))(url);
}

/** Undefined for what is on this server. */
function originOf(source: LayerSource): string | undefined {
  return source.kind === 'picture' || isGivenFile(source) ? undefined : serverOf(source.url).origin;
}

async function shown({ signing }: Services, caller: Caller, row: LayerRow): Promise<ExternalLayer> {
  const readable = row.sealed !== null && (await unsealCredentials(signing.key, row.sealed)) !== undefined;
  return layerOf(caller, row, readable);
}

function tagged(
  services: Services,
  caller: Caller,
  row: LayerRow,
  reply: FastifyReply,
): Promise<ExternalLayer> {
  tagVersion(reply, row.version);
  return shown(services, caller, row);
}

/** With headers that keep browsers from opening it as a page. */
function send(
  reply: FastifyReply,
  { status, body, type, etag, contentRange, freshFor }: ForwardedAnswer,
): FastifyReply {
  // Parts of a file, and tiles that are packed already, are sent byte by byte.
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  if (status === 206 || isPacked) reply.request.headers['x-no-compression'] = '1';
  void reply
    .code(status)
    .type(type)
    .headers({
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': `private, max-age=${freshFor}`,
      vary: 'jwt, authorization, range',
      etag,
      ...(contentRange === undefined ? {} : { 'content-range': contentRange }),
    });
  return reply.send(body);
}
