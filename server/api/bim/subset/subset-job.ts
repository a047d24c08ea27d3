import path from 'node:path';
import { grants, type BimFilter } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { sentence } from '../../../base/language.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { asJobFailure, JobFailure, type JobKind, type Work } from '../../../platform/jobs/kind.ts';
import { memberOf } from '../../../shared/access/member.ts';
import { keepExport } from '../../../shared/exports/keep-export.ts';
import { inChild } from '../convert/in-child.ts';
import { linesOf } from '../elements/find.ts';
import { resolveLinked } from '../elements/linked.ts';
import { ifcFileOf } from '../ifc-file.ts';
import { findEdition } from '../record/edition.ts';

export interface SubsetInput {
  modelId: string;
  filter: BimFilter;
}

const MINUTE = 60_000;
/** Above it the index of the lines of a file is larger than the memory of the process. */
const MAX_BYTES = 1_500 * 1024 ** 2;

/** Writes elements of a model to an IFC file of their own. */
export const bimSubsetKind: JobKind = {
  timeLimit: 60 * MINUTE,
  run: (work) => write(work, work.input as SubsetInput),
};

async function write(work: Work, { modelId, filter }: SubsetInput): Promise<undefined> {
  const { services, folder, language, signal } = work;
  const { db } = services;
  work.progress(0, sentence(language, 'export.writing'));
  const caller = await exporterOf(db, work);
  const { row, edition, content } = await findEdition(db, caller, modelId).catch(asJobFailure);
  // Lines are those of the newest content that is converted.
  if (content !== row.content) throw new JobFailure('bim.not-ready', { name: row.name });
  if (row.bytes > MAX_BYTES) throw new JobFailure('bim.subset-too-large', { name: row.name });
  const lines = await linesOf(db, edition, await resolveLinked(db, caller, modelId, filter));
  if (lines.length === 0) throw new JobFailure('export.nothing');
  const file = await ifcFileOf(services, row, folder).catch(asJobFailure);
  const to = path.join(folder, 'subset.ifc');
  const { elements } = await inChild({ do: 'extract', file, lines, to }, row.name, signal, () => {});
  const name = path.parse(row.name).name;
  const left = lines.length - elements;
  const notes = left > 0 ? [sentence(language, 'bim.subset-left-out', { count: left })] : [];
  const written = { file: to, format: 'ifc', name, count: elements, notes };
  await keepExport(work, { ...written, kind: 'elements', viewer: 'bim' }, async (tx) => {
    const now = await exporterOf(tx, work);
    await findEdition(tx, now, modelId).catch(asJobFailure);
    return now;
  });
  return undefined;
}

async function exporterOf(db: Queries, { userId, projectId }: Work): Promise<Caller> {
  const caller = await memberOf(db, userId, projectId!);
  if (!caller || !grants(caller.authorizations, 'export') || !grants(caller.authorizations, 'bim.read'))
    throw new JobFailure('export.not-allowed');
  return caller;
}
