import { parentPort } from 'node:worker_threads';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from 'quickjs-emscripten-core';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { JOB_LIMITS, type FromSandbox, type SandboxTask, type ToSandbox } from './messages.ts';

/**
 * Runs one job of a plugin in QuickJS, compiled to WebAssembly: an interpreter of its own with its own memory, which has the
 * language and one function to ask with. The thread ends with the job.
 */
const port = parentPort!;
const say = (message: FromSandbox) => port.postMessage(message);

const START = `(async () => {
  const { job, event } = JSON.parse(globalThis.__task);
  delete globalThis.__task;
  const jobs = globalThis.__jobs;
  if (typeof jobs !== 'object' || jobs === null || typeof jobs[job] !== 'function') throw new Error('no such job');
  const result = await jobs[job](event);
  return JSON.stringify(result === undefined ? null : result);
})()`;

interface Waiting {
  resolve: (text: string) => void;
  reject: (problem: string) => void;
}

port.once('message', (task: SandboxTask) => {
  run(task).then(say, (thrown: unknown) =>
    say({ kind: 'failed', reason: 'broken', detail: String(thrown).slice(0, 500) }),
  );
});

async function run({ code, job, event }: SandboxTask): Promise<FromSandbox> {
  const runtime = (await newQuickJSWASMModuleFromVariant(variant)).newRuntime();
  runtime.setMemoryLimit(JOB_LIMITS.memory);
  runtime.setMaxStackSize(JOB_LIMITS.stack);
  const clock = new Clock(JOB_LIMITS.computing);
  runtime.setInterruptHandler(() => clock.isOver);
  const vm = runtime.newContext();
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let giveUp: (message: FromSandbox) => void = () => undefined;
  const givenUp = new Promise<FromSandbox>((resolve) => (giveUp = resolve));
  const pump = () => {
    const { error } = clock.during(() => runtime.executePendingJobs());
    if (error) giveUp(failure(error));
  };

  const ask = vm.newFunction('ask', (nameHandle, valuesHandle) => {
    const [name, values] = [vm.getString(nameHandle), vm.getString(valuesHandle)];
    const answer = vm.newPromise();
    const number = ++asked;
    const settle = (how: 'resolve' | 'reject', text: string) => {
      waiting.delete(number);
      const value = how === 'resolve' ? vm.newString(text) : vm.newError(text);
      answer[how](value);
      value.dispose();
      pump();
    };
    if (asked > JOB_LIMITS.calls) settle('reject', `A job makes at most ${JOB_LIMITS.calls} calls.`);
    else {
      waiting.set(number, {
        resolve: (text) => settle('resolve', text),
        reject: (text) => settle('reject', text),
      });
      say({ kind: 'call', number, name, values });
    }
    return answer.handle;
  });
  vm.setProp(vm.global, '__ask', ask);
  ask.dispose();
  const given = vm.newString(JSON.stringify({ job, event }));
  vm.setProp(vm.global, '__task', given);
  given.dispose();
  port.on('message', (answer: ToSandbox) => {
    const asker = waiting.get(answer.number);
    if (answer.problem === undefined) asker?.resolve(answer.value ?? 'null');
    else asker?.reject(answer.problem);
  });

  const failure = (handle: QuickJSHandle): FromSandbox => ({
    kind: 'failed',
    ...reasonOf(vm, handle, clock),
  });
  const loaded = clock.during(() => vm.evalCode(code, 'jobs.js'));
  if (loaded.error) return failure(loaded.error);
  loaded.value.dispose();
  const begun = clock.during(() => vm.evalCode(START, 'start.js'));
  if (begun.error) return failure(begun.error);
  const ended = vm.resolvePromise(begun.value);
  pump();
  const result = await Promise.race([ended, givenUp]);
  if ('kind' in result) return result;
  if (result.error) return failure(result.error);
  const value = vm.getString(result.value);
  if (value.length > JOB_LIMITS.result) return { kind: 'failed', reason: 'result', detail: '' };
  return { kind: 'done', value };
}

/** Why the code has thrown: by itself, or because a limit stopped it. */
function reasonOf(
  vm: QuickJSContext,
  handle: QuickJSHandle,
  clock: Clock,
): { reason: 'computing' | 'memory' | 'thrown'; detail: string } {
  const dumped: unknown = vm.dump(handle);
  const { message = '', name = '' } = (typeof dumped === 'object' && dumped !== null ? dumped : {}) as Record<
    string,
    unknown
  >;
  const detail = (typeof dumped === 'string' ? dumped : String(message)).slice(0, 500);
  if (clock.isOver) return { reason: 'computing', detail: '' };
  if (name === 'InternalError' && /out of memory/.test(detail)) return { reason: 'memory', detail: '' };
  return { reason: 'thrown', detail };
}

/** Counts the time in which the code computes, and not that in which it waits. */
class Clock {
  #left: number;
  #since: number | undefined;

  /** `left`: milliseconds. */
  constructor(left: number) {
    this.#left = left;
  }

  get isOver(): boolean {
    return this.#left - (this.#since === undefined ? 0 : performance.now() - this.#since) < 0;
  }

  during<T>(work: () => T): T {
    this.#since ??= performance.now();
    try {
      return work();
    } finally {
      this.#left -= performance.now() - this.#since;
      this.#since = undefined;
    }
  }
}
