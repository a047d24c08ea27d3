import { mkdir, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import {
  listImports,
  redoImport,
  undoImport,
  uploadGeojson,
  uploadMetadata,
  uploadShapefile,
  uploadVector,
  type AnswerOf,
  type ImportResult,
} from '#core/protocol';
import { formerOffset } from '../../shared/crs/former.ts';
import { requireProject, scopeOf } from '../../shared/access/scope.ts';
import { route, type Handling, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import { JobFailure } from '../../platform/jobs/kind.ts';
import type { ImportInput } from './import-reader.ts';
import { formatOf } from './readers/format-of.ts';
import { readInThread } from './read-in-thread.ts';
import type { Format } from './reading/task.ts';
import { problemOf } from '../../base/problem-sentences.ts';
import { redo } from './redo.ts';
import { undo } from './undo.ts';
import { receive } from './upload.ts';

const HEADERS_LIMIT = 30_000;

export const routes: Route[] = [
  route(uploadShapefile, (handling) => start(handling, 'shapefile')),
  route(uploadGeojson, (handling) => start(handling, 'geojson')),
  route(uploadVector, (handling) => start(handling)),
  route(uploadMetadata, (handling) => headersOf(handling)),

  route(undoImport, ({ params, caller, language, services }) =>
    services.db.transaction((tx) => undo(tx, services.events, caller, params.id, language)),
  ),

  route(redoImport, ({ params, caller, services }) =>
    services.db.transaction((tx) => redo(tx, services.events, caller, params.id)),
  ),

  route(listImports, async ({ headers, caller, services }) => {
    await requireProject(services.db, caller, headers.projectid);
    const params: unknown[] = [];
    const scope = scopeOf(caller, { projectId: headers.projectid });
    const rows = await services.db.query<ListedImport>(
      `select i.id, i.file_name as "fileName", i.type_name as "typeName", i.count, i.at, u.name as by,
         i.undone_at as "undoneAt", i.crs, i.former_extent as "formerExtent",
         (select count(*)::int from imports o where o.batch = i.batch and o.id <> i.id) as together
       from imports i join users u on u.id = i.by_user
       where ${scope.objects('i', params)} order by i.at desc limit 1000`,
      params,
    );
    return Promise.all(
      rows.map(async ({ formerExtent, ...row }) => ({
        ...row,
        offBy: row.undoneAt === null ? await formerOffset(row.crs, formerExtent) : null,
      })),
    );
  }),
];

type ListedImport = Omit<AnswerOf<typeof listImports>[number], 'offBy'> & {
  formerExtent: [number, number, number, number] | null;
};

type UploadCall = typeof uploadShapefile | typeof uploadGeojson | typeof uploadVector;

async function start(
  { request, headers, caller, language, services, reply }: Handling<UploadCall>,
  /** Otherwise by the name of the file. */
  format?: Format,
): Promise<{ jobId: string }> {
  const projectId = headers.projectid;
  await requireProject(services.db, caller, projectId);
  const { key, fileName, fields, mapping, options, layers, fresh } = await receive(
    request,
    services,
    caller,
    projectId,
    language,
  );
  const { typeName, crs, encoding, layer, plugin } = fields;
  const input: ImportInput = {
    language,
    format: format ?? formatOf(fileName),
    upload: key,
    fileName,
    commit: fields.commit === 'true',
    typeName,
    crs,
    encoding,
    layer,
    layers,
    mapping,
    options,
    plugin,
  };
  try {
    const jobId = await services.jobs.add({ kind: 'import', userId: caller.userId, projectId, input });
    void reply.code(202);
    return { jobId };
  } catch (thrown) {
    if (fresh) await services.storage.remove(key).catch(() => {});
    throw thrown;
  }
}

/** Reads only the headers of the files, at once and without storing anything. */
async function headersOf(handling: Handling<typeof uploadMetadata>): Promise<ImportResult> {
  const { request, headers, caller, language, services } = handling;
  await requireProject(services.db, caller, headers.projectid);
  const upload = await receive(request, services, caller, headers.projectid, language);
  const folder = path.join(os.tmpdir(), 'groma-jobs', `${process.pid}-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { layer, encoding, crs } = upload.fields;
    const file = await services.storage.localPath(upload.key);
    const name = path.parse(upload.fileName).name;
    const reading = await readInThread(
      { format: 'shapefile', mode: 'headers', file, folder, name, layer, encoding, crs },
      AbortSignal.timeout(HEADERS_LIMIT),
    );
    return {
      count: reading.count,
      geometryTypes: {},
      crs: reading.crs,
      encoding: reading.encoding,
      fields: reading.fields,
      problems: reading.findings.map((finding) => problemOf(finding, language)),
      problemCount: reading.findingCount,
      extent: null,
      committed: false,
      layers: reading.layers,
      layer: reading.layer,
      preview: null,
      sample: [],
      importId: null,
      typeName: null,
      options: reading.options,
      columns: reading.columns,
    };
  } catch (thrown) {
    if (thrown instanceof JobFailure) throw new HttpError(422, thrown.key, thrown.values);
    throw thrown;
  } finally {
    await rm(folder, { recursive: true, force: true });
    if (upload.fresh) await services.storage.remove(upload.key).catch(() => {});
  }
}
