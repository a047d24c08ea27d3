import { cloudTile, cloudTileset, type CloudHeader } from '#core/protocol';
import type { FastifyReply } from 'fastify';
import { HttpError } from '../../../base/http-error.ts';
import { route, type Route } from '../../../http/context.ts';
import type { FileRow } from '../../../shared/files/store.ts';
import { gridFiles } from '../../../shared/crs/grids.ts';
import { closing } from './routes.ts';
import { cloudOf } from '../record/cloud-record.ts';
import { earthFrameOf, findCloud, octreeOf } from '../record/place.ts';
import { onPoints } from '../thread/in-thread.ts';
import type { CloudPlace } from '../points/task.ts';

const YEAR = 31_536_000;

/** Of what its tiles are made: its file, octree, place and classes. */
const versionOf = (row: FileRow, { edits }: CloudPlace): string =>
  `${row.content}-${octreeOf(row)}-${cloudOf(row).georeference.version}-${edits}`;

const isCopc = (row: FileRow): boolean => (row.facts as CloudHeader).format === 'copc';

export const tileRoutes: Route[] = [
  route(cloudTileset, async ({ params, query, caller, services, reply }) => {
    const { row, place } = await findCloud(services.db, caller, params.id);
    const earth = {
      from: earthFrameOf(row, isCopc(row)),
      grids: await gridFiles(services, ['shift', 'geoid']),
    };
    const folder = `tiles/${versionOf(row, place)}/`;
    const work = {
      kind: 'tileset' as const,
      cloud: place,
      earth,
      node: undefined,
      folder,
      colour: query.colour,
    };
    const json = await onPoints<'tileset'>(services, work, closing(reply));
    void reply.type('application/json').header('cache-control', 'no-store');
    return reply.send(Buffer.from(json));
  }),
  route(cloudTile, async ({ params, query, caller, services, reply }) => {
    const { row, place } = await findCloud(services.db, caller, params.id);
    if (params.version !== versionOf(row, place)) throw new HttpError(404, 'http.not-found');
    const earth = {
      from: earthFrameOf(row, isCopc(row)),
      grids: await gridFiles(services, ['shift', 'geoid']),
    };
    const [node, ending] = params.file.split('.') as [string, string];
    const request = { cloud: place, earth, node, colour: query.colour };
    const bytes =
      ending === 'json'
        ? await onPoints<'tileset'>(services, { kind: 'tileset', ...request, folder: '' }, closing(reply))
        : await onPoints<'tile'>(services, { kind: 'tile', ...request }, closing(reply));
    return send(bytes, ending === 'json' ? 'application/json' : 'application/octet-stream', reply);
  }),
];

function send(bytes: Uint8Array, type: string, reply: FastifyReply): FastifyReply {
  void reply.type(type).headers({
    'cache-control': `private, max-age=${YEAR}, immutable`,
    vary: 'jwt, authorization',
  });
  return reply.send(Buffer.from(bytes));
}
