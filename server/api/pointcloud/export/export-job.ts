import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { grants, type BodyOf, type ExportResult, type exportPoints, type Language } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import { sentence } from '../../../base/language.ts';
import { fileName } from '../../../formats/names.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { JobFailure, type JobKind, type Work } from '../../../platform/jobs/kind.ts';
import { memberOf } from '../../../shared/access/member.ts';
import { gridFiles, type GridSource } from '../../../shared/crs/grids.ts';
import { crsRecords } from '../points/crs-records.ts';
import type { CloudFile, CloudPlace, WrittenCloud } from '../points/task.ts';
import { onPointsInJob } from '../thread/in-thread.ts';
import { findCloud } from '../record/place.ts';

export type PointsExportInput = BodyOf<typeof exportPoints> & { id: string };

const MINUTE = 60_000;
const RETENTION_DAYS = 7;
const MAX_POINTS = 2_000_000_000;
const MAX_BYTES = 100 * 1024 ** 3;

/** Writes points of clouds to one file. */
export const pointsExportKind: JobKind = {
  timeLimit: 30 * MINUTE,
  run: (work) => write(work, work.input as PointsExportInput),
};

async function write(work: Work, input: PointsExportInput): Promise<undefined> {
  const { services, folder, language, signal } = work;
  const { db } = services;
  work.progress(0, sentence(language, 'export.writing'));
  const caller = await exporterOf(db, work);
  const { format, version = '1.4', thin, others = [], inside, outside, classes } = input;
  const found = [];
  for (const id of [input.id, ...others]) found.push(await cloudFor(db, caller, id));
  const [{ row, place: cloud }, ...more] = found as [(typeof found)[0], ...typeof found];
  const isPart = inside !== undefined || outside !== undefined;
  if (isPart && more.some(({ place }) => place.crs !== cloud.crs))
    throw new JobFailure('pointcloud.other-crs');
  const to = await targetOf(services, input, [cloud, ...more.map(({ place }) => place)]);
  const file = path.join(folder, `points.${format}`);
  const records = await crsRecords(to?.crs ?? cloud.crs, to ? to.verticalCrs : cloud.verticalCrs);
  const options = { path: file, format, version, thin, limit: MAX_POINTS, to, ...records };
  const task = {
    kind: 'file' as const,
    cloud,
    others: more.map(({ place }) => place),
    selection: { inside, outside, classes },
    file: options,
  };
  const written = await onPointsInJob<'file'>(services, task, signal).catch(asJobFailure);
  const { points, stoppedBy } = written;
  if (stoppedBy !== null) throw new JobFailure('pointcloud.file-stopped', { limit: MAX_POINTS });
  if (points === 0) throw new JobFailure('export.nothing');
  const notes = notesOf(written, language);
  const name = input.name ?? path.parse(row.name).name;
  await keep(work, { file, format, name, points, notes });
  return undefined;
}

/** What the file does not hold, and what its coordinates are less sure of. */
function notesOf({ lostClasses, notKept, otherGeoid }: WrittenCloud, language: Language): string[] {
  const say = (key: string, values = {}) => sentence(language, `pointcloud.${key}`, values);
  return [
    ...(lostClasses > 0 ? [say('lost-classes', { count: lostClasses })] : []),
    ...notKept.map((what) => say(`not-kept.${what}`)),
    ...(otherGeoid === null ? [] : [say('other-geoid', { geoid: otherGeoid })]),
  ];
}

/** Where the points go; undefined when they stay where they are. */
async function targetOf(
  services: GridSource,
  { crs, verticalCrs }: PointsExportInput,
  clouds: readonly CloudPlace[],
): Promise<CloudFile['to']> {
  const [first] = clouds;
  const target = {
    crs: crs ?? first!.crs,
    verticalCrs: verticalCrs === undefined ? first!.verticalCrs : verticalCrs,
  };
  const stays = clouds.every((cloud) => cloud.crs === target.crs && cloud.verticalCrs === target.verticalCrs);
  if (stays || target.crs === null) return undefined;
  return { ...target, crs: target.crs, grids: await gridFiles(services, ['shift', 'geoid']) };
}

interface Written {
  file: string;
  format: 'las' | 'laz';
  name: string;
  points: number;
  notes: string[];
}

/** Stores the file, then records it in the transaction that ends the job. An unrecorded file is removed. */
async function keep(work: Work, { file, format, name, points, notes }: Written): Promise<void> {
  const { db, storage } = work.services;
  const id = randomUUID();
  const key = `exports/${id}.${format}`;
  const { size } = await stat(file);
  try {
    await storage.write(key, createReadStream(file), MAX_BYTES);
    await db.transaction(async (tx) => {
      const caller = await exporterOf(tx, work);
      const input = work.input as PointsExportInput;
      for (const cloud of [input.id, ...(input.others ?? [])]) await cloudFor(tx, caller, cloud);
      const nameZip = `${fileName(name, 'points', 60)}-${id.slice(0, 8)}.${format}`;
      await tx.query(
        `insert into exports (id, project_id, user_id, kind, name_zip, storage_key, size, count, type_names, files,
           notes, expires_at)
         values ($1, $2, $3, 'points', $4, $5, $6, $7, array['point-cloud'], $8::text[], $9::text[],
           now() + make_interval(days => $10))`,
        [id, work.projectId, caller.userId, nameZip, key, size, points, [nameZip], notes, RETENTION_DAYS],
      );
      await audit(tx, {
        kind: 'export.made',
        actor: caller,
        subject: { kind: 'project', id: work.projectId!, name },
        detail: { kind: 'points', count: points },
      });
      const result: ExportResult = {
        id,
        kind: 'points',
        nameZip,
        size,
        count: points,
        files: [nameZip],
        notes,
      };
      await work.finish(tx, result);
    });
  } catch (failure) {
    await storage.remove(key).catch(() => {});
    throw failure;
  }
}

/** Throws JobFailure when the person may no longer export from the project. */
async function exporterOf(db: Queries, { userId, projectId }: Work): Promise<Caller> {
  const caller = await memberOf(db, userId, projectId!);
  if (
    !caller ||
    !grants(caller.authorizations, 'export') ||
    !grants(caller.authorizations, 'pointcloud.read')
  )
    throw new JobFailure('export.not-allowed');
  return caller;
}

const cloudFor = (db: Queries, caller: Caller, id: string) => findCloud(db, caller, id).catch(asJobFailure);

/** What would be the answer of a call is why the job failed. */
function asJobFailure(failure: unknown): never {
  throw failure instanceof HttpError ? new JobFailure(failure.key, failure.values) : failure;
}
