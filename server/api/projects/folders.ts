import { changeFolders, listFolders, MAX_FOLDERS, type DocumentFolder } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { holdUnarchived } from '../../http/gate/archived.ts';
import type { Queries } from '../../platform/db/database.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { folderOf } from '../../shared/files/filing.ts';
import { visibleFiles } from '../../shared/files/scope.ts';

/** The folders of the documents of a project. */
export const routes: Route[] = [
  route(listFolders, async ({ params, caller, services }) => {
    await requireProject(services.db, caller, params.id);
    return foldersOf(services.db, caller, params.id);
  }),

  route(changeFolders, async ({ params, body, caller, services }) => {
    const [added, removed] = [body.add ?? [], body.remove ?? []].map((folders) =>
      folders.map((folder) => folderOf(folder)!),
    );
    return services.db.transaction(async (tx) => {
      await requireProject(tx, caller, params.id);
      await holdUnarchived(tx, [params.id]);
      await tx.query('delete from project_folders where project_id = $1 and folder = any($2::text[])', [
        params.id,
        removed,
      ]);
      await tx.query(
        `insert into project_folders (project_id, folder)
         select $1, folder from unnest($2::text[]) as folder where folder <> '' on conflict do nothing`,
        [params.id, added],
      );
      const [row] = await tx.query<{ count: number }>(
        'select count(*)::int as count from project_folders where project_id = $1',
        [params.id],
      );
      if (row!.count > MAX_FOLDERS) throw new HttpError(422, 'files.too-many-folders', { most: MAX_FOLDERS });
      return foldersOf(tx, caller, params.id);
    });
  }),
];

/** Each with those above it, in the order in which a tree shows them. */
async function foldersOf(db: Queries, caller: Caller, projectId: string): Promise<DocumentFolder[]> {
  const params: unknown[] = [projectId];
  const rows = await db.query<DocumentFolder>(
    `select folder, count(*)::int as count, false as kept from files f
     where f.project_id = $1 and f.kind = 'document' and f.folder <> '' and ${visibleFiles(caller, 'f', params)} group by folder
     union all select folder, 0, true from project_folders where project_id = $1`,
    params,
  );
  const found = new Map<string, DocumentFolder>();
  for (const { folder, count, kept } of rows) {
    const names = folder.split('/');
    for (let depth = 1; depth <= names.length; depth++) {
      const path = names.slice(0, depth).join('/');
      const known = found.get(path) ?? { folder: path, count: 0, kept: false };
      known.count += count;
      known.kept ||= kept && depth === names.length;
      found.set(path, known);
    }
  }
  // A slash sorts before what any name has.
  const key = ({ folder }: DocumentFolder) => folder.replaceAll('/', '\0');
  return [...found.values()].sort((a, b) => key(a).localeCompare(key(b), undefined, { numeric: true }));
}
