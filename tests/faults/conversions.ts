import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Job, Pointcloud, Project } from '#core/protocol';
import type { EngineName } from '../../server/testing/databases.ts';
import { smallLas } from '../../server/testing/las.ts';
import { call, eventually, must, signIn, startServer, type Program } from '../processes.ts';
import { layGround } from './kills.ts';

/** Enough that the conversion takes seconds. */
const POINTS = 1_500_000;
const MINUTE = 60_000;

/**
 * Kills a server while it converts a point cloud. After its restart the cloud must become ready with all of its points,
 * and the files of the killed conversion must be gone. Returns what is wrong, a sentence each.
 */
export async function killWhileConverting(engine: EngineName): Promise<string[]> {
  const temporary = await mkdtemp(path.join(os.tmpdir(), 'groma-faults-tmp-'));
  const ground = await layGround(engine, { hasTables: true, settings: { TMPDIR: temporary } });
  let server: Program | undefined;
  try {
    server = await startServer(ground.env);
    const { token } = (await signIn(ground.url)).tokens[0]!;
    const ask = async <T>(address: string): Promise<T> =>
      must(await call<T>(ground.url, token, 'GET', address), 200);
    const { id: projectid } = must(
      await call<Project>(ground.url, token, 'POST', '/projects', { projectName: 'Faults' }),
      201,
    );
    const form = new FormData();
    form.append('file', new Blob([Buffer.from(smallLas({ points: POINTS, epsg: 32633 }))]), 'large.las');
    const { id } = must(
      await call<Pointcloud>(ground.url, token, 'POST', '/pointcloud', form, { projectid }),
      201,
    );
    const cloud = () => ask<Pointcloud>(`/pointcloud/${id}`);
    const folder = await eventually(async () => {
      const { state, jobId } = await cloud();
      if (state !== 'converting' || !jobId) throw new Error(`The cloud is ${state}.`);
      if (!((await ask<Job>(`/jobs/${jobId}`)).progress > 0)) throw new Error('Nothing is converted yet.');
      return folderWithFiles(temporary);
    }, MINUTE);
    await server.end('SIGKILL');
    server = await startServer(ground.env);
    const wrong = (await existing(folder)) ? [`${folder} is still there.`] : [];
    const { state, pointCount, error } = await eventually(async () => {
      const now = await cloud();
      if (now.state === 'queued' || now.state === 'converting') throw new Error(`The cloud is ${now.state}.`);
      return now;
    }, 4 * MINUTE);
    if (state !== 'ready' || pointCount !== POINTS)
      wrong.push(`The cloud is ${state} with ${pointCount} of ${POINTS} points: ${error}`);
    const left = await filesIn(temporary);
    if (left.length > 0) wrong.push(`After the conversion there are ${left.join(', ')}.`);
    return wrong;
  } finally {
    await server?.end('SIGKILL');
    await ground.remove();
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The folder of the process whose job has written files. Throws while there is none. */
async function folderWithFiles(temporary: string): Promise<string> {
  const [file] = await filesIn(temporary);
  if (!file) throw new Error('No file of the conversion yet.');
  const [jobs, own] = file.split(path.sep);
  return path.join(temporary, jobs!, own!);
}

/** Files of jobs, below the folder for temporary files. */
async function filesIn(temporary: string): Promise<string[]> {
  const found = await readdir(temporary, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(temporary, path.join(entry.parentPath, entry.name)))
    .filter((name) => name.startsWith(`groma-jobs${path.sep}`) && !name.includes('.lock'));
}

const existing = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    () => true,
    () => false,
  );
