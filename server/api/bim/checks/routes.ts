import path from 'node:path';
import { PassThrough } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import {
  bimCheckReport,
  deleteBimCheck,
  getBimCheck,
  listBimChecks,
  MAX_BIM_CHECKS,
  startBimCheck,
  type BimCheckInput,
  type Language,
} from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import { Unusable } from '../../../base/unusable.ts';
import { fileName } from '../../../formats/names.ts';
import { route, type Route } from '../../../http/context.ts';
import type { Services } from '../../../platform/services/services.ts';
import { findFile, type FileRow } from '../../../shared/files/store.ts';
import { readIds } from '../ids/audit.ts';
import type { CheckJobInput } from './check-job.ts';
import { writeBcf } from '../topics/write-bcf.ts';
import { printCheck } from './report/pdf.ts';
import { topicsOfCheck } from './report/topics.ts';
import { sheetsOf } from './report/sheets.ts';
import { writeCsv, writeXlsx } from './report/write-sheets.ts';
import { clashFrame } from './clash-frame.ts';
import { cloudBeside } from './cloud-beside.ts';
import { checksOf, findCheck } from './store.ts';
import { surveyedObjects } from './surveyed.ts';

export const checkRoutes: Route[] = [
  route(listBimChecks, async ({ params, caller, services }) => {
    const { id } = await findFile(services.db, caller, params.id, ['bim']);
    return checksOf(services.db, id);
  }),

  route(startBimCheck, async ({ params, body, caller, services, language, reply }) => {
    const model = await findFile(services.db, caller, params.id, ['bim']);
    await refuseImpossible(services, caller, model, body, language);
    const id = await services.db.transaction(async (tx) => {
      // Serializes two requests that start the last allowed check.
      await tx.query('select 1 from files where id = $1 for update', [model.id]);
      const [row] = await tx.query<{ count: number }>(
        'select count(*)::int as count from bim_checks where model_id = $1',
        [model.id],
      );
      if (row!.count >= MAX_BIM_CHECKS)
        throw new HttpError(422, 'bim.too-many-checks', { most: MAX_BIM_CHECKS });
      const [made] = await tx.query<{ id: string }>(
        `insert into bim_checks (model_id, kind, name, content, input, created_by)
         values ($1, $2, $3, $4, $5::jsonb, $6) returning id`,
        [model.id, body.kind, body.name, model.content, JSON.stringify(body), caller.userId],
      );
      return made!.id;
    });
    const input: CheckJobInput = { checkId: id, modelId: model.id };
    const { userId } = caller;
    const jobId = await services.jobs.add({ kind: 'bim-check', userId, projectId: model.projectId, input });
    await services.db.query('update bim_checks set job_id = $2 where id = $1', [id, jobId]);
    void reply.code(202);
    return { jobId, id };
  }),

  route(getBimCheck, async ({ params, caller, services, reply }) => {
    const { input: _, ...check } = await findCheck(services.db, caller, params.id, params.checkId);
    void reply.header('cache-control', 'no-store');
    return check;
  }),

  route(bimCheckReport, async ({ params, query, caller, services, language, reply }) => {
    const check = await findCheck(services.db, caller, params.id, params.checkId);
    const { result } = check;
    if (!result) throw new HttpError(409, 'bim.check-unfinished', { name: check.name });
    const model = await findFile(services.db, caller, params.id, ['bim']);
    const { format } = query;
    const name = `${fileName(path.parse(check.name).name, 'check')}.${format}`;
    void reply.header('content-disposition', contentDisposition(name)).type(TYPES[format]);
    const subject = { check, result, modelName: model.name, language };
    if (format === 'csv') return reply.send(writeCsv(sheetsOf(subject)[0]!));
    if (format === 'xlsx') return reply.send(await writeXlsx(sheetsOf(subject)));
    if (format === 'bcf') return reply.send(await writeBcf(topicsOfCheck(subject, caller.name), '2.1'));
    const out = new PassThrough();
    printCheck(subject, caller, out).catch((failure: unknown) => out.destroy(failure as Error));
    return reply.send(out);
  }),

  route(deleteBimCheck, async ({ params, caller, services }) => {
    const { id, jobId, state } = await findCheck(services.db, caller, params.id, params.checkId);
    if (jobId && (state === 'queued' || state === 'running')) await services.jobs.cancel(jobId);
    await services.db.query('delete from bim_checks where id = $1', [id]);
    return undefined;
  }),
];

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  bcf: 'application/octet-stream',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Refuses at once what the job could only fail at. */
async function refuseImpossible(
  services: Services,
  caller: Caller,
  model: FileRow,
  input: BimCheckInput,
  language: Language,
): Promise<void> {
  if (input.kind === 'ids') {
    try {
      readIds(Buffer.from(input.ids));
    } catch (failure) {
      throw failure instanceof Unusable ? new HttpError(422, failure.key, failure.values) : failure;
    }
  }
  const { db } = services;
  if (input.kind === 'deviation') {
    if ('cloudId' in input.of) await cloudBeside(services, caller, model, input.of.cloudId, language);
    else await surveyedObjects(db, caller, model, input.of.typeName, language);
  }
  if (input.kind === 'clash' && typeof input.with !== 'string')
    await surveyedObjects(db, caller, model, input.with.typeName, language);
  if (input.kind === 'clash' && typeof input.with === 'string') {
    const other = await findFile(db, caller, input.with, ['bim']);
    if (other.projectId !== model.projectId) throw new HttpError(404, 'http.not-found');
    if (other.id !== model.id) await clashFrame(db, model, other, language);
  }
}
