import { listProjectFiles, uploadProjectFiles } from '#core/protocol';
import { requireProject } from '../../shared/access/scope.ts';
import { lookAt } from '../../shared/files/look.ts';
import { onlyContent, receive, type ReceivedContent } from '../../shared/files/receive.ts';
import { folderOf } from '../../shared/files/filing.ts';
import { nameOf } from '../../shared/files/names.ts';
import { asFile, MAX_BYTES } from '../../shared/files/document.ts';
import { findFile, insertFile, readFiles } from '../../shared/files/store.ts';
import { indexTexts } from '../../shared/files/texts.ts';
import { route, type Route } from '../../http/context.ts';
import { listed } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';

const MAX_FILES = 20;

/** Documents of a project that belong to no object. */
export const routes: Route[] = [
  route(listProjectFiles, async ({ params, query, caller, services, reply }) => {
    await requireProject(services.db, caller, params.id);
    const of = {
      kinds: ['document'] as const,
      projectId: params.id,
      geometryId: null,
      folder: folderOf(query.folder),
    };
    const rows = await listed(reply, query, (pageQuery) => readFiles(services.db, caller, of, pageQuery));
    return rows.map((row) => asFile(row));
  }),

  route(uploadProjectFiles, async ({ params, caller, language, request, reply, services }) => {
    const projectId = params.id;
    await requireProject(services.db, caller, projectId);
    const schema = uploadProjectFiles.body;
    const receiving = { request, services, language, schema, limit: MAX_BYTES, files: MAX_FILES };
    const made = await receive(receiving, async (fields, contents) => {
      const names = namesOf(fields.names, contents);
      const folder = folderOf(fields.folder);
      const looked: Awaited<ReturnType<typeof lookAt>>[] = [];
      for (const content of contents) looked.push(await lookAt(services, onlyContent([content])));
      return services.db.transaction(async (tx) => {
        await requireProject(tx, caller, projectId);
        const files = [];
        for (const [i, content] of contents.entries()) {
          const name = names[i]!;
          const file = { kind: 'document' as const, projectId, folder, name, content, ...looked[i]! };
          files.push(await findFile(tx, caller, await insertFile(tx, caller, file), ['document']));
        }
        return files;
      });
    });
    void indexTexts(services);
    void reply.code(201);
    return made.map((row) => asFile(row));
  }),
];

/** The names joined in the call, one per file; without them each file's own. */
function namesOf(joined: string | undefined, contents: readonly ReceivedContent[]): string[] {
  onlyContent(contents);
  if (joined === undefined) return contents.map(({ name }) => name);
  const names = joined.split(';');
  if (names.length !== contents.length)
    throw new HttpError(422, 'files.names-count', { names: names.length, files: contents.length });
  return names.map((name) => nameOf(name)!);
}
