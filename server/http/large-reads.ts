import type { ServerResponse } from 'node:http';
import type { CallSpec } from '#core/protocol';

/** Large answers of one session that are composed or sent at a time; each may have 128 MB of coordinates. */
export const LARGE_AT_ONCE = 4;

/** The calls that answer with any number of whole objects, with a file or with a tile. */
const LARGE = [
  'attributes.objects',
  'export.download',
  'geometries.atPlace',
  'geometries.lines',
  'geometries.linesOf',
  'geometries.list',
  'geometries.research',
  'geometries.search',
  'geometries.select',
  'tiles.get',
];

export function isLargeRead(call: Pick<CallSpec, 'id'>): boolean {
  return LARGE.includes(call.id);
}

const readsOf = new WeakMap<object, LargeReads>();

/** Those of all routes of a server. */
export function largeReadsOf(app: object): LargeReads {
  const reads = readsOf.get(app) ?? new LargeReads();
  readsOf.set(app, reads);
  return reads;
}

interface Session {
  running: number;
  waiting: (() => void)[];
}

/**
 * Large reads wait while their session has as many as it may: otherwise whoever asks two hundred times, and reads slowly,
 * would have two hundred answers in the server's memory.
 */
export class LargeReads {
  readonly #sessions = new Map<string, Session>();

  /** Resolves when it is this request's turn, which lasts until its response is sent or its client is gone. */
  async turn(session: string, response: ServerResponse): Promise<void> {
    const entry = this.#sessions.get(session) ?? { running: 0, waiting: [] };
    this.#sessions.set(session, entry);
    if (entry.running >= LARGE_AT_ONCE)
      await new Promise<void>((resolve) => {
        entry.waiting.push(resolve);
        // Whoever is gone is not waited for; the handler finds the response closed.
        response.once('close', () => {
          const at = entry.waiting.indexOf(resolve);
          if (at < 0) return;
          entry.waiting.splice(at, 1);
          entry.running++;
          resolve();
        });
      });
    else entry.running++;
    if (response.destroyed || response.writableFinished) return this.#end(session, entry);
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      this.#end(session, entry);
    };
    response.once('close', end).once('finish', end);
  }

  #end(session: string, entry: Session): void {
    const next = entry.waiting.shift();
    if (next) next();
    else if (--entry.running === 0) this.#sessions.delete(session);
  }
}
