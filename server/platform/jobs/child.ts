import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runArguments } from '../../base/programs.ts';
import { JobFailure } from './kind.ts';
import type { ThreadMessage, ThreadOptions } from './thread.ts';

const MB = 1024 ** 2;
/** How often the memory of a process is read, milliseconds. */
const WATCH = 200;

export interface ChildLimits {
  /** Megabytes of its heap. */
  heap: number;
  /** Megabytes of all its memory, WebAssembly included; read where the system tells (Linux). */
  memory: number;
}

/**
 * Runs one task in a process of its own: for work whose memory is not in the heap, which would otherwise be the
 * server's. The process gets none of the server's environment. Throws AbortError, JobFailure when out of memory, or the
 * error made by `options.failure`.
 */
export function runInChild<Task, Message, Value>(
  file: URL,
  task: Task,
  { heap, memory }: ChildLimits,
  { signal, onMessage, failure }: ThreadOptions<Message>,
): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    if (signal.aborted) return reject(abortError());
    const child = start(file, heap);
    let errors = '';
    let isFull = false;
    const watch = setInterval(() => {
      if (memoryOf(child) <= memory * MB) return;
      isFull = true;
      child.kill('SIGKILL');
    }, WATCH);
    const settle = (end: () => void) => {
      clearInterval(watch);
      signal.removeEventListener('abort', stop);
      child.removeAllListeners();
      child.on('error', () => {});
      child.kill('SIGKILL');
      end();
    };
    const stop = () => settle(() => reject(abortError()));
    signal.addEventListener('abort', stop, { once: true });
    child.stderr!.on('data', (bytes: Buffer) => (errors = (errors + bytes.toString()).slice(-4000)));
    child.on('message', (message: ThreadMessage<Message, Value>) => {
      if (message.kind === 'message') return onMessage(message.message);
      if (message.kind === 'done') return settle(() => resolve(message.value));
      settle(() => reject(failure(message.failure, message.values)));
    });
    child.on('error', (error) => settle(() => reject(error)));
    child.on('exit', (code, killed) =>
      settle(() => {
        if (isFull || isHeapFull(errors)) return reject(new JobFailure('jobs.out-of-memory', { memory }));
        reject(new Error(`The process of a job ended (${killed ?? code}): ${errors}`));
      }),
    );
    child.send(task as object);
  });
}

function start(file: URL, heap: number): ChildProcess {
  return spawn(process.execPath, [`--max-old-space-size=${heap}`, ...runArguments(file)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: { TMPDIR: process.env['TMPDIR'], NODE_ENV: process.env['NODE_ENV'] },
  });
}

const isHeapFull = (errors: string) =>
  /heap out of memory|Cannot enlarge memory|memory access out of bounds/i.test(errors);

function memoryOf({ pid }: ChildProcess): number {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return Number(pages) * 4096;
  } catch {
    return 0;
  }
}

function abortError(): Error {
  return new DOMException('The job was stopped.', 'AbortError');
}
