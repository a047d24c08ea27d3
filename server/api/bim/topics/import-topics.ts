import type { Caller } from '../../../base/caller.ts';
import type { Queries } from '../../../platform/db/database.ts';
import type { BcfTopic } from './bcf.ts';

interface Adding {
  projectId: string;
  modelId: string | undefined;
  topics: readonly BcfTopic[];
}

/** Adds topics of a file; those that are here already get what is new. Their model is found by the name of its file. */
export async function addTopics(
  tx: Queries,
  caller: Caller,
  { projectId, modelId, topics }: Adding,
): Promise<{ created: number; updated: number; comments: number }> {
  const counts = { created: 0, updated: 0, comments: 0 };
  for (const topic of topics) {
    const [known] = await tx.query<{ id: string; isOlder: boolean }>(
      `select id, updated_at < $3::timestamptz as "isOlder" from bim_topics where project_id = $1 and guid = $2`,
      [projectId, topic.guid, topic.updatedAt],
    );
    let id = known?.id;
    if (id === undefined) {
      id = await insertTopic(tx, caller, projectId, modelId, topic);
      counts.created++;
    } else if (known!.isOlder) {
      await tx.query(
        `update bim_topics set title = $2, description = $3, status = $4, type = $5, priority = $6, assigned_to = $7,
           labels = $8::text[], due_at = $9::date, version = version + 1, updated_at = $10::timestamptz where id = $1`,
        [id, ...fieldsOf(topic), topic.updatedAt],
      );
      counts.updated++;
    }
    counts.comments += await addParts(tx, id, topic);
  }
  return counts;
}

function fieldsOf(topic: BcfTopic): unknown[] {
  const { title, description, status, type, priority, assignedTo, labels, dueAt } = topic;
  return [title, description, status, type, priority, assignedTo, labels, dueAt];
}

async function insertTopic(
  tx: Queries,
  caller: Caller,
  projectId: string,
  modelId: string | undefined,
  topic: BcfTopic,
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into bim_topics (project_id, model_id, guid, title, description, status, type, priority, assigned_to, labels, due_at,
       author, created_at, updated_at)
     values ($1, coalesce($2::uuid, (select id from files where project_id = $1 and kind = 'bim' and name = $3 limit 1)), $4,
       $5, $6, $7, $8, $9, $10, $11::text[], $12::date, $13, $14::timestamptz, $15::timestamptz) returning id`,
    [
      projectId,
      modelId ?? null,
      topic.file,
      topic.guid,
      ...fieldsOf(topic),
      topic.author || caller.name,
      topic.createdAt,
      topic.updatedAt,
    ],
  );
  return row!.id;
}

/** Viewpoints and comments that are not here yet. Resolves to the number of new comments. */
async function addParts(tx: Queries, topicId: string, { viewpoints, comments }: BcfTopic): Promise<number> {
  for (const { guid, viewpoint, snapshot } of viewpoints)
    await tx.query(
      `insert into bim_viewpoints (topic_id, guid, viewpoint, snapshot) values ($1, $2, $3::jsonb, decode($4, 'base64'))
       on conflict (topic_id, guid) do nothing`,
      [topicId, guid, viewpoint ? JSON.stringify(viewpoint) : null, snapshot?.toString('base64') ?? null],
    );
  let added = 0;
  for (const { guid, text, author, at, viewpoint } of comments) {
    const rows = await tx.query(
      `insert into bim_comments (topic_id, guid, viewpoint_id, text, author, at)
       values ($1, $2, (select id from bim_viewpoints where topic_id = $1 and guid = $3::uuid), $4, $5, $6::timestamptz)
       on conflict (topic_id, guid) do nothing returning id`,
      [topicId, guid, viewpoint, text, author, at],
    );
    added += rows.length;
  }
  return added;
}
