import {
  addBookmark,
  deleteBookmark,
  getBookmark,
  listBookmarks,
  MAX_BOOKMARKS,
  updateBookmark,
  type Bookmark,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { requireProject } from '../../shared/access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { ofMyProjects } from '../../shared/files/scope.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import { stale, tagVersion } from '../../http/versions.ts';

const BOOKMARKS = `select b.id, b.project_id as "projectId", b.name, b.viewpoint, b.version,
  b.created_at as "createdAt", u.name as "createdBy" from bookmarks b left join users u on u.id = b.created_by`;

export const routes: Route[] = [
  route(listBookmarks, async ({ params, caller, services }) => {
    await requireProject(services.db, caller, params.id);
    return services.db.query<Bookmark>(`${BOOKMARKS} where b.project_id = $1 order by lower(b.name), b.id`, [
      params.id,
    ]);
  }),

  route(getBookmark, async ({ params, caller, services, reply }) => {
    const bookmark = await find(services.db, caller, params.id);
    tagVersion(reply, bookmark.version);
    return bookmark;
  }),

  route(addBookmark, async ({ params, body, caller, services, reply }) => {
    const bookmark = await services.db.transaction(async (tx) => {
      await requireProject(tx, caller, params.id);
      // Serializes two requests that add the last allowed bookmark.
      await tx.query('select 1 from projects where id = $1 for update', [params.id]);
      const [row] = await tx.query<{ count: number }>(
        'select count(*)::int as count from bookmarks where project_id = $1',
        [params.id],
      );
      if (row!.count >= MAX_BOOKMARKS)
        throw new HttpError(422, 'bookmarks.too-many', { most: MAX_BOOKMARKS });
      const [made] = await tx.query<{ id: string }>(
        `insert into bookmarks (project_id, name, viewpoint, created_by) values ($1, $2, $3::jsonb, $4) returning id`,
        [params.id, body.name, JSON.stringify(body.viewpoint), caller.userId],
      );
      return find(tx, caller, made!.id);
    });
    void reply.code(201);
    tagVersion(reply, bookmark.version);
    return bookmark;
  }),

  route(updateBookmark, async ({ params, body, caller, ifMatch, services, reply }) => {
    const bookmark = await services.db.transaction(async (tx) => {
      await take(tx, caller, params.id, ifMatch);
      await tx.query(
        `update bookmarks set name = coalesce($2, name), viewpoint = coalesce($3::jsonb, viewpoint),
           version = version + 1 where id = $1`,
        [params.id, body.name ?? null, body.viewpoint === undefined ? null : JSON.stringify(body.viewpoint)],
      );
      return find(tx, caller, params.id);
    });
    tagVersion(reply, bookmark.version);
    return bookmark;
  }),

  route(deleteBookmark, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      await take(tx, caller, params.id, ifMatch);
      await tx.query('delete from bookmarks where id = $1', [params.id]);
    });
    return undefined;
  }),
];

async function take(tx: Queries, caller: Caller, id: string, version: number): Promise<void> {
  await tx.query('select 1 from bookmarks where id = $1 for update', [id]);
  const bookmark = await find(tx, caller, id);
  if (bookmark.version !== version) throw stale(bookmark, bookmark.version);
}

/** Throws 404 when the caller cannot see it. */
async function find(db: Queries, caller: Caller, id: string): Promise<Bookmark> {
  const params: unknown[] = [id];
  const [bookmark] = await db.query<Bookmark>(
    `${BOOKMARKS} where b.id = $1 and ${ofMyProjects(caller, 'b', params)}`,
    params,
  );
  if (!bookmark) throw new HttpError(404, 'http.not-found');
  return bookmark;
}
