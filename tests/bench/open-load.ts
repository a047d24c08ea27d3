/**
 * Responses per second of a server over several connections: a client in a separate thread, which reads every
 * response to its last byte and keeps none.
 */
import { once } from 'node:events';
import http from 'node:http';
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { startThread } from '../../server/base/thread.ts';

export interface Load {
  /** URL before the path. */
  url: string;
  headers: Record<string, string>;
  /** Requested in turn. */
  paths: readonly string[];
  connections: number;
  seconds: number;
}

export interface Rate {
  /** Responses per second. */
  rate: number;
  /** Bytes of the last response. */
  bytes: number;
  status: number;
}

export async function rateOf(load: Load): Promise<Rate> {
  const worker = startThread(new URL(import.meta.url), { workerData: load });
  const [answer] = (await once(worker, 'message')) as [Rate | { failure: string }];
  await worker.terminate();
  if ('failure' in answer) throw new Error(`${load.url}${load.paths[0]}: ${answer.failure}`);
  return answer;
}

async function measure({ url, headers, paths, connections, seconds }: Load): Promise<Rate> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  let [next, done, bytes, status] = [0, 0, 0, 0];
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const request = http.get(`${url}${paths[next++ % paths.length]!}`, { agent, headers }, (response) => {
        let size = 0;
        response.on('data', (piece: Buffer) => (size += piece.length));
        response.once('error', reject);
        response.once('end', () => {
          [status, bytes] = [response.statusCode!, size];
          if (status >= 400) reject(new Error(`answered ${status}`));
          else resolve();
        });
      });
      request.once('error', reject);
    });
  const keepAsking = async (until: number, min = 0) => {
    while (performance.now() < until || next < min) {
      await one();
      done++;
    }
  };
  const all = (until: number, min?: number) =>
    Promise.all(Array.from({ length: connections }, () => keepAsking(until, min)));
  // Every path once before measuring, so that caches are filled.
  await all(performance.now() + 1000, paths.length);
  done = 0;
  const start = performance.now();
  await all(start + seconds * 1000);
  const rate = (done * 1000) / (performance.now() - start);
  agent.destroy();
  return { rate, bytes, status };
}

if (parentPort)
  measure(workerData as Load).then(
    (rate) => parentPort!.postMessage(rate),
    (failure: Error) => parentPort!.postMessage({ failure: failure.message }),
  );
