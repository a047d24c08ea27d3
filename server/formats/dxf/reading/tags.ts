import type { ByteFile } from '../../byte-file.ts';
import { decoderOf } from '../../encoding.ts';
import { readLines } from '../../text-stream.ts';
import { Unreadable } from '../../../base/problems.ts';

/** A group of a DXF file: its code, and its value as it stands. */
export interface Tag {
  code: number;
  value: string | number;
}

const SENTINEL = 'AutoCAD Binary DXF\r\n\x1a\0';
const LONGEST_TEXT = 1024 * 1024;

export const isBinaryDxf = (file: ByteFile): boolean =>
  file.slice(0, SENTINEL.length).toString('latin1') === SENTINEL;

/** The groups of a DXF file, in ASCII or binary. Throws Unreadable with the place of what is no group. */
export function readTags(file: ByteFile, encoding: string, read: (offset: number) => void): Generator<Tag> {
  return isBinaryDxf(file) ? binaryTags(file, encoding, read) : textTags(file, encoding, read);
}

function* textTags(file: ByteFile, encoding: string, read: (offset: number) => void): Generator<Tag> {
  let code: number | undefined;
  let line = 0;
  for (const text of readLines(file, encoding, read)) {
    line++;
    if (code === undefined) {
      const trimmed = text.trim();
      // Blank lines at the end, and comments of some writers between groups, are no codes.
      if (trimmed === '') continue;
      code = Number(trimmed);
      if (!Number.isInteger(code)) throw new Unreadable('dxf-broken', { line, text: trimmed.slice(0, 40) });
    } else {
      yield { code, value: text };
      code = undefined;
    }
  }
}

type Kind = 'text' | 'double' | 'int16' | 'int32' | 'int64' | 'bool' | 'bytes';

/** Autodesk DXF reference, "Group Code Value Types". */
function kindOf(code: number): Kind {
  if (code < 10) return 'text';
  if (code < 60) return 'double';
  if (code < 80) return 'int16';
  if (code < 90) return 'text';
  if (code < 100) return 'int32';
  if (code < 110) return 'text';
  if (code < 150) return 'double';
  if (code < 160) return 'text';
  if (code < 170) return 'int64';
  if (code < 180) return 'int16';
  if (code < 210) return 'text';
  if (code < 240) return 'double';
  if (code < 270) return 'text';
  if (code < 290) return 'int16';
  if (code < 300) return 'bool';
  if (code < 310) return 'text';
  if (code < 320) return 'bytes';
  if (code < 370) return 'text';
  if (code < 390) return 'int16';
  if (code < 400) return 'text';
  if (code < 410) return 'int16';
  if (code < 420) return 'text';
  if (code < 430) return 'int32';
  if (code < 440) return 'text';
  if (code < 460) return 'int32';
  if (code < 470) return 'double';
  if (code < 1004) return 'text';
  if (code === 1004) return 'bytes';
  if (code < 1010) return 'text';
  if (code < 1060) return 'double';
  if (code < 1071) return 'int16';
  return code === 1071 ? 'int32' : 'text';
}

function* binaryTags(file: ByteFile, encoding: string, read: (offset: number) => void): Generator<Tag> {
  const decode = decoderOf(encoding);
  let at = SENTINEL.length;
  // Release 12 has codes of one byte: there the second byte is the first letter of `SECTION`.
  const short = file.slice(at, 2)[1] !== 0;
  const broken = () => new Unreadable('dxf-binary-broken', { offset: at });
  while (at < file.size) {
    let code: number;
    if (short) {
      code = file.slice(at, 1)[0]!;
      at += 1;
      if (code === 255) {
        if (at + 2 > file.size) throw broken();
        code = file.slice(at, 2).readUInt16LE(0);
        at += 2;
      }
    } else {
      if (at + 2 > file.size) throw broken();
      code = file.bytes.readInt16LE(file.at(at, 2));
      at += 2;
    }
    const kind = kindOf(code);
    let value: string | number;
    if (kind === 'text') {
      const end = endOfText(file, at);
      if (end === undefined) throw broken();
      value = decode(file.slice(at, end - at));
      at = end + 1;
    } else {
      const size = SIZES[kind] ?? 1 + (file.slice(at, 1)[0] ?? 0);
      if (at + size > file.size) throw broken();
      const from = file.at(at, size);
      value = numberAt(file, from, kind);
      at += size;
    }
    read(at);
    yield { code, value };
  }
}

const SIZES: Partial<Record<Kind, number>> = { double: 8, int16: 2, int32: 4, int64: 8, bool: 1 };

function numberAt({ bytes }: ByteFile, from: number, kind: Kind): number | string {
  switch (kind) {
    case 'double':
      return bytes.readDoubleLE(from);
    case 'int16':
      return bytes.readInt16LE(from);
    case 'int32':
      return bytes.readInt32LE(from);
    case 'int64':
      return Number(bytes.readBigInt64LE(from));
    case 'bool':
      return bytes[from]!;
    default:
      return '';
  }
}

function endOfText(file: ByteFile, at: number): number | undefined {
  for (let from = at; from < file.size && from - at < LONGEST_TEXT;) {
    const length = Math.min(256, file.size - from);
    const start = file.at(from, length);
    const found = file.bytes.indexOf(0, start);
    if (found >= 0 && found < start + length) return from + found - start;
    from += length;
  }
  return undefined;
}
