import {
  classifyPoints,
  editedNodeClasses,
  findClasses,
  listCloudEdits,
  listEditedNodes,
  restoreCloudEdit,
  undoCloudEdit,
} from '#core/protocol';
import { HttpError } from '../../../base/http-error.ts';
import { route, type Route } from '../../../http/context.ts';
import { onPoints } from '../thread/in-thread.ts';
import { readState } from '../points/overlay.ts';
import { findCloud, octreeOf } from '../record/place.ts';
import { closing } from '../query/routes.ts';
import type { FindInput } from './find-job.ts';
import { classify, restoreEdit, undoEdit } from './edit.ts';
import { listed, readEdits } from '../record/edits-store.ts';

const YEAR = 31_536_000;

export const editRoutes: Route[] = [
  route(classifyPoints, async ({ params, query, body, caller, services, reply }) => {
    const { to, edits, ...selection } = body;
    const editing = { services, caller, id: params.id };
    const edit = await classify(editing, selection, to, edits, query, closing(reply));
    void reply.code(201);
    return edit;
  }),
  route(findClasses, async ({ params, query, body, caller, services, reply }) => {
    const { row } = await findCloud(services.db, caller, params.id);
    const input: FindInput = { ...body, id: params.id, query };
    const { userId } = caller;
    const jobId = await services.jobs.add({ kind: 'point-classes', userId, projectId: row.projectId, input });
    void reply.code(202);
    return { jobId };
  }),
  route(undoCloudEdit, ({ params, caller, services }) => undoEdit({ services, caller, id: params.id })),
  route(restoreCloudEdit, ({ params, body, caller, services }) =>
    restoreEdit({ services, caller, id: params.id }, body.version),
  ),
  route(listCloudEdits, async ({ params, caller, services }) => {
    const { row } = await findCloud(services.db, caller, params.id);
    const edits = await readEdits(services.db, row.id, row.content, octreeOf(row));
    return { version: edits.at(-1)?.version ?? 0, edits: listed(edits) };
  }),
  route(listEditedNodes, async ({ params, caller, services }) => {
    const { place } = await findCloud(services.db, caller, params.id, params.version);
    const state = await readState(services.storage, place.state);
    return {
      version: place.edits,
      nodes: Object.fromEntries([...state].map(([name, { version }]) => [name, version])),
    };
  }),
  route(editedNodeClasses, async ({ params, caller, services, reply }) => {
    const { place } = await findCloud(services.db, caller, params.id, params.version);
    if (place.state === null) throw new HttpError(404, 'http.not-found');
    const work = { kind: 'classes' as const, cloud: place, node: params.node };
    const classes = await onPoints<'classes'>(services, work, closing(reply));
    void reply.type('application/octet-stream').headers({
      'cache-control': `private, max-age=${YEAR}, immutable`,
      vary: 'jwt, authorization',
    });
    return reply.send(Buffer.from(classes.buffer, classes.byteOffset, classes.length));
  }),
];
