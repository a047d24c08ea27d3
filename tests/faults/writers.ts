/** People at work: each saves change after change as the client does, and records what was confirmed. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChangeAnswer, GeometryObject } from '#core/protocol';
import { call, must } from '../processes.ts';

/** The state of one object, as far as its writer knows. */
interface KnownState {
  value: number;
  version: number;
}

export interface WriteTally {
  /** Confirmed changes. */
  confirmed: number;
  /** Responses other than a confirmation, by status; 0 is a lost connection. Each was sent again until confirmed. */
  failed: Record<number, number>;
  /** Longest wait for a confirmation, retries included, milliseconds. */
  longest: number;
}

export interface WriterTarget {
  url: string;
  token: string;
  projectId: string;
  typeName: string;
}

/** Objects that a writer changes repeatedly, in addition to those it creates. */
const OLD = 5;

export class Writers {
  readonly tally: WriteTally = { confirmed: 0, failed: {}, longest: 0 };
  #place: WriterTarget;
  #known = new Map<string, KnownState>();
  #going = true;
  #done: Promise<unknown>;

  constructor(place: WriterTarget, many: number) {
    this.#place = place;
    this.#done = Promise.all(Array.from({ length: many }, () => this.#write()));
  }

  /** Lets each finish its current change. */
  async stop(): Promise<WriteTally> {
    this.#going = false;
    await this.#done;
    return this.tally;
  }

  /** Compares the server's data with what was confirmed: a sentence for each difference, none when all is well. */
  async compare(): Promise<string[]> {
    const { url, token, projectId, typeName } = this.#place;
    const there = new Map<string, GeometryObject>();
    const headers = { projectid: projectId, type: typeName };
    for (const object of must(
      await call<GeometryObject[]>(url, token, 'GET', '/geometries?bbox=8,44,12,47', undefined, headers),
      200,
    ))
      there.set(object.id, object);
    const found: string[] = [];
    for (const [id, known] of this.#known) {
      const object = there.get(id);
      const value = object?.properties['value'];
      const version = object?.metadata.version;
      if (!object) found.push(`${id}: confirmed, and not there.`);
      else if (value !== known.value || version !== known.version)
        found.push(
          `${id}: confirmed with value ${known.value} in version ${known.version}, there with ${String(value)} in ${version}.`,
        );
    }
    for (const id of there.keys()) if (!this.#known.has(id)) found.push(`${id}: there, and never confirmed.`);
    return found;
  }

  async #write(): Promise<void> {
    const mine: string[] = [];
    for (let n = 0; this.#going; n++) {
      const old = mine.length >= OLD && n % 2 === 1 ? mine[n % mine.length] : undefined;
      const id = old ?? randomUUID();
      const before = this.#known.get(id);
      await this.#save(id, { value: n, version: (before?.version ?? 0) + 1 }, before);
      if (!old && mine.length < OLD) mine.push(id);
    }
  }

  async #save(id: string, after: KnownState, before: KnownState | undefined): Promise<void> {
    const { url, token, projectId, typeName } = this.#place;
    const change = {
      // New objects are created with their client id.
      ...(before ? { id, clientId: randomUUID(), version: before.version } : { clientId: id }),
      typeName,
      location: { type: 'Point', coordinates: [9 + after.value / 1e6, 45.5, after.value] },
      properties: { value: after.value },
    };
    const start = performance.now();
    for (;;) {
      const response = await call<ChangeAnswer[]>(url, token, 'POST', '/geometries/autosave', [change], {
        projectid: projectId,
      });
      if (response.status === 200) {
        const [answer] = response.body;
        if (answer?.status !== 'saved') throw new Error(`Not saved: ${JSON.stringify(response.body)}`);
        break;
      }
      if (response.status !== 0 && response.status < 500)
        throw new Error(`Refused with ${response.status}: ${JSON.stringify(response.body)}`);
      this.tally.failed[response.status] = (this.tally.failed[response.status] ?? 0) + 1;
      await wait(100);
    }
    this.tally.longest = Math.max(this.tally.longest, performance.now() - start);
    this.tally.confirmed++;
    this.#known.set(id, after);
  }
}
