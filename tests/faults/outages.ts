import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChangeAnswer, Problem } from '#core/protocol';
import { randomUUID } from 'node:crypto';
import { call, eventually, must, startServer, type Program, type ProcessResponse } from '../processes.ts';
import type { EngineName } from '../../server/testing/databases.ts';
import { layGround, openPlace, type ServerStorage } from './kills.ts';
import { Writers, type WriterTarget } from './writers.ts';

/** Stops PostgreSQL under a server and starts it again. Returns what went wrong, a sentence each. */
export async function databaseAway(): Promise<{ wrong: string[]; back: number }> {
  const ground = await layGround('postgresql', { hasTables: true });
  let server: Program | undefined;
  try {
    server = await startServer(ground.env);
    const place = await openPlace(ground.url);
    const writers = new Writers(place, 4);
    while (writers.tally.confirmed < 20) await wait(10);
    await ground.halt();
    const wrong: string[] = [];
    for (const path of ['/projects', '/me', `/projects/${place.projectId}`]) {
      const output = await call<Problem>(ground.url, place.token, 'GET', path);
      if (output.status !== 503 || !output.body.detail?.startsWith('The database is not available'))
        wrong.push(`GET ${path} without a database: ${output.status} ${JSON.stringify(output.body)}`);
    }
    const health = await call<{ database: string }>(ground.url, undefined, 'GET', '/health');
    if (health.status !== 503 || health.body.database !== 'unavailable')
      wrong.push(`Its health was ${health.status} ${JSON.stringify(health.body)}`);
    await wait(3000);
    await ground.resume();
    const start = performance.now();
    await eventually(async () => must(await call(ground.url, place.token, 'GET', '/projects'), 200), 15_000);
    const back = performance.now() - start;
    const before = writers.tally.confirmed;
    while (writers.tally.confirmed < before + 20) await wait(10);
    await writers.stop();
    return { wrong: [...wrong, ...(await writers.compare())], back };
  } finally {
    await server?.end('SIGKILL');
    await ground.remove();
  }
}

/**
 * Fills the disk of the database, a small separate one, under a busy server; then frees space. Requires permission to
 * mount: root, on Linux.
 */
export async function diskFull(engine: EngineName): Promise<string[]> {
  const disk = mkdtempSync(path.join(os.tmpdir(), 'groma-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0755', 'tmpfs', disk]);
  let ground: ServerStorage | undefined;
  let server: Program | undefined;
  try {
    ground = await layGround(engine, { within: disk });
    server = await startServer(ground.env);
    const place = await openPlace(ground.url);
    const { url } = place;
    const writers = new Writers(place, 2);
    while (writers.tally.confirmed < 50) await wait(10);
    await writers.stop();
    const filler = path.join(disk, 'filler');
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 64 * 1024));
    const wrong: string[] = [];
    const seen: Record<string, number> = {};
    let refused: ProcessResponse<Problem> | undefined;
    const pending: unknown[][] = [];
    for (let n = 0; n < 40 && (seen['refused'] ?? 0) < 5; n++) {
      const changes = Array.from({ length: 50 }, () => large(place));
      const output = await call<Problem>(url, place.token, 'POST', '/geometries/autosave', changes, {
        projectid: place.projectId,
      });
      if (output.status === 200) continue;
      refused = output;
      pending.push(changes);
      seen['refused'] = (seen['refused'] ?? 0) + 1;
      if (![503, 507].includes(output.status) || !output.body.detail)
        wrong.push(`On a full disk: ${output.status} ${JSON.stringify(output.body)}`);
    }
    if (!refused) wrong.push('The disk was never full.');
    rmSync(filler);
    for (const changes of pending) {
      const answers = await eventually(
        async () =>
          must(
            await call<ChangeAnswer[]>(url, place.token, 'POST', '/geometries/autosave', changes, {
              projectid: place.projectId,
            }),
            200,
          ),
        30_000,
      );
      const other = answers.filter(({ status }) => status !== 'saved');
      if (other.length > 0) wrong.push(`After room was made: ${JSON.stringify(other[0])}`);
    }
    const health = await call<{ status: string }>(ground.url, undefined, 'GET', '/health');
    if (health.status !== 200) wrong.push(`Its health afterwards: ${JSON.stringify(health.body)}`);
    // Its data are complete, too: it starts again with them.
    await server.end('SIGKILL');
    server = await startServer(ground.env);
    const lost = (await writers.compare()).filter((line) => !line.endsWith('there, and never confirmed.'));
    return [...wrong, ...lost];
  } finally {
    await server?.end('SIGKILL');
    await ground?.remove();
    execFileSync('umount', [disk]);
    rmdirSync(disk);
  }
}

function large({ typeName }: WriterTarget) {
  const note = Array.from({ length: 300 }, () => randomUUID()).join('');
  return {
    clientId: randomUUID(),
    typeName,
    location: { type: 'Point', coordinates: [9, 45.5] },
    properties: { note },
  };
}
