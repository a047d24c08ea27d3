import path from 'node:path';
import type { BodyOf, exportPoints, Language } from '#core/protocol';
import { sentence } from '../../../base/language.ts';
import { asJobFailure, JobFailure, type JobKind, type Work } from '../../../platform/jobs/kind.ts';
import { gridFiles, type GridSource } from '../../../shared/crs/grids.ts';
import { crsRecords } from '../points/crs-records.ts';
import type { CloudFile, CloudPlace, WrittenCloud } from '../points/task.ts';
import { cloudFor, exporterOf, keepFile } from './keep-file.ts';
import { onPointsInJob } from '../thread/in-thread.ts';

export type PointsExportInput = BodyOf<typeof exportPoints> & { id: string };

const MINUTE = 60_000;
const MAX_POINTS = 2_000_000_000;

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
  await keepFile(work, [input.id, ...others], { file, format, name, points, notes });
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
