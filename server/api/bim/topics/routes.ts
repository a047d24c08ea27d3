import {
  commentTopic,
  createTopic,
  deleteTopic,
  deleteTopicComment,
  getTopic,
  listTopics,
  topicSnapshot,
  updateTopic,
  type BodyOf,
} from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import { route, type Route } from '../../../http/context.ts';
import { stale, tagVersion } from '../../../http/versions.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { requireProject } from '../../../shared/access/scope.ts';
import { requireViewer } from '../../../shared/files/scope.ts';
import { isJpeg, isPng } from './bcf.ts';
import {
  announceTopics,
  asTopic,
  findTopic,
  pictureOf,
  requireModel,
  requireRoom,
  topicsOf,
  type TopicRow,
} from './store.ts';

export const topicRoutes: Route[] = [
  route(listTopics, async ({ params, caller, services, reply }) => {
    await requireProject(services.db, caller, params.id);
    const rows = await topicsOf(services.db, caller, params.id);
    void reply.header('cache-control', 'no-store');
    return rows.map((row) => asTopic(row, caller));
  }),

  route(createTopic, async ({ params, body, caller, services, reply }) => {
    requireViewer(caller, 'bim');
    const topic = await services.db.transaction(async (tx) => {
      await requireProject(tx, caller, params.id);
      await requireModel(tx, caller, params.id, body.modelId);
      await requireRoom(tx, params.id);
      const { title, description, status, type, priority, assignedTo, labels, dueAt } = body;
      const [made] = await tx.query<{ id: string }>(
        `insert into bim_topics (project_id, model_id, title, description, status, type, priority, assigned_to, labels, due_at, author)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[], $10::date, $11) returning id`,
        [
          params.id,
          body.modelId ?? null,
          title,
          description ?? '',
          status ?? 'Open',
          type ?? '',
          priority ?? '',
          assignedTo ?? '',
          labels ?? [],
          dueAt ?? null,
          caller.name,
        ],
      );
      if (body.view) await addViewpoint(tx, made!.id, body.view);
      await announceTopics(services, tx, params.id);
      return findTopic(tx, caller, made!.id);
    });
    void reply.code(201);
    tagVersion(reply, topic.version);
    return asTopic(topic, caller);
  }),

  route(getTopic, async ({ params, caller, services, reply }) => {
    const topic = await findTopic(services.db, caller, params.id);
    tagVersion(reply, topic.version);
    return asTopic(topic, caller);
  }),

  route(updateTopic, async ({ params, body, caller, ifMatch, services, reply }) => {
    const topic = await services.db.transaction(async (tx) => {
      const before = await take(tx, caller, params.id, ifMatch);
      const next = { ...before, ...body };
      await tx.query(
        `update bim_topics set title = $2, description = $3, status = $4, type = $5, priority = $6, assigned_to = $7,
           labels = $8::text[], due_at = $9::date, version = version + 1, updated_at = now() where id = $1`,
        [
          params.id,
          next.title,
          next.description,
          next.status,
          next.type,
          next.priority,
          next.assignedTo,
          next.labels,
          next.dueAt,
        ],
      );
      await announceTopics(services, tx, before.projectId);
      return findTopic(tx, caller, params.id);
    });
    tagVersion(reply, topic.version);
    return asTopic(topic, caller);
  }),

  route(deleteTopic, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const { projectId } = await take(tx, caller, params.id, ifMatch);
      await tx.query('delete from bim_topics where id = $1', [params.id]);
      await announceTopics(services, tx, projectId);
    });
    return undefined;
  }),

  route(commentTopic, async ({ params, body, caller, services, reply }) => {
    const topic = await services.db.transaction(async (tx) => {
      const { projectId } = await findTopic(tx, caller, params.id);
      const view = body.view ? await addViewpoint(tx, params.id, body.view) : null;
      await tx.query(
        'insert into bim_comments (topic_id, viewpoint_id, text, author, user_id) values ($1, $2, $3, $4, $5)',
        [params.id, view, body.text, caller.name, caller.userId],
      );
      await announceTopics(services, tx, projectId);
      return findTopic(tx, caller, params.id);
    });
    void reply.code(201);
    return asTopic(topic, caller);
  }),

  route(deleteTopicComment, async ({ params, caller, services }) => {
    await services.db.transaction(async (tx) => {
      const { comments, projectId } = await findTopic(tx, caller, params.id);
      const comment = comments.find(({ id }) => id === params.commentId);
      if (!comment) throw new HttpError(404, 'http.not-found');
      if (comment.userId !== caller.userId) throw new HttpError(403, 'bim.comment-of-another');
      await tx.query('delete from bim_comments where id = $1', [comment.id]);
      await announceTopics(services, tx, projectId);
    });
    return undefined;
  }),

  route(topicSnapshot, async ({ params, caller, services, reply }) => {
    const topic = await findTopic(services.db, caller, params.id);
    if (!topic.viewpoints.some(({ id }) => id === params.viewpointId))
      throw new HttpError(404, 'http.not-found');
    const picture = await pictureOf(services.db, params.viewpointId);
    if (!picture) throw new HttpError(404, 'http.not-found');
    void reply
      .type(isPng(picture) ? 'image/png' : 'image/jpeg')
      .header('cache-control', 'private, max-age=86400');
    return reply.send(picture);
  }),
];

async function take(tx: Queries, caller: Caller, id: string, version: number): Promise<TopicRow> {
  await tx.query('select 1 from bim_topics where id = $1 for update', [id]);
  const topic = await findTopic(tx, caller, id);
  if (topic.version !== version) throw stale(asTopic(topic, caller), topic.version);
  return topic;
}

type NewView = NonNullable<BodyOf<typeof commentTopic>['view']>;

/** Throws 422 when its picture is none. */
async function addViewpoint(tx: Queries, topicId: string, { viewpoint, snapshot }: NewView): Promise<string> {
  const bytes = snapshot ? Buffer.from(snapshot, 'base64') : null;
  if (bytes && !isPng(bytes) && !isJpeg(bytes)) throw new HttpError(422, 'bim.no-picture');
  const [row] = await tx.query<{ id: string }>(
    "insert into bim_viewpoints (topic_id, viewpoint, snapshot) values ($1, $2::jsonb, decode($3, 'base64')) returning id",
    [topicId, viewpoint ? JSON.stringify(viewpoint) : null, bytes?.toString('base64') ?? null],
  );
  return row!.id;
}
