import type { Field } from '#core/protocol';
import type { ByteFile } from '../byte-file.ts';
import { isHeld } from '../exact-json.ts';
import { Unreadable, type Findings } from '../../base/problems.ts';
import type { Decode } from '../encoding.ts';

interface DbfColumn {
  name: string;
  kind: string;
  offset: number;
  length: number;
  decimals: number;
  /** Some of its whole numbers would be rounded: all of its values are text. */
  digits?: true;
}

/** The shortest number that a double may round has 16 digits. */
const LONG_NUMBER = 16;
const BLANK = 0x20;
const DELETED = 0x2a;
/** Julian day of 1970-01-01, for dates of type @ and T. */
const EPOCH_DAY = 2_440_588;

/** A dBase table: its columns, and the values of a row by number. Level 5 and 7 and common FoxPro types. */
export class DbfTable {
  readonly count: number;
  readonly columns: DbfColumn[] = [];
  readonly ldid: number;
  #file: ByteFile;
  #headerLength: number;
  #rowLength: number;
  #decode: Decode;

  constructor(file: ByteFile, decode: Decode) {
    if (file.size < 32) throw new Unreadable('dbf-too-short');
    this.#file = file;
    this.#decode = decode;
    const at = file.at(0, 32);
    const claimed = file.view.getUint32(at + 4, true);
    this.#headerLength = file.view.getUint16(at + 8, true);
    this.#rowLength = file.view.getUint16(at + 10, true);
    this.ldid = file.bytes[at + 29]!;
    this.#readColumns();
    if (this.#rowLength < 1) throw new Unreadable('dbf-no-table');
    // The header's count is limited by the file size.
    this.count = Math.min(
      claimed,
      Math.max(0, Math.floor((file.size - this.#headerLength + 1) / this.#rowLength)),
    );
    this.claimed = claimed;
  }

  /** Rows according to the header; more than `count` when the file is truncated or the header is wrong. */
  readonly claimed: number;

  /** Bytes of names and texts for guessing the encoding: the header's, and up to 4 MB of rows. */
  static textOf(file: ByteFile): { ldid: number; text: Buffer } {
    if (file.size < 32) throw new Unreadable('dbf-too-short');
    const head = file.slice(0, 32);
    const from = head.readUInt16LE(8);
    const names: Buffer[] = [];
    for (let at = 32; at + 32 <= Math.max(from, 64) && at + 32 <= file.size; at += 32) {
      const name = file.slice(at, 11);
      if (name[0] === 0x0d) break;
      const end = name.indexOf(0);
      names.push(name.subarray(0, end < 0 ? 11 : end), Buffer.from(' '));
    }
    return { ldid: head[29]!, text: Buffer.concat([...names, file.slice(from, 4 * 1024 * 1024)]) };
  }

  #readColumns(): void {
    const file = this.#file;
    const names = new Set<string>();
    let offset = 1;
    for (let start = 32; start + 32 <= file.size; start += 32) {
      const at = file.at(start, 32);
      if (file.bytes[at] === 0x0d || (start >= this.#headerLength && this.#headerLength > 64)) break;
      if (start + 1 >= this.#headerLength && this.columns.length > 0) break;
      const raw = file.bytes.subarray(at, at + 11);
      const end = raw.indexOf(0);
      const bytes = Buffer.from(raw.subarray(0, end < 0 ? 11 : end));
      const kind = String.fromCharCode(file.bytes[at + 11]!).toUpperCase();
      let length = file.bytes[at + 16]!;
      let decimals = file.bytes[at + 17]!;
      // Texts longer than 255 store the upper half of their length as decimals.
      if (kind === 'C' && decimals > 0 && this.#rowLength > 255) {
        length += decimals * 256;
        decimals = 0;
      } else if (kind === 'C') decimals = 0;
      if (offset + length > this.#rowLength) length = Math.max(0, this.#rowLength - offset);
      const name = this.#decode(bytes).trim() || `field_${this.columns.length + 1}`;
      let unique = name;
      for (let n = 1; names.has(unique); n++) unique = `${name}_${n}`;
      names.add(unique);
      this.columns.push({ name: unique, kind, offset, length, decimals });
      offset += length;
    }
  }

  /** Makes columns with whole numbers that would be rounded text; returns the number of such values. */
  keepWholeNumbers(): { field: string; count: number }[] {
    const counted = this.columns
      .filter(({ kind, length, decimals }) => /[NF]/.test(kind) && decimals === 0 && length >= LONG_NUMBER)
      .map((column) => ({ column, count: 0 }));
    if (counted.length === 0) return [];
    for (let index = 0; index < this.count; index++) {
      const length = this.#lengthOf(index);
      const at = this.#file.at(this.#headerLength + index * this.#rowLength, length);
      if (this.#file.bytes[at] === DELETED) continue;
      for (const each of counted) {
        const from = at + each.column.offset;
        const digits = this.#digits(from, Math.min(from + each.column.length, at + length));
        if (/^-?\d+$/.test(digits) && !isHeld(digits)) each.count++;
      }
    }
    const rounded = counted.filter(({ count }) => count > 0);
    for (const { column } of rounded) column.digits = true;
    return rounded.map(({ column, count }) => ({ field: column.name, count }));
  }

  fields(): Field[] {
    return this.columns.map((column) => ({
      name: column.name,
      title: { en: column.name, it: column.name },
      type: typeOf(column),
      required: false,
    }));
  }

  /** The row's values by column name, undefined for a deleted row. */
  row(index: number, findings: Findings): Record<string, unknown> | undefined {
    const length = this.#lengthOf(index);
    const at = this.#file.at(this.#headerLength + index * this.#rowLength, length);
    const { bytes } = this.#file;
    if (bytes[at] === DELETED) return undefined;
    const values: Record<string, unknown> = {};
    for (const column of this.columns) {
      const from = at + column.offset;
      const to = Math.min(from + column.length, at + length);
      values[column.name] = to <= from ? null : this.#value(column, from, to, index, findings);
    }
    return values;
  }

  #lengthOf(index: number): number {
    return Math.min(this.#rowLength, this.#file.size - this.#headerLength - index * this.#rowLength);
  }

  /** The text of a number, of whole ones without leading zeros. */
  #digits(from: number, to: number): string {
    const text = this.#file.bytes.toString('latin1', from, Math.max(from, to)).replace(/[\0\s]+/g, '');
    const [, sign, digits] = /^([-+]?)0*(\d+)$/.exec(text) ?? [];
    return digits === undefined ? text : `${sign === '-' ? '-' : ''}${digits}`;
  }

  #value(column: DbfColumn, from: number, to: number, index: number, findings: Findings): unknown {
    const { bytes, view } = this.#file;
    switch (column.kind) {
      case 'N':
      case 'F':
        return this.#number(column, from, to, index, findings);
      case 'D':
        return this.#date(column, from, to, index, findings);
      case 'L': {
        const letter = String.fromCharCode(bytes[from]!).toUpperCase();
        return 'TY1'.includes(letter) ? true : 'FN0'.includes(letter) ? false : null;
      }
      case 'I':
      case '+':
        return to - from >= 4 ? view.getInt32(from, true) : null;
      case 'O':
      case 'B': {
        // B is a double in FoxPro and a memo's block number (ten digits) in dBase.
        const number = to - from === 8 ? view.getFloat64(from, true) : NaN;
        return Number.isFinite(number) ? number : null;
      }
      case 'Y':
        return to - from === 8 ? Number(view.getBigInt64(from, true)) / 10_000 : null;
      case '@':
      case 'T': {
        if (to - from < 8) return null;
        const day = view.getInt32(from, true);
        const moment = new Date((day - EPOCH_DAY) * 86_400_000 + view.getInt32(from + 4, true));
        return day === 0 || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
      }
      case 'M':
      case 'G':
      case 'P':
        findings.once('memo-left-out', { field: column.name });
        return null;
      default:
        return this.#text(from, to);
    }
  }

  #text(from: number, to: number): string | null {
    const { bytes } = this.#file;
    let end = to;
    let ascii = true;
    for (let i = from; i < to; i++) {
      if (bytes[i] === 0) {
        end = i;
        break;
      }
      if (bytes[i]! >= 0x80) ascii = false;
    }
    while (end > from && bytes[end - 1] === BLANK) end--;
    if (end === from) return null;
    return ascii ? bytes.toString('latin1', from, end) : this.#decode(bytes.subarray(from, end)).trimEnd();
  }

  #number(
    column: DbfColumn,
    from: number,
    to: number,
    index: number,
    findings: Findings,
  ): number | string | null {
    const text = this.#digits(from, to);
    if (text === '' || text[0] === '*') return null;
    const number = Number(text.replace(',', '.'));
    if (!Number.isFinite(number)) {
      // Some writers write NULL or NaN as text.
      if (!/^-?(nan|null|inf|1\.#|-+$)/i.test(text))
        findings.add(index, 'bad-number', { field: column.name, value: text.slice(0, 40) });
      return null;
    }
    return column.digits ? text : number;
  }

  #date(column: DbfColumn, from: number, to: number, index: number, findings: Findings): string | null {
    const text = this.#file.bytes.toString('latin1', from, to).trim();
    if (/^[0\s\0*]*$/.test(text)) return null;
    const parts = /^(\d{4})[-/]?(\d\d)[-/]?(\d\d)$/.exec(text);
    if (parts) {
      const iso = `${parts[1]}-${parts[2]}-${parts[3]}`;
      const moment = new Date(`${iso}T00:00:00Z`);
      if (!Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso)) return iso;
    }
    findings.add(index, 'bad-date', { field: column.name, value: text.slice(0, 40) });
    return null;
  }
}

function typeOf(column: DbfColumn): Field['type'] {
  switch (column.kind) {
    case 'N':
    case 'F':
      if (column.digits) return 'text';
      return column.decimals === 0 && column.kind === 'N' ? 'integer' : 'number';
    case 'I':
    case '+':
      return 'integer';
    case 'O':
    case 'B':
    case 'Y':
      return 'number';
    case 'D':
    case '@':
    case 'T':
      return 'date';
    case 'L':
      return 'boolean';
    default:
      return 'text';
  }
}
