import {
  countFiles,
  deleteFile,
  downloadFile,
  listFiles,
  listFileVersions,
  previewFile,
  updateFile,
  uploadFile,
  type AnswerOf,
  type PhotoPose,
} from '#core/protocol';
import { requireProject } from '../../shared/access/scope.ts';
import { route, type Route } from '../../http/context.ts';
import { listed } from '../../http/list.ts';
import { isUuid } from '../../base/uuid.ts';
import { tagVersion } from '../../http/versions.ts';
import { WITH_PICTURES } from '../../shared/files/blur.ts';
import { lookAt } from '../../shared/files/look.ts';
import { asFile, MAX_BYTES } from '../../shared/files/document.ts';
import { nameOf } from '../../shared/files/names.ts';
import { isPhoto, PICTURES } from '../../shared/files/pictures.ts';
import { folderOf, tagsOf } from '../../shared/files/filing.ts';
import { sendPreview } from '../../shared/files/preview.ts';
import { onlyContent, receive } from '../../shared/files/receive.ts';
import { requireObject, type FileKind } from '../../shared/files/scope.ts';
import { send } from '../../shared/files/send.ts';
import {
  changeFile,
  countByType,
  findFile,
  insertFile,
  readFiles,
  lockFile,
} from '../../shared/files/store.ts';
import { ORPHANED_DAYS } from '../../shared/files/sweep.ts';
import { indexTexts } from '../../shared/files/texts.ts';
import { contentOfVersion } from '../../shared/files/versions.ts';
import { takeUpload } from '../../shared/uploads/take.ts';
import { archiveRoute } from './archive.ts';
import { routes as photos } from './photos.ts';
import { searchRoute } from './search.ts';
import { textRoute } from './text.ts';
import { blurRoutes } from './blur.ts';
import { marksRoutes } from './marks.ts';
import { placeAgain } from '../surveys/place-again.ts';
import { requireSurvey } from './require-survey.ts';

const DOCUMENTS: readonly FileKind[] = ['document'];

export const routes: Route[] = [
  ...photos,
  searchRoute,
  archiveRoute,
  textRoute,
  ...blurRoutes,
  ...marksRoutes,

  route(listFiles, async ({ headers, query, caller, services, reply }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    const { geometryid: geometryId, surveyid: surveyId, id, tag, kind } = query;
    const folder = folderOf(query.folder);
    const mediaTypes = kind && (kind === 'photo' ? { in: PICTURES } : { not: PICTURES });
    const of = { kinds: DOCUMENTS, projectId, geometryId, surveyId, id, tag, folder, mediaTypes };
    const rows = await listed(reply, query, (pageQuery) => readFiles(services.db, caller, of, pageQuery));
    if (query.id && rows[0]) tagVersion(reply, rows[0].version);
    return rows.map((row) => asFile(row));
  }),

  route(countFiles, async ({ headers, body, caller, services }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    const types = await countByType(services.db, caller, {
      kinds: DOCUMENTS,
      projectId,
      geometryIds: body.ids,
    });
    const sum = (rows: typeof types) => rows.reduce((all, { count }) => all + count, 0);
    const photos = sum(types.filter(({ mediaType }) => isPhoto(mediaType)));
    return { photos, documents: sum(types) - photos, keptDays: ORPHANED_DAYS };
  }),

  route(uploadFile, async ({ headers, caller, language, request, reply, services }) => {
    const { projectid: projectId } = headers;
    const allow = async ({ geometryid }: Readonly<Record<string, string | undefined>>) => {
      if (geometryid !== undefined && isUuid(geometryid))
        await requireObject(services.db, caller, projectId, geometryid);
    };
    await requireProject(services.db, caller, projectId);
    const receiving = {
      request,
      services,
      language,
      schema: uploadFile.body,
      limit: MAX_BYTES,
      allow,
      take: (uploadId: string) => takeUpload(services, caller, uploadId, { kind: 'document', projectId }),
    };
    const made = await receive(receiving, async (fields, contents) => {
      const content = onlyContent(contents);
      const { expiresOn, why } = fields;
      const filed = { folder: folderOf(fields.folder), tags: tagsOf(fields.tags), expiresOn, why };
      const looked = await lookAt(services, content);
      return services.db.transaction(async (tx) => {
        const { geometryid: geometryId, surveyid: surveyId } = fields;
        await requireProject(tx, caller, projectId);
        if (geometryId) await requireObject(tx, caller, projectId, geometryId);
        if (surveyId) await requireSurvey(tx, projectId, surveyId);
        const name = nameOf(fields.name) ?? content.name;
        const of = { kind: 'document' as const, projectId, geometryId, surveyId };
        const id = await insertFile(tx, caller, { ...of, name, content, ...filed, ...looked });
        if (surveyId) await placeAgain(tx, caller, surveyId, undefined, id);
        return findFile(tx, caller, id, DOCUMENTS);
      });
    });
    void indexTexts(services);
    void reply.code(201);
    tagVersion(reply, made.version);
    return asFile(made);
  }),

  route(updateFile, async ({ query, caller, language, ifMatch, request, reply, services }) => {
    const { db } = services;
    // Before receiving the upload: the file exists, is visible, and has the given version.
    const { projectId } = await db.transaction((tx) =>
      lockFile(tx, caller, query.id, DOCUMENTS, ifMatch, asFile),
    );
    const receiving = {
      request,
      services,
      language,
      schema: updateFile.body,
      limit: MAX_BYTES,
      take: (uploadId: string) => takeUpload(services, caller, uploadId, { kind: 'document', projectId }),
    };
    const changed = await receive(receiving, async (fields, contents) => {
      const content = contents.length > 0 ? onlyContent(contents) : undefined;
      const looked = content && (await lookAt(services, content));
      const { geometryid: geometryId, surveyid: surveyId, expiresOn, why, pose, restore } = fields;
      return db.transaction(async (tx) => {
        const row = await lockFile(tx, caller, query.id, DOCUMENTS, ifMatch, asFile);
        if (restore !== undefined) await contentOfVersion(tx, caller, row, restore);
        if (geometryId) await requireObject(tx, caller, projectId, geometryId);
        if (surveyId) await requireSurvey(tx, projectId, surveyId);
        await changeFile(tx, caller, row, {
          name: nameOf(fields.name),
          folder: folderOf(fields.folder),
          tags: tagsOf(fields.tags),
          expiresOn,
          geometryId,
          surveyId,
          details: detailsWith(row.details, { pose, surveyId }),
          ...(content && looked && { content: { content, why, ...looked } }),
          ...(!content && restore !== undefined && { restored: { version: restore, why } }),
        });
        const inSurvey = surveyId === undefined ? row.surveyId : surveyId;
        if (inSurvey) await placeAgain(tx, caller, inSurvey, undefined, row.id);
        return findFile(tx, caller, row.id, DOCUMENTS);
      });
    });
    void indexTexts(services);
    tagVersion(reply, changed.version);
    return asFile(changed);
  }),

  route(deleteFile, async ({ query, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const row = await lockFile(tx, caller, query.id, DOCUMENTS, ifMatch, asFile);
      await tx.query('delete from files where id = $1', [row.id]);
    });
    return undefined;
  }),

  route(downloadFile, async ({ params, query, caller, request, reply, services }) => {
    const row = await findFile(services.db, caller, params.id, DOCUMENTS);
    const content = await contentOfVersion(services.db, caller, row, query.version);
    return send(services.storage, { ...content, name: row.name, tag: content.sha256 }, request, reply);
  }),

  route(listFileVersions, async ({ params, caller, services }) => {
    const row = await findFile(services.db, caller, params.id, DOCUMENTS);
    return services.db.query<AnswerOf<typeof listFileVersions>[number]>(
      `select v.version, v.bytes, v.sha256, v.media_type as "mediaType", v.at, u.name as by, v.why
       from file_versions v join users u on u.id = v.by_user where v.file_id = $1 order by v.version desc`,
      [row.id],
    );
  }),

  route(previewFile, async ({ query, caller, request, reply, services }) => {
    const row = await findFile(services.db, caller, query.id, WITH_PICTURES);
    const content = await contentOfVersion(services.db, caller, row, query.version);
    const of = { size: query.size ?? '512', page: query.page ?? 1 };
    return sendPreview(services, { ...content, name: row.name }, of, request, reply);
  }),
];

/** The details of a photo with a person's pose (null: with that of its metadata), on no track of a survey that it leaves. */
function detailsWith(
  details: Record<string, unknown>,
  { pose, surveyId }: { pose: PhotoPose | null | undefined; surveyId: string | null | undefined },
): Record<string, unknown> | undefined {
  if (pose === undefined && surveyId === undefined) return undefined;
  const { pose: earlier, onTrack, ...others } = details;
  const next = pose === undefined ? earlier : pose;
  return { ...others, ...(next != null && { pose: next }), ...(surveyId === undefined && { onTrack }) };
}
