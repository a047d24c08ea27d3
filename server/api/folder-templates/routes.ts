import {
  addFolderTemplate,
  deleteFolderTemplate,
  listFolderTemplates,
  MAX_FOLDER_TEMPLATES,
  type FolderTemplate,
} from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { isDatabaseError, UNIQUE_VIOLATION } from '../../platform/db/errors.ts';
import { folderOf } from '../../shared/files/filing.ts';

/** Folders that an organization makes in project after project. */
export const routes: Route[] = [
  route(listFolderTemplates, ({ caller, services }) =>
    services.db.query<FolderTemplate>(
      'select id, name, folders from folder_templates where organization_id = $1 order by lower(name), id',
      [caller.organizationId],
    ),
  ),

  route(addFolderTemplate, async ({ body, caller, services, reply }) => {
    const folders = [...new Set(body.folders.map((folder) => folderOf(folder)!))].filter(Boolean);
    const template = await services.db.transaction(async (tx) => {
      // Serializes two requests that add the last allowed template.
      await tx.query('select 1 from organizations where id = $1 for update', [caller.organizationId]);
      const [row] = await tx.query<{ count: number }>(
        'select count(*)::int as count from folder_templates where organization_id = $1',
        [caller.organizationId],
      );
      if (row!.count >= MAX_FOLDER_TEMPLATES)
        throw new HttpError(422, 'folder-templates.too-many', { most: MAX_FOLDER_TEMPLATES });
      const [made] = await tx
        .query<FolderTemplate>(
          `insert into folder_templates (organization_id, name, folders, created_by) values ($1, $2, $3::text[], $4)
           returning id, name, folders`,
          [caller.organizationId, body.name, folders, caller.userId],
        )
        .catch((thrown: unknown) => {
          if (isDatabaseError(thrown, UNIQUE_VIOLATION))
            throw new HttpError(409, 'folder-templates.same-name', { name: body.name });
          throw thrown;
        });
      return made!;
    });
    void reply.code(201);
    return template;
  }),

  route(deleteFolderTemplate, async ({ params, caller, services }) => {
    const gone = await services.db.query(
      'delete from folder_templates where id = $1 and organization_id = $2 returning id',
      [params.id, caller.organizationId],
    );
    if (gone.length === 0) throw new HttpError(404, 'http.not-found');
    return undefined;
  }),
];
