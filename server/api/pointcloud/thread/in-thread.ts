import { availableParallelism } from 'node:os';
import { HttpError } from '../../../base/http-error.ts';
import { Threads } from '../../../platform/jobs/thread.ts';
import type { Services } from '../../../platform/services/services.ts';
import type { CloudMessage, CloudTask, CloudValue, CloudValues, CloudWork } from '../points/task.ts';

/** Heap in MB; columns of points lie beside it, bounded by the limits of each kind of work. */
const MEMORY = 1024;
/** Threads at work at the same time; more requests wait. */
const AT_ONCE = Math.max(2, availableParallelism() - 1);
const MAX_WAITING = 100;

const threads = new Threads<CloudTask, CloudMessage, CloudValue>(
  new URL('./cloud.worker.ts', import.meta.url),
  MEMORY,
);

let running = 0;
const waiting: (() => void)[] = [];

/** Runs work on points outside the server's event loop. Throws HttpError 422 for a sentence, 503 when too many wait. */
export async function onPoints<K extends CloudWork['kind']>(
  services: Pick<Services, 'config'>,
  work: Extract<CloudWork, { kind: K }>,
  signal: AbortSignal,
  onBytes: (bytes: Uint8Array) => void = () => {},
): Promise<CloudValues[K]> {
  await turn(signal);
  try {
    return await run(services, work, signal, (message) => {
      if (message instanceof Uint8Array) onBytes(message);
    });
  } finally {
    running--;
    waiting.shift()?.();
  }
}

/** Work of a job, of which the queue runs few at a time: answers to people do not wait for it. */
export function onPointsInJob<K extends CloudWork['kind']>(
  services: Pick<Services, 'config'>,
  work: Extract<CloudWork, { kind: K }>,
  signal: AbortSignal,
  progress: (part: number) => void = () => {},
): Promise<CloudValues[K]> {
  return run(services, work, signal, (message) => {
    if ('part' in message) progress(message.part);
  });
}

async function run<K extends CloudWork['kind']>(
  { config }: Pick<Services, 'config'>,
  work: Extract<CloudWork, { kind: K }>,
  signal: AbortSignal,
  onMessage: (message: CloudMessage) => void,
): Promise<CloudValues[K]> {
  const { data, storageUrl, importFolder } = config;
  const storage = { data, storageUrl, importFolder };
  const value = await threads.run(
    { storage, work },
    {
      signal,
      onMessage,
      failure: (key, values) => new HttpError(key.startsWith('storage.') ? 503 : 422, key, values),
    },
  );
  return value as CloudValues[K];
}

async function turn(signal: AbortSignal): Promise<void> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING)
      throw new HttpError(503, 'pointcloud.busy', {}, { headers: { 'retry-after': '5' } });
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(new DOMException('The request was closed.', 'AbortError'));
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(start);
    });
  }
  running++;
}
