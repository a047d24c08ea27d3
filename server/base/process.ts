import { sentenceOf } from '#core/kernel';

/** Milliseconds until a stopping process exits, longer than it waits for requests and jobs. */
const PATIENCE = 30_000;

export interface Stoppable {
  stop(): Promise<void>;
}

/** Opens a program, and closes it when the process is asked to end. A failure is reported in one sentence. */
export async function runProcess(name: string, open: () => Promise<Stoppable>): Promise<void> {
  try {
    const program = await open();
    stopOn('SIGTERM', name, program);
    stopOn('SIGINT', name, program);
  } catch (failure) {
    process.stderr.write(`${name} cannot start: ${sentenceOf(failure)}\n`);
    process.exit(1);
  }
}

function stopOn(signal: NodeJS.Signals, name: string, program: Stoppable): void {
  process.once(signal, () => {
    // Second signal, or timeout: what is not acknowledged yet is not stored, and that is safe.
    process.once(signal, () => process.exit(1));
    setTimeout(() => process.exit(1), PATIENCE).unref();
    program.stop().then(
      () => process.exit(0),
      (failure: unknown) => {
        process.stderr.write(`${name} stopped with an error: ${sentenceOf(failure)}\n`);
        process.exit(1);
      },
    );
  });
}
