import { closeSync, openSync, writeSync } from 'node:fs';
import { randomFillSync, randomInt } from 'node:crypto';
import type { FlatGeometry } from '../../../formats/flat.ts';
import { ByteWriter } from '../../../formats/byte-writer.ts';
import { writeGeojson } from '../../../formats/geojson/write.ts';
import { writeWkb } from '../../../formats/wkb/write.ts';

/** Columns with the same value in all rows. */
export interface RowConstants {
  projectId: string;
  typeName: string;
  source: string;
  importId: string;
  userId: string;
  /** ISO 8601. */
  at: string;
}

/** Columns of the tuples, in order. */
export const ROW_COLUMNS = [
  'id',
  'geom',
  'location',
  'properties',
  'about',
  'project_id',
  'type_name',
  'source',
  'import_id',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const;

const PIECE = 1024 * 1024;
/** PostgreSQL timestamps count microseconds from 2000-01-01 UTC. */
const EPOCH = Date.UTC(2000, 0, 1);
const JSONB_VERSION = 1;

/**
 * Builds tuples of COPY's binary format (PostgreSQL manual, COPY): a field count, then each field with its length.
 */
export class Tuples {
  readonly out = new ByteWriter(PIECE * 2);
  rows = 0;
  /** Field count; the fields that are the same in all rows. */
  readonly #tail: Buffer;
  readonly #random = Buffer.alloc(16 * 256);
  #randomAt = this.#random.length;
  /** Milliseconds since 1970, six bytes. */
  readonly #moment = Buffer.alloc(6);
  #count = randomInt(2 ** 31);

  constructor({ projectId, typeName, source, importId, userId, at }: RowConstants) {
    this.#moment.writeUIntBE(Date.parse(at), 0, 6);
    const moment = Buffer.alloc(8);
    moment.writeBigInt64BE(BigInt(Date.parse(at) - EPOCH) * 1000n);
    const fields = [uuid(projectId), Buffer.from(typeName), Buffer.from(source), uuid(importId)];
    const changes = [moment, uuid(userId), moment, uuid(userId)];
    this.#tail = Buffer.concat([...fields, ...changes].flatMap((bytes) => [length(bytes.length), bytes]));
  }

  add(geometry: FlatGeometry, properties: string): void {
    const { out } = this;
    out.reserve(64);
    out.i16(ROW_COLUMNS.length);
    this.#id();
    out.sized(() => writeWkb(geometry, out, 'ewkb'));
    out.sized(() => writeGeojson(geometry, out));
    out.sized(() => {
      out.u8(JSONB_VERSION);
      out.text(properties);
    });
    out.sized(() => out.text(properties));
    out.bytes(this.#tail);
    this.rows++;
  }

  /**
   * A UUID in time order (RFC 9562, version 7): time of the import, a counter, 42 random bits. Ascending keys are
   * inserted into an index several times as fast as random ones.
   */
  #id(): void {
    if (this.#randomAt === this.#random.length) {
      randomFillSync(this.#random);
      this.#randomAt = 0;
    }
    const id = this.#random.subarray(this.#randomAt, (this.#randomAt += 16));
    const count = (this.#count = (this.#count + 1) >>> 0);
    id.set(this.#moment);
    id[6] = 0x70 | (count >>> 28);
    id[7] = count >>> 20;
    id[8] = 0x80 | ((count >>> 14) & 0x3f);
    id[9] = count >>> 6;
    id[10] = (count << 2) | (id[10]! & 0x03);
    this.out.i32(16);
    this.out.bytes(id);
  }
}

function uuid(text: string): Buffer {
  return Buffer.from(text.replaceAll('-', ''), 'hex');
}

function length(bytes: number): Buffer {
  const field = Buffer.alloc(4);
  field.writeInt32BE(bytes);
  return field;
}

/** Tuples in a file, in pieces of whole tuples that another thread may read once `written` announces them. */
export class TupleFile {
  readonly #fd: number;
  readonly #tuples: Tuples;
  readonly #written: (piece: { bytes: number; rows: number }) => void;

  constructor(
    path: string,
    constants: RowConstants,
    written: (piece: { bytes: number; rows: number }) => void,
  ) {
    this.#fd = openSync(path, 'w');
    this.#tuples = new Tuples(constants);
    this.#written = written;
  }

  add(geometry: FlatGeometry, properties: string): void {
    this.#tuples.add(geometry, properties);
    if (this.#tuples.out.length >= PIECE) this.#flush();
  }

  #flush(): void {
    const { out, rows } = this.#tuples;
    const piece = out.take();
    if (piece.length === 0) return;
    for (let done = 0; done < piece.length;) done += writeSync(this.#fd, piece, done);
    this.#tuples.rows = 0;
    this.#written({ bytes: piece.length, rows });
  }

  close(): void {
    this.#flush();
    closeSync(this.#fd);
  }
}

/** Lines of text appended to a file in large chunks. */
export class LineFile {
  readonly #fd: number;
  #lines: string[] = [];
  #length = 0;

  constructor(path: string) {
    this.#fd = openSync(path, 'w');
  }

  write(line: string): void {
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length >= PIECE) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.from(this.#lines.join(''));
    for (let done = 0; done < bytes.length;) done += writeSync(this.#fd, bytes, done);
    this.#lines = [];
    this.#length = 0;
  }

  close(): void {
    this.#flush();
    closeSync(this.#fd);
  }
}
