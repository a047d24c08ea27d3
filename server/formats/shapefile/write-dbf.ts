import type { Properties, TextEncoding } from '#core/protocol';
import { encoded } from '../code-page.ts';
import { ID_COLUMN, textOf, type TableColumnInfo } from '../columns.ts';
import { UniqueNames } from '../names.ts';
import { OutFile } from '../out-file.ts';
import { printNumber } from '../shapes.ts';

/** dBASE limits: 255 columns, texts of 254 bytes. */
export const MAX_COLUMNS = 255;
const LONGEST = 254;
const NAME = 10;
/** Length of the longest shortest text of a double: -1.2345678901234567e-308. */
const NUMBER = 24;

export interface DbfField {
  name: string;
  column: TableColumnInfo;
  kind: 'C' | 'N' | 'L' | 'D';
  length: number;
  decimals: number;
}

/** Language driver of Windows-1252; 0 where the .cpg says it. */
const WINDOWS_ANSI = 0x03;

interface Losses {
  /** Called for each text that was too long. */
  onCut: (column: TableColumnInfo) => void;
  /** Called for each text with letters that the encoding does not have. */
  onLost: () => void;
}

/** One table (dBASE III). */
export class DbfFile {
  readonly fields: readonly DbfField[];
  readonly #out: OutFile;
  readonly #record: Buffer;
  readonly #encoding: TextEncoding;
  readonly #losses: Losses;
  #rows = 0;

  constructor(
    path: string,
    columns: readonly TableColumnInfo[],
    { at, encoding, ...losses }: Losses & { at: Date; encoding: TextEncoding },
  ) {
    this.fields = fieldsOf(columns);
    this.#encoding = encoding;
    this.#losses = losses;
    this.#out = new OutFile(path);
    this.#record = Buffer.alloc(1 + this.fields.reduce((sum, { length }) => sum + length, 0), ' ');
    this.#out.bytes(this.#head(at));
  }

  get size(): number {
    return this.#out.size;
  }

  add(id: string, properties: Properties): void {
    this.#record.fill(' ');
    let at = 1;
    this.fields.forEach((field, n) => {
      const value = n === 0 ? id : properties[field.column.name];
      if (value !== null && value !== undefined) this.#put(at, field, value);
      else if (field.kind === 'L') this.#record.write('?', at);
      at += field.length;
    });
    this.#out.bytes(this.#record);
    this.#rows++;
  }

  close(): void {
    this.#out.bytes(Buffer.from([0x1a]));
    const count = Buffer.alloc(4);
    count.writeUInt32LE(this.#rows);
    this.#out.patch(4, count);
    this.#out.close();
  }

  #put(at: number, { kind, length, column }: DbfField, value: unknown): void {
    if (kind === 'L') this.#record.write(value === true ? 'T' : 'F', at);
    else if (kind === 'D') this.#record.write(String(value).replaceAll('-', ''), at, 'latin1');
    else if (kind === 'N') this.#record.write(printNumber(value as number).padStart(length), at, 'latin1');
    else if (this.#text(at, length, textOf(value)) > length) this.#losses.onCut(column);
  }

  /** Returns the bytes that it needs; UTF-8 is cut between letters. */
  #text(at: number, length: number, text: string): number {
    if (this.#encoding === 'utf-8') {
      this.#record.write(text, at, length);
      return Buffer.byteLength(text);
    }
    const bytes = encoded(text, this.#encoding, this.#losses.onLost);
    bytes.copy(this.#record, at, 0, length);
    return bytes.length;
  }

  #head(at: Date): Buffer {
    const length = 32 + 32 * this.fields.length + 1;
    const head = Buffer.alloc(length);
    head[0] = 0x03;
    head[1] = at.getUTCFullYear() - 1900;
    head[2] = at.getUTCMonth() + 1;
    head[3] = at.getUTCDate();
    head.writeUInt16LE(length, 8);
    head.writeUInt16LE(this.#record.length, 10);
    head[29] = this.#encoding === 'utf-8' ? 0 : WINDOWS_ANSI;
    this.fields.forEach(({ name, kind, length: width, decimals }, n) => {
      const from = 32 + 32 * n;
      head.write(name, from, NAME, 'latin1');
      head.write(kind, from + 11, 'latin1');
      head[from + 16] = width;
      head[from + 17] = decimals;
    });
    head[length - 1] = 0x0d;
    return head;
  }
}

function fieldsOf(columns: readonly TableColumnInfo[]): DbfField[] {
  const names = new UniqueNames(NAME);
  const id: TableColumnInfo = { name: ID_COLUMN, type: 'text', bytes: 36 };
  return [id, ...columns.slice(0, MAX_COLUMNS - 1)].map((column) => ({
    name: names.of(dbfName(column.name)),
    column,
    ...shapeOf(column),
  }));
}

function shapeOf({ type, bytes }: TableColumnInfo): Pick<DbfField, 'kind' | 'length' | 'decimals'> {
  if (type === 'boolean') return { kind: 'L', length: 1, decimals: 0 };
  if (type === 'date') return { kind: 'D', length: 8, decimals: 0 };
  if (type === 'integer') return { kind: 'N', length: Math.max(bytes, 1), decimals: 0 };
  if (type === 'number') return { kind: 'N', length: NUMBER, decimals: 15 };
  return { kind: 'C', length: Math.min(Math.max(bytes, 1), LONGEST), decimals: 0 };
}

/** Ten letters and digits without accents, the limit of column names. */
function dbfName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_');
  const started = /^[A-Za-z]/.test(plain) ? plain : `f_${plain.replace(/^_+/, '')}`;
  return started.slice(0, NAME);
}
