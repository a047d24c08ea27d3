import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, name, uuid } from './common.ts';
import { ifcGuid } from './bim-elements.ts';

const triple = z.tuple([z.number(), z.number(), z.number()]);
const ids = (most: number) => z.array(ifcGuid).check(z.maxLength(most));

/** Where one looks from and what is shown, as BCF has it: in the axes of the file of the model (z up), metres. */
export const topicViewpoint = z.object({
  eye: triple,
  /** Length 1. */
  direction: triple,
  up: triple,
  /** From bottom to top of the view: degrees with perspective, else metres. */
  field: z.union([z.object({ degrees: z.number() }), z.object({ metres: z.number() })]),
  /** What is on the side of the normal is cut away. */
  planes: z.array(z.object({ at: triple, normal: triple })).check(z.maxLength(100)),
  selection: ids(5000),
  /** Whether everything is shown but `exceptions`, or nothing but them. */
  isVisible: z.boolean(),
  exceptions: ids(20_000),
});
export type TopicViewpoint = z.output<typeof topicViewpoint>;

const storedViewpoint = z.object({
  id: uuid,
  viewpoint: z.nullable(topicViewpoint),
  hasSnapshot: z.boolean(),
});
const topicComment = z.object({
  id: uuid,
  text: z.string(),
  author: z.string(),
  /** Whether the caller has written it here. */
  isMine: z.boolean(),
  at: z.iso.datetime(),
  viewpointId: z.nullable(uuid),
});
export type TopicComment = z.output<typeof topicComment>;

const line = z.string().check(z.trim(), z.maxLength(200));
const text = z.string().check(z.maxLength(20_000));
const fields = {
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  description: text,
  status: line,
  type: line,
  priority: line,
  assignedTo: line,
  labels: z.array(line).check(z.maxLength(50)),
  /** A day. */
  dueAt: z.nullable(z.iso.date()),
};
export const bimTopic = z.object({
  id: uuid,
  projectId: uuid,
  /** null: of no model here. */
  modelId: z.nullable(uuid),
  ...fields,
  version: z.int(),
  createdAt: z.iso.datetime(),
  author: z.string(),
  updatedAt: z.iso.datetime(),
  comments: z.array(topicComment),
  viewpoints: z.array(storedViewpoint),
});
export type BimTopic = z.output<typeof bimTopic>;
export const TOPIC_STATES = ['Open', 'In Progress', 'Resolved', 'Closed'] as const;
/** Maximum number per project. */
export const MAX_TOPICS = 5000;
/** Characters of a picture in base 64. */
const MAX_SNAPSHOT = 4_000_000;

const newViewpoint = z.object({
  viewpoint: z.nullable(topicViewpoint),
  /** A PNG in base 64. */
  snapshot: z.optional(z.string().check(z.maxLength(MAX_SNAPSHOT), z.regex(/^[A-Za-z0-9+/]*={0,2}$/))),
});

export const listTopics = defineCall({
  id: 'bimTopics.list',
  method: 'GET',
  path: '/projects/:id/bim-topics',
  summary: 'The topics of a project on its BIM models, the latest first, with comments and viewpoints.',
  authorization: 'bim.read',
  params: byId,
  answer: z.array(bimTopic),
});
export const createTopic = defineCall({
  id: 'bimTopics.create',
  method: 'POST',
  path: '/projects/:id/bim-topics',
  summary: 'Opens a topic, with a viewpoint and its picture.',
  authorization: 'bim.comment',
  params: byId,
  body: z.extend(z.partial(z.object(fields)), {
    title: fields.title,
    modelId: z.optional(uuid),
    view: z.optional(newViewpoint),
  }),
  answer: bimTopic,
  timeout: TIMEOUT.files,
});
/** HEAD returns the same without the body. */
export const getTopic = defineCall({
  id: 'bimTopics.get',
  method: 'GET',
  path: '/bim-topics/:id',
  summary: 'One topic, with its comments and viewpoints.',
  authorization: 'bim.read',
  params: byId,
  answer: bimTopic,
});
export const updateTopic = defineCall({
  id: 'bimTopics.update',
  method: 'PUT',
  path: '/bim-topics/:id',
  summary: 'Changes fields of a topic.',
  authorization: 'bim.comment',
  params: byId,
  body: z.partial(z.object(fields)),
  answer: bimTopic,
  versioned: true,
});
export const deleteTopic = defineCall({
  id: 'bimTopics.delete',
  method: 'DELETE',
  path: '/bim-topics/:id',
  summary: 'Deletes a topic with its comments and viewpoints.',
  authorization: 'bim.comment',
  params: byId,
  versioned: true,
});
export const commentTopic = defineCall({
  id: 'bimTopics.comment',
  method: 'POST',
  path: '/bim-topics/:id/comments',
  summary: 'Comments a topic, also with a viewpoint.',
  authorization: 'bim.comment',
  params: byId,
  body: z.object({ text: text.check(z.minLength(1)), view: z.optional(newViewpoint) }),
  answer: bimTopic,
  timeout: TIMEOUT.files,
});
export const deleteTopicComment = defineCall({
  id: 'bimTopics.uncomment',
  method: 'DELETE',
  path: '/bim-topics/:id/comments/:commentId',
  summary: 'Deletes a comment of one’s own.',
  authorization: 'bim.comment',
  params: z.object({ id: uuid, commentId: uuid }),
});
export const topicSnapshot = defineCall({
  id: 'bimTopics.snapshot',
  method: 'GET',
  path: '/bim-topics/:id/viewpoints/:viewpointId/snapshot',
  summary: 'The picture of a viewpoint, as PNG or JPEG.',
  authorization: 'bim.read',
  params: z.object({ id: uuid, viewpointId: uuid }),
  timeout: TIMEOUT.files,
});
export const exportTopics = defineCall({
  id: 'bimTopics.export',
  method: 'POST',
  path: '/projects/:id/bim-topics/export',
  summary: 'Topics as BCF 2.1 or 3.0 (`.bcf`); without `topics` all of the project.',
  authorization: 'bim.read',
  params: byId,
  body: z.object({
    version: z.enum(['2.1', '3.0']),
    topics: z.optional(z.array(uuid).check(z.maxLength(MAX_TOPICS))),
  }),
  timeout: TIMEOUT.files,
});
export const importTopics = defineCall({
  id: 'bimTopics.import',
  method: 'POST',
  path: '/projects/:id/bim-topics/import',
  summary:
    'Adds the topics of a BCF 2.1 or 3.0. Of a topic that is here already the comments and viewpoints are added, and its fields if those of the file are newer.',
  authorization: 'bim.comment',
  params: byId,
  upload: true,
  body: z.object({ modelId: z.optional(uuid), name: z.optional(name) }),
  answer: z.object({
    created: z.int(),
    updated: z.int(),
    comments: z.int(),
    /** Sentences: what was left out, and why. */
    notes: z.array(z.string()),
  }),
  timeout: TIMEOUT.files,
});
