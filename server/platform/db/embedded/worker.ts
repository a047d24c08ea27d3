import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { openEngine } from './engine.ts';
import { causeOf } from './opening-failure.ts';
import type { EngineReply, Numbered, WorkerStart } from './messages.ts';

const port = parentPort;
if (!port) throw new Error('This file is the thread of the embedded database; it is started by embedded.ts.');
const post = (answer: EngineReply) => port.postMessage(answer);

const { folder, durable } = workerData as WorkerStart;
try {
  const db = await openEngine(folder, durable);
  port.on('message', (request: Numbered) => void answer(db, request));
  post({ kind: 'ready' });
} catch (thrown) {
  post({ kind: 'failed', message: causeOf(thrown) });
}

async function answer(db: PGlite, request: Numbered): Promise<void> {
  try {
    post({ kind: 'rows', id: request.id, rows: await carryOut(db, request) });
  } catch (thrown) {
    const error = thrown as Error & { code?: string; constraint?: string; table?: string; detail?: string };
    const { code = 'XX000', constraint, table, detail } = error;
    post({
      kind: 'fault',
      id: request.id,
      message: error.message,
      fields: { code, constraint, table, detail },
    });
  }
}

async function carryOut(db: PGlite, request: Numbered): Promise<unknown[]> {
  switch (request.kind) {
    case 'query':
      return (await db.query(request.sql, [...request.params])).rows;
    case 'script':
      await db.exec(request.sql);
      return [];
    case 'copy':
      await db.query(request.sql, [], { blob: request.content });
      return [];
    case 'listen':
      await db.listen(request.channel, (payload) =>
        post({ kind: 'notification', channel: request.channel, payload }),
      );
      return [];
    case 'memory':
      return [db.Module.HEAPU8.byteLength];
    case 'close':
      await db.exec('checkpoint');
      await db.close();
      return [];
  }
}
