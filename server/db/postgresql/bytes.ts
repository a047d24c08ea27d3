import pg from 'pg';
import type { BytesRow } from '../database.ts';

/**
 * The rows of a query as bytes. The driver gives values as strings alone, whose making costs a large answer more than all
 * the rest: while the query is under way, its rows are taken out of what the connection receives (in the manner of
 * pg-copy-streams), and every other message, errors among them, is left to the driver.
 */
export function askBytes(client: pg.PoolClient, config: pg.QueryConfig): Promise<BytesRow[]> {
  return new Promise((resolve, reject) => {
    const rows: BytesRow[] = [];
    const query = new pg.Query(config, (failure) => (failure ? reject(failure) : resolve(rows)));
    const { submit } = query;
    query.submit = (connection) => {
      const refused: unknown = submit.call(query, connection);
      if (!refused) takeRows(connection.stream, rows);
      return refused;
    };
    client.query(query);
  });
}

type Hear = (bytes: Buffer) => void;

function takeRows(stream: NodeJS.EventEmitter, rows: BytesRow[]): void {
  const driver = stream.listeners('data') as Hear[];
  const taker = new RowTaker(
    (row) => rows.push(row),
    (bytes) => driver.forEach((hear) => hear.call(stream, bytes)),
    () => {
      stream.off('data', hear);
      for (const each of driver) stream.on('data', each);
    },
  );
  const hear: Hear = (bytes) => taker.take(bytes);
  stream.on('data', hear);
  for (const each of driver) stream.off('data', each);
}

const CODE_AND_LENGTH = 5;
const DATA_ROW = 'D'.charCodeAt(0);
const READY_FOR_QUERY = 'Z'.charCodeAt(0);

/** Divides what a connection receives (PostgreSQL manual, Message Formats) into rows and the rest, until the query's end. */
export class RowTaker {
  #row: (row: BytesRow) => void;
  #pass: Hear;
  #end: () => void;
  #ended = false;
  /** A message that is not whole yet, and how much of it is there. */
  #begun: { message: Buffer; filled: number } | undefined;
  /** The beginning of one, too short to say its length. */
  #head: Buffer | undefined;

  constructor(row: (row: BytesRow) => void, pass: Hear, end: () => void) {
    this.#row = row;
    this.#pass = pass;
    this.#end = end;
  }

  take(received: Buffer): void {
    const bytes = this.#head ? Buffer.concat([this.#head, received]) : received;
    this.#head = undefined;
    let at = this.#goOn(bytes);
    while (at < bytes.length && !this.#ended) {
      if (bytes.length - at < CODE_AND_LENGTH) {
        this.#head = bytes.subarray(at);
        return;
      }
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > bytes.length) {
        const message = Buffer.allocUnsafe(end - at);
        this.#begun = { message, filled: bytes.copy(message, 0, at) };
        return;
      }
      this.#whole(bytes, at, end);
      at = end;
    }
    if (at < bytes.length) this.#pass(bytes.subarray(at));
  }

  /** Completes the message that has begun; where the next one begins. */
  #goOn(bytes: Buffer): number {
    if (!this.#begun) return 0;
    const { message, filled } = this.#begun;
    const more = bytes.copy(message, filled);
    this.#begun.filled += more;
    if (filled + more === message.length) {
      this.#begun = undefined;
      this.#whole(message, 0, message.length);
    }
    return more;
  }

  #whole(bytes: Buffer, at: number, end: number): void {
    const code = bytes[at];
    if (code === DATA_ROW) return this.#row(valuesOf(bytes, at + CODE_AND_LENGTH));
    this.#ended = code === READY_FOR_QUERY;
    // Hearing of the end, the driver sends the next query: it listens again by then.
    if (this.#ended) this.#end();
    this.#pass(bytes.subarray(at, end));
  }
}

function valuesOf(bytes: Buffer, from: number): BytesRow {
  const values: BytesRow = [];
  const count = bytes.readUInt16BE(from);
  for (let n = 0, at = from + 2; n < count; n++) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length < 0) values.push(null);
    else values.push(bytes.subarray(at, (at += length)));
  }
  return values;
}
