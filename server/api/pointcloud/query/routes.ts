import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { create as contentDisposition } from 'content-disposition';
import { unproject } from '#core/geodesy';
import {
  cloudDeviations,
  measurePointcloud,
  queryPointcloud,
  type CloudMeasure,
  type CloudMeasured,
  type CloudQuery,
  type PointsIn,
} from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import { route, type Route } from '../../../http/context.ts';
import type { Services } from '../../../platform/services/services.ts';
import { fileName } from '../../../formats/names.ts';
import { readyCrs } from '../../../shared/crs/registered.ts';
import { gridFiles } from '../../../shared/crs/grids.ts';
import type { FileRow } from '../../../shared/files/store.ts';
import { findTerrain } from '../../terrain/store.ts';
import { extentOfRings, sourceOf } from '../../terrain/volume-source.ts';
import { crsRecords } from '../points/crs-records.ts';
import { onPoints } from '../thread/in-thread.ts';
import { earthFrameOf, findCloud, viewedIn } from '../record/place.ts';
import type { CloudPlace, TerrainBelow } from '../points/task.ts';

/** Seconds of work for one measure. */
const MEASURE_SECONDS = 60;
const DEFAULT_LIMIT = 1_000_000;

export const pointRoutes: Route[] = [
  route(queryPointcloud, async ({ params, query, body, caller, services, request, reply }) => {
    const found = await findCloud(services.db, caller, params.id, body.edits);
    const { row } = found;
    const place = await viewedIn(services, found, query);
    const { answer = 'json' } = body;
    if (answer === 'las' || answer === 'laz') {
      const written = await writeFile(services, place, body, answer, reply);
      const name = `${fileName(path.parse(row.name).name, 'points')}.${answer}`;
      return sendFile(written, name, reply);
    }
    return stream(services, place, body, request, reply);
  }),

  route(measurePointcloud, ({ params, query, body, caller, services, reply }) =>
    measureOn(services, caller, params.id, query, body, closing(reply)),
  ),
  route(cloudDeviations, async ({ params, query, caller, services, reply }) => {
    const { from, most, content, fromcontent, ...into } = query;
    const cloud = await viewedIn(services, await findCloud(services.db, caller, params.id), into);
    const other = await viewedIn(services, await findCloud(services.db, caller, from), into);
    if (other.crs !== cloud.crs) throw new HttpError(422, 'pointcloud.other-crs');
    if (content !== cloud.content || fromcontent !== other.content)
      throw new HttpError(409, 'pointcloud.other-content');
    const work = { kind: 'deviations' as const, cloud, other, node: params.node, most };
    const values = await onPoints<'deviations'>(services, work, closing(reply));
    void reply.type('application/octet-stream').header('cache-control', 'no-store');
    return reply.send(Buffer.from(values.buffer, values.byteOffset, values.byteLength));
  }),
];

/** Measures on the points of a cloud. Throws HttpError. */
export async function measureOn(
  services: Services,
  caller: Caller,
  id: string,
  into: PointsIn,
  measure: CloudMeasure,
  signal: AbortSignal,
): Promise<CloudMeasured> {
  const found = await findCloud(services.db, caller, id, measure.edits);
  const cloud = await viewedIn(services, found, into);
  const otherId =
    measure.measure === 'deviation'
      ? measure.cloudId
      : measure.measure === 'volume' && measure.base.kind === 'cloud'
        ? measure.base.cloudId
        : undefined;
  const other =
    otherId === undefined
      ? null
      : await viewedIn(services, await findCloud(services.db, caller, otherId), into);
  if (other && other.crs !== cloud.crs) throw new HttpError(422, 'pointcloud.other-crs');
  const terrain = await terrainBelow(services, caller, found.row, cloud, measure);
  const work = { kind: 'measure' as const, cloud, other, terrain, measure, seconds: MEASURE_SECONDS };
  return onPoints<'measure'>(services, work, signal);
}

/** The terrain that a volume is measured against. Throws 404, 422. */
async function terrainBelow(
  services: Services,
  caller: Caller,
  row: FileRow,
  cloud: CloudPlace,
  request: CloudMeasure,
): Promise<TerrainBelow | null> {
  if (request.measure !== 'volume' || request.base.kind !== 'terrain') return null;
  const terrain = await findTerrain(services.db, caller, request.base.terrainId);
  if (terrain.projectId !== row.projectId) throw new HttpError(422, 'terrain.volume.other-project');
  const earth = {
    from: cloud.into?.to ?? earthFrameOf(row, cloud.copc !== null),
    grids: await gridFiles(services, ['shift', 'geoid']),
  };
  const { crs, crsUnits } = earth.from;
  await readyCrs(crs);
  const outline = request.ring.map(([x, y]): [number, number] => {
    const [longitude, latitude] = unproject(crs, [x * crsUnits, y * crsUnits]);
    return [longitude, latitude];
  });
  const source = await sourceOf(services, terrain, extentOfRings([outline]));
  return { id: terrain.id, name: terrain.name, source, earth };
}

/** Aborted when the person has gone. */
export function closing(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

/** Sends frames or lines as they come; an error before the first is an answer of its own, a later one cuts it off. */
async function stream(
  services: Services,
  cloud: CloudPlace,
  query: CloudQuery,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const out = new PassThrough();
  const waiting = new SharedArrayBuffer(4);
  const sent = new Int32Array(waiting);
  const controller = new AbortController();
  out.once('close', () => controller.abort());
  // The reader sees that the end is missing.
  out.on('error', () => {});
  const started = new Promise<void>((resolve, reject) => {
    const write = (bytes: Uint8Array) => {
      resolve();
      if (!out.destroyed) out.write(bytes, () => Atomics.sub(sent, 0, bytes.length));
    };
    onPoints<'query'>(services, { kind: 'query', cloud, query, waiting }, controller.signal, write).then(
      () => out.end(),
      (failure: unknown) => {
        reject(failure);
        out.destroy(failure as Error);
      },
    );
  });
  await started;
  // Compression would hold back what is ready.
  request.headers['x-no-compression'] = '1';
  void reply.type(
    query.answer === 'binary' ? 'application/octet-stream' : 'application/x-ndjson; charset=utf-8',
  );
  return reply.send(out);
}

async function writeFile(
  services: Services,
  cloud: CloudPlace,
  query: CloudQuery,
  format: 'las' | 'laz',
  reply: FastifyReply,
): Promise<string> {
  const file = path.join(tmpdir(), `groma-points-${randomUUID()}.${format}`);
  const { level, spacing, limit = DEFAULT_LIMIT } = query;
  const crs = await crsRecords(cloud.crs, cloud.verticalCrs);
  const options = { path: file, format, version: '1.4' as const, limit, level, spacing, ...crs };
  const work = { kind: 'file' as const, cloud, others: [], selection: query, file: options };
  try {
    const { stoppedBy } = await onPoints<'file'>(services, work, closing(reply));
    const wanted = stoppedBy === 'level' && (level !== undefined || spacing !== undefined);
    if (stoppedBy !== null && !wanted) throw new HttpError(422, 'pointcloud.file-stopped', { limit });
    return file;
  } catch (failure) {
    await rm(file, { force: true });
    throw failure;
  }
}

function sendFile(file: string, name: string, reply: FastifyReply): FastifyReply {
  const content = createReadStream(file);
  content.once('close', () => void rm(file, { force: true }));
  void reply.type('application/octet-stream').header('content-disposition', contentDisposition(name));
  return reply.send(content);
}
