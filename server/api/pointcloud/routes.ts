import {
  deletePointcloud,
  downloadPointcloud,
  getPointcloud,
  listPointclouds,
  updatePointcloud,
  uploadPointcloud,
  type CloudHeader,
  type Pointcloud,
} from '#core/protocol';
import { requireProject } from '../../shared/access/scope.ts';
import { bytesOf } from '../../shared/files/bytes.ts';
import { onlyContent, receive, type Content } from '../../shared/files/receive.ts';
import { nameOf } from '../../shared/files/names.ts';
import { requireViewer } from '../../shared/files/scope.ts';
import { send } from '../../shared/files/send.ts';
import {
  changeFile,
  contentOf,
  findFile,
  insertFile,
  readFiles,
  takeFile,
  type FileRow,
} from '../../shared/files/store.ts';
import { route, type Route } from '../../http/context.ts';
import type { Services } from '../../platform/services/services.ts';
import { listed } from '../../http/list.ts';
import { tagVersion } from '../../http/versions.ts';
import { siteOf } from '../surveys/store.ts';
import { parseHead, readCloudHeader } from './header.ts';
import { imageRoutes, imagesOf } from './images.ts';

const GB = 1024 ** 3;
const MOST_BYTES = 100 * GB;
const KINDS = ['pointcloud'] as const;

function asCloud(row: FileRow): Pointcloud {
  const header = row.facts as CloudHeader;
  return {
    ...contentOf(row),
    surveyId: row.surveyId,
    crs: (row.details['crs'] as string | undefined) ?? header.crs,
    header,
  };
}

export const routes: Route[] = [
  route(listPointclouds, async ({ headers, query, caller, services, reply }) => {
    requireViewer(caller, 'pointcloud');
    if (headers.projectid) await requireProject(services.db, caller, headers.projectid);
    const of = { kinds: KINDS, projectId: headers.projectid, surveyId: query.surveyid };
    const rows = await listed(reply, query, (asked) => readFiles(services.db, caller, of, asked));
    return rows.map((row) => asCloud(row));
  }),

  route(uploadPointcloud, async ({ headers, caller, language, request, reply, services }) => {
    requireViewer(caller, 'pointcloud');
    const { db } = services;
    if (headers.projectid) await requireProject(db, caller, headers.projectid);
    const receiving = {
      request,
      services,
      language,
      schema: uploadPointcloud.body,
      limit: MOST_BYTES,
      look: parseHead,
    };
    const made = await receive(receiving, async (fields, contents) => {
      const content = onlyContent(contents);
      await siteOf(db, caller, fields.surveyid, headers.projectid);
      const looked = await lookInto(services, content);
      return db.transaction(async (tx) => {
        const site = await siteOf(tx, caller, fields.surveyid, headers.projectid);
        const name = nameOf(fields.name) ?? content.name;
        const details = fields.crs ? { crs: fields.crs } : {};
        const file = { kind: 'pointcloud' as const, ...site, name, content, ...looked, details };
        return findFile(tx, caller, await insertFile(tx, caller, file), KINDS);
      });
    });
    void reply.code(201);
    tagVersion(reply, made.version);
    return asCloud(made);
  }),

  route(getPointcloud, async ({ params, caller, services, reply }) => {
    const row = await findFile(services.db, caller, params.id, KINDS);
    tagVersion(reply, row.version);
    // Its images change without its version.
    void reply.header('cache-control', 'no-store');
    return { ...asCloud(row), images: await imagesOf(services.db, caller, row.id) };
  }),

  route(updatePointcloud, async ({ params, caller, language, ifMatch, request, reply, services }) => {
    const { db } = services;
    await db.transaction((tx) => takeFile(tx, caller, params.id, KINDS, ifMatch, asCloud));
    const receiving = {
      request,
      services,
      language,
      schema: updatePointcloud.body,
      limit: MOST_BYTES,
      look: parseHead,
    };
    const changed = await receive(receiving, async (fields, contents) => {
      const content = contents.length > 0 ? onlyContent(contents) : undefined;
      const looked = content && (await lookInto(services, content));
      return db.transaction(async (tx) => {
        const row = await takeFile(tx, caller, params.id, KINDS, ifMatch, asCloud);
        await changeFile(tx, caller, row, {
          name: nameOf(fields.name),
          ...(fields.crs && { details: { ...row.details, crs: fields.crs } }),
          ...(content && looked && { content: { content, ...looked } }),
        });
        return findFile(tx, caller, row.id, KINDS);
      });
    });
    tagVersion(reply, changed.version);
    return asCloud(changed);
  }),

  route(deletePointcloud, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const row = await takeFile(tx, caller, params.id, KINDS, ifMatch, asCloud);
      await tx.query('delete from files where id = $1', [row.id]);
    });
    return undefined;
  }),

  route(downloadPointcloud, async ({ params, caller, request, reply, services }) => {
    const row = await findFile(services.db, caller, params.id, ['pointcloud', 'pointcloud-image']);
    return send(services.storage, { ...row, tag: row.sha256 }, request, reply);
  }),

  ...imageRoutes,
];

async function lookInto(
  { storage }: Services,
  { key, name, head, bytes }: Content,
): Promise<{ mediaType: string; facts: CloudHeader }> {
  const facts = await readCloudHeader((start, end) => bytesOf(storage, key, start, end), bytes, head, name);
  return { mediaType: facts.format === 'las' ? 'application/vnd.las' : 'application/vnd.laszip', facts };
}
