import {
  changeMany,
  grants,
  previewCalculation as previewCalculationCall,
  previewMany as previewManyCall,
  reverseMany,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Database } from '../../platform/db/database.ts';
import { lockTypes, type TypeRules } from '../../shared/attributes/types.ts';
import { previewCalculation, readCalculation } from '../../shared/geometries/many/calculate.ts';
import { requireProject, scopeOf } from '../../shared/access/scope.ts';
import { editObjects } from '../../shared/geometries/editing.ts';
import { refuseEmpty } from '../../shared/geometries/many/change.ts';
import { previewMany } from '../../shared/geometries/many/preview.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import type { ChangeInput } from './change-input.ts';

export const manyRoutes: Route[] = [
  route(changeMany, async ({ headers, body, caller, language, services, reply }) => {
    const { projectid: projectId } = headers;
    const { changeId, ...change } = body;
    await requireProject(services.db, caller, projectId);
    if (change.deleted && !grants(caller.authorizations, 'geometries.delete'))
      throw new HttpError(403, 'auth.not-allowed', { authorization: 'geometries.delete' });
    refuseEmpty(change);
    if (change.calculate)
      readCalculation(
        change.calculate,
        await rulesOf(services.db, caller, projectId, change.calculate.typeName),
      );
    const input: ChangeInput = { language, ...change };
    const { userId } = caller;
    const jobId = await services.jobs.add({ id: changeId, kind: 'change', userId, projectId, input });
    void reply.code(202);
    return { jobId };
  }),

  route(previewManyCall, async ({ headers, body, caller, language, services }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    refuseEmpty(body);
    const { db, events } = services;
    return editObjects({ db, events, caller, language }, (editing) => previewMany(editing, projectId, body));
  }),

  route(previewCalculationCall, async ({ headers, body, caller, language, services }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    const { ids, calculate } = body;
    const { typeName } = calculate;
    const rules = await rulesOf(services.db, caller, projectId, typeName);
    const scope = scopeOf(caller, { projectId, typeNames: [typeName] });
    return previewCalculation(services.db, scope, { ids, calculate, rules, language });
  }),

  route(reverseMany, async ({ headers, body, caller, language, services, reply }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    const input: ChangeInput = { language, reverses: body.transactionId };
    const { userId } = caller;
    const jobId = await services.jobs.add({ id: body.changeId, kind: 'change', userId, projectId, input });
    void reply.code(202);
    return { jobId };
  }),
];

/** Undefined for a type that the caller does not have. */
async function rulesOf(
  db: Database,
  caller: Caller,
  projectId: string,
  typeName: string,
): Promise<TypeRules | undefined> {
  return (await lockTypes(db, scopeOf(caller, { projectId }), [typeName])).get(typeName);
}
