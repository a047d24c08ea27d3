import { AppError, sentenceOf } from '#core/kernel';
import { isPlain } from '../../../../plugins/work/outside-plugins/model/limits.ts';
import { fromPlugin, type PluginEvent } from '../../../../plugins/work/outside-plugins/model/messages.ts';

/** A tenfold of what the workbench waits for: the machine of a test may be busy. */
const PATIENCE = 20_000;

export type AnswerCall = (name: string, values: Record<string, unknown>) => Promise<unknown>;

/** The side of the workbench of one running plugin: sends it events, and answers its calls. */
export class PortHost {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (done: { problem?: string | undefined; value?: unknown }) => void>();
  readonly ready: Promise<void>;
  /** What the workbench would have ended it for. */
  readonly faults: string[] = [];
  #fail: (error: unknown) => void = () => undefined;
  #sent = 0;

  constructor(port: MessagePort, answer: AnswerCall) {
    this.#port = port;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve, reject) => ([begin, this.#fail] = [resolve, reject]));
    this.ready = inTime(begun, 'did not call start()');
    this.ready.catch(() => undefined);
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const parsed = isPlain(data) ? fromPlugin.safeParse(data) : undefined;
      if (!parsed?.success) this.faults.push('sends a message that no plugin may send');
      else if (parsed.data.kind === 'ready') begin();
      else if (parsed.data.kind === 'done') this.#waiting.get(parsed.data.number)?.(parsed.data);
      else if (parsed.data.kind === 'call') void this.#call(parsed.data, answer);
    };
  }

  /** Throws AppError with the plugin's own words, or where it does not answer. */
  async send(event: PluginEvent): Promise<unknown> {
    await this.ready;
    const number = ++this.#sent;
    const done = new Promise<{ problem?: string | undefined; value?: unknown }>((resolve) => {
      this.#waiting.set(number, resolve);
    });
    this.#port.postMessage({ kind: 'event', number, event });
    const { problem, value } = await inTime(done, `does not answer '${event.name}' of '${event.of}'`);
    if (problem !== undefined) throw new AppError('outside-plugin', problem);
    return value;
  }

  /** Its code has thrown an error that nothing caught. */
  broken(error: unknown): void {
    this.faults.push(`throws outside of a handler: ${sentenceOf(error)}`);
    this.#fail(error);
    for (const done of this.#waiting.values()) done({ problem: sentenceOf(error) });
  }

  async #call(
    { number, name, values }: { number: number; name: string; values: Record<string, unknown> },
    answer: AnswerCall,
  ): Promise<void> {
    const result = await answer(name, values).then(
      (value) => ({ value }),
      (thrown: unknown) => ({ problem: sentenceOf(thrown) }),
    );
    this.#port.postMessage({ kind: 'answer', number, ...result });
  }
}

export async function inTime<T>(work: Promise<T>, what: string): Promise<T> {
  let late: ReturnType<typeof setTimeout> | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        late = setTimeout(
          () => reject(new Error(`The plugin ${what} within ${PATIENCE / 1000} s.`)),
          PATIENCE,
        );
      }),
    ]);
  } finally {
    clearTimeout(late);
  }
}
