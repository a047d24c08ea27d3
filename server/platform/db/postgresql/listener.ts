import pg from 'pg';
import { quoted } from '../copy-text.ts';

const RECONNECT_AFTER = 1000;

/**
 * LISTEN on a separate connection, opened with the first listener and reopened when lost. Notifications in between
 * are missed: after `reconnected`, sent as an empty payload, listeners must look at the tables.
 */
export class Listener {
  #url: string;
  #hearers = new Map<string, Set<(payload: string) => void>>();
  #client: Promise<pg.Client> | undefined;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    const hearers = this.#hearers.get(channel) ?? new Set();
    this.#hearers.set(channel, hearers.add(listener));
    const known = this.#client;
    const client = await (this.#client ??= this.#connect());
    // A new connection has subscribed to all channels known at that time.
    if (known && hearers.size === 1) await client.query(`listen ${quoted(channel)}`);
    return async () => {
      hearers.delete(listener);
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'groma events',
      keepAlive: true,
    });
    client.on('notification', ({ channel, payload }) => this.#notify(channel, payload ?? ''));
    client.on('error', () => {});
    client.on('end', () => this.#lost());
    await client.connect();
    for (const channel of this.#hearers.keys()) await client.query(`listen ${quoted(channel)}`);
    return client;
  }

  #lost(): void {
    if (this.#closed) return;
    this.#client = undefined;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#reconnect(), RECONNECT_AFTER);
    this.#retry.unref();
  }

  #reconnect(): void {
    this.#client = this.#connect();
    this.#client.then(
      () => {
        for (const channel of this.#hearers.keys()) this.#notify(channel, '');
      },
      () => this.#lost(),
    );
  }

  #notify(channel: string, payload: string): void {
    for (const listener of this.#hearers.get(channel) ?? []) listener(payload);
  }
}
