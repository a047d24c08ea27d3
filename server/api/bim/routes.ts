import {
  deleteBim,
  downloadBim,
  getBim,
  listBim,
  place,
  updateBim,
  uploadBim,
  type BimModel,
  type IfcHeader,
  type Language,
  type Place,
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
import { parsePart } from '../../http/parse.ts';
import { tagVersion } from '../../http/versions.ts';
import { siteOf } from '../surveys/store.ts';
import { parseIfcHead, refuseCutIfc } from './header.ts';

const GB = 1024 ** 3;
const MOST_BYTES = 8 * GB;
const KINDS = ['bim'] as const;
const MEDIA_TYPE = 'application/x-step';

function asModel(row: FileRow): BimModel {
  return {
    ...contentOf(row),
    surveyId: row.surveyId,
    center: (row.details['center'] as Place | undefined) ?? null,
    header: row.facts as IfcHeader,
  };
}

export const routes: Route[] = [
  route(listBim, async ({ headers, query, caller, services, reply }) => {
    requireViewer(caller, 'bim');
    if (headers.projectid) await requireProject(services.db, caller, headers.projectid);
    const of = { kinds: KINDS, projectId: headers.projectid, surveyId: query.surveyid, id: query.id };
    const rows = await listed(reply, query, (asked) => readFiles(services.db, caller, of, asked));
    return rows.map((row) => asModel(row));
  }),

  route(uploadBim, async ({ headers, caller, language, request, reply, services }) => {
    requireViewer(caller, 'bim');
    const { db } = services;
    if (headers.projectid) await requireProject(db, caller, headers.projectid);
    const receiving = {
      request,
      services,
      language,
      schema: uploadBim.body,
      limit: MOST_BYTES,
      look: parseIfcHead,
    };
    const made = await receive(receiving, async (fields, contents) => {
      const content = onlyContent(contents);
      await siteOf(db, caller, fields.surveyid, headers.projectid);
      const facts = await headerOf(services, content);
      const center = fields.center === undefined ? undefined : centerOf(fields.center, language);
      return db.transaction(async (tx) => {
        const site = await siteOf(tx, caller, fields.surveyid, headers.projectid);
        const name = nameOf(fields.name) ?? content.name;
        const details = center && { center };
        const file = { kind: 'bim' as const, ...site, name, content, mediaType: MEDIA_TYPE, facts, details };
        return findFile(tx, caller, await insertFile(tx, caller, file), KINDS);
      });
    });
    void reply.code(201);
    tagVersion(reply, made.version);
    return asModel(made);
  }),

  route(getBim, async ({ params, caller, services, reply }) => {
    const row = await findFile(services.db, caller, params.id, KINDS);
    tagVersion(reply, row.version);
    return asModel(row);
  }),

  route(updateBim, async ({ params, caller, language, ifMatch, request, reply, services }) => {
    const { db } = services;
    await db.transaction((tx) => takeFile(tx, caller, params.id, KINDS, ifMatch, asModel));
    const receiving = {
      request,
      services,
      language,
      schema: updateBim.body,
      limit: MOST_BYTES,
      look: parseIfcHead,
    };
    const changed = await receive(receiving, async (fields, contents) => {
      const content = contents.length > 0 ? onlyContent(contents) : undefined;
      const facts = content && (await headerOf(services, content));
      const center = fields.center ? centerOf(fields.center, language) : undefined;
      return db.transaction(async (tx) => {
        const row = await takeFile(tx, caller, params.id, KINDS, ifMatch, asModel);
        const details = fields.center === undefined ? undefined : { ...row.details, center };
        await changeFile(tx, caller, row, {
          name: nameOf(fields.name),
          details,
          ...(content && { content: { content, mediaType: MEDIA_TYPE, facts } }),
        });
        return findFile(tx, caller, row.id, KINDS);
      });
    });
    tagVersion(reply, changed.version);
    return asModel(changed);
  }),

  route(deleteBim, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const row = await takeFile(tx, caller, params.id, KINDS, ifMatch, asModel);
      await tx.query('delete from files where id = $1', [row.id]);
    });
    return undefined;
  }),

  route(downloadBim, async ({ params, caller, request, reply, services }) => {
    const row = await findFile(services.db, caller, params.id, KINDS);
    return send(services.storage, { ...row, tag: row.sha256 }, request, reply);
  }),
];

async function headerOf({ storage }: Services, { key, name, head, bytes }: Content): Promise<IfcHeader> {
  const header = parseIfcHead(head, name);
  refuseCutIfc(await bytesOf(storage, key, Math.max(0, bytes - 4096), bytes - 1), name);
  return header;
}

/** Parses `12.4964,41.9028,57.25`. Throws 400 when it is out of range. */
function centerOf(text: string, language: Language): Place {
  return parsePart('body', place, text.split(',').map(Number), language);
}
