import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create as contentDisposition } from 'content-disposition';
import { exportTopics, importTopics } from '#core/protocol';
import { HttpError } from '../../../base/http-error.ts';
import { sentence } from '../../../base/language.ts';
import { Unusable } from '../../../base/unusable.ts';
import { route, type Route } from '../../../http/context.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { requireProject } from '../../../shared/access/scope.ts';
import { receive } from '../../../shared/files/receive.ts';
import { requireViewer } from '../../../shared/files/scope.ts';
import type { BcfTopic } from './bcf.ts';
import { addTopics } from './import-topics.ts';
import { readBcf } from './read-bcf.ts';
import { announceTopics, pictureOf, requireModel, requireRoom, topicsOf, type TopicRow } from './store.ts';
import { writeBcf } from './write-bcf.ts';

/** Bytes of a BCF file. */
const MAX_BCF = 256 * 1024 ** 2;

/** Topics as BCF files, in and out. */
export const bcfRoutes: Route[] = [
  route(exportTopics, async ({ params, body, caller, services, reply }) => {
    await requireProject(services.db, caller, params.id);
    const rows = await topicsOf(services.db, caller, params.id, body.topics);
    const topics: BcfTopic[] = [];
    for (const row of rows) topics.push(await asBcf(services.db, row));
    void reply
      .type('application/octet-stream')
      .header('content-disposition', contentDisposition(`topics-${body.version}.bcf`));
    return reply.send(await writeBcf(topics, body.version));
  }),

  route(importTopics, async ({ params, caller, services, language, request }) => {
    requireViewer(caller, 'bim');
    await requireProject(services.db, caller, params.id);
    const receiving = { request, services, language, schema: importTopics.body, limit: MAX_BCF };
    return receive(
      receiving,
      async ({ modelId }, [content]) => {
        if (!content) throw new HttpError(400, 'bim.bcf.no-file');
        await requireModel(services.db, caller, params.id, modelId);
        const folder = await mkdtemp(path.join(tmpdir(), 'groma-bcf-'));
        try {
          const file = await services.storage.localPath(content.key);
          const { topics, notes } = await readBcf(file, folder).catch(refused);
          const counts = await services.db.transaction(async (tx) => {
            await requireRoom(tx, params.id, topics.length);
            const added = await addTopics(tx, caller, { projectId: params.id, modelId, topics });
            await announceTopics(services, tx, params.id);
            return added;
          });
          const lines = [...notes].map(([note, count]) => sentence(language, `bim.bcf.${note}`, { count }));
          return { ...counts, notes: lines };
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      },
      'let-go',
    );
  }),
];

/** What is wrong with a file is the answer. */
function refused(failure: unknown): never {
  throw failure instanceof Unusable ? new HttpError(422, failure.key, failure.values) : failure;
}

async function asBcf(db: Queries, row: TopicRow): Promise<BcfTopic> {
  const guids = new Map(row.viewpoints.map(({ id, guid }) => [id, guid]));
  const viewpoints = [];
  for (const { id, guid, viewpoint, hasSnapshot } of row.viewpoints)
    viewpoints.push({ guid, viewpoint, snapshot: hasSnapshot ? await pictureOf(db, id) : null });
  return {
    ...row,
    comments: row.comments.map(({ guid, text, author, at, viewpointId }) => ({
      guid,
      text,
      author,
      at,
      viewpoint: viewpointId === null ? null : (guids.get(viewpointId) ?? null),
    })),
    viewpoints,
  };
}
