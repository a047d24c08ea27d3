import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Threads } from './thread.ts';

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-thread-'));
});
afterAll(() => fs.rm(folder, { recursive: true }));

it('a reused thread sends progress and results again', async () => {
  const file = path.join(folder, 'echo.worker.mts');
  await fs.writeFile(
    file,
    `import { parentPort } from 'node:worker_threads';
     let uses = 0;
     parentPort!.on('message', async (task: string) => {
       parentPort!.postMessage({ kind: 'message', message: task });
       await new Promise((resolve) => setTimeout(resolve, 50));
       parentPort!.postMessage({ kind: 'done', value: ++uses });
     });`,
  );
  const threads = new Threads<string, string, number>(pathToFileURL(file), 64);
  for (const use of [1, 2, 3]) {
    const received: string[] = [];
    const value = await threads.run(`task ${use}`, {
      signal: new AbortController().signal,
      onMessage: (output) => received.push(output),
      failure: (failure) => new Error(failure),
    });
    expect(value).toBe(use);
    expect(received).toEqual([`task ${use}`]);
  }
});
