import { MAX_TOPICS, type BimTopic, type TopicComment } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import type { Queries } from '../../../platform/db/database.ts';
import type { Services } from '../../../platform/services/services.ts';
import { ofMyProjects, requireViewer } from '../../../shared/files/scope.ts';
import { findFile } from '../../../shared/files/store.ts';

/** A topic as its row says, with its GUID and those of its parts. */
export type TopicRow = Omit<BimTopic, 'comments' | 'viewpoints'> & {
  guid: string;
  file: string | null;
  comments: (Omit<TopicComment, 'isMine'> & { guid: string; userId: string | null })[];
  viewpoints: (BimTopic['viewpoints'][number] & { guid: string })[];
};

const COLUMNS = `t.id, t.project_id as "projectId", t.model_id as "modelId", t.guid, t.title, t.description, t.status, t.type,
  t.priority, t.assigned_to as "assignedTo", t.labels, to_char(t.due_at, 'YYYY-MM-DD') as "dueAt", t.author, t.version,
  t.created_at as "createdAt", t.updated_at as "updatedAt", f.name as file,
  coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'guid', c.guid, 'text', c.text, 'author', c.author, 'userId', c.user_id,
    'at', to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'viewpointId', c.viewpoint_id) order by c.at, c.id)
    from bim_comments c where c.topic_id = t.id), '[]'::jsonb) as comments,
  coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'guid', v.guid, 'viewpoint', v.viewpoint,
    'hasSnapshot', v.snapshot is not null) order by v.created_at, v.id) from bim_viewpoints v where v.topic_id = t.id), '[]'::jsonb) as viewpoints`;
const FROM = 'bim_topics t left join files f on f.id = t.model_id';

/** Topics of a project the caller works on, or those of them with these ids; the latest first. */
export async function topicsOf(
  db: Queries,
  caller: Caller,
  projectId: string,
  ids?: readonly string[],
): Promise<TopicRow[]> {
  requireViewer(caller, 'bim');
  const params: unknown[] = [projectId, ids ?? null];
  return db.query<TopicRow>(
    `select ${COLUMNS} from ${FROM} where t.project_id = $1 and ($2::uuid[] is null or t.id = any($2::uuid[]))
     and ${ofMyProjects(caller, 't', params)} order by t.created_at desc, t.id`,
    params,
  );
}

/** Throws 404 when the caller cannot see it. */
export async function findTopic(db: Queries, caller: Caller, id: string): Promise<TopicRow> {
  requireViewer(caller, 'bim');
  const params: unknown[] = [id];
  const [topic] = await db.query<TopicRow>(
    `select ${COLUMNS} from ${FROM} where t.id = $1 and ${ofMyProjects(caller, 't', params)}`,
    params,
  );
  if (!topic) throw new HttpError(404, 'http.not-found');
  return topic;
}

/** As the API answers it. */
export function asTopic(
  { guid: _, file: __, comments, viewpoints, ...topic }: TopicRow,
  caller: Caller,
): BimTopic {
  return {
    ...topic,
    comments: comments.map(({ guid: ___, userId, ...comment }) => ({
      ...comment,
      isMine: userId === caller.userId,
    })),
    viewpoints: viewpoints.map(({ guid: ___, ...viewpoint }) => viewpoint),
  };
}

/** Tells everybody who has the project open that its topics have changed. */
export function announceTopics(
  { events }: Pick<Services, 'events'>,
  tx: Queries,
  projectId: string,
): Promise<void> {
  return events.announce(tx, 'bimTopics', { projectId, typeNames: ['bim'] }, { projectId });
}

/** Throws 404 when the model is none of the project. */
export async function requireModel(
  db: Queries,
  caller: Caller,
  projectId: string,
  modelId: string | undefined,
): Promise<void> {
  if (modelId === undefined) return;
  const model = await findFile(db, caller, modelId, ['bim']);
  if (model.projectId !== projectId) throw new HttpError(404, 'http.not-found');
}

/** Throws 422 when the project would have too many. */
export async function requireRoom(tx: Queries, projectId: string, more = 1): Promise<void> {
  // Serializes two requests that add the last allowed topic.
  await tx.query('select 1 from projects where id = $1 for update', [projectId]);
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from bim_topics where project_id = $1',
    [projectId],
  );
  if (row!.count + more > MAX_TOPICS) throw new HttpError(422, 'bim.too-many-topics', { most: MAX_TOPICS });
}

/** Of a viewpoint: a PNG or JPEG. */
export async function pictureOf(db: Queries, viewpointId: string): Promise<Buffer | null> {
  const [row] = await db.query<{ snapshot: string | null }>(
    "select encode(snapshot, 'base64') as snapshot from bim_viewpoints where id = $1",
    [viewpointId],
  );
  return row?.snapshot ? Buffer.from(row.snapshot, 'base64') : null;
}
