import { sentenceOf, type Disposable } from '#core/kernel';

/**
 * Calls `work` every `interval` milliseconds until it is disposed, without keeping the process alive. A failure is
 * written to stderr after `name`, and the calls continue; further failures are not written until a call has
 * succeeded.
 */
export function every(interval: number, name: string, work: () => Promise<unknown>): Disposable {
  let failing = false;
  const timer = setInterval(() => {
    work().then(
      () => (failing = false),
      (failure: unknown) => {
        if (!failing) process.stderr.write(`${name} failed: ${sentenceOf(failure)}\n`);
        failing = true;
      },
    );
  }, interval);
  timer.unref();
  return { dispose: () => clearInterval(timer) };
}
