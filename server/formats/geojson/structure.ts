import type { ByteFile } from '../byte-file.ts';
import { Unreadable } from '../../base/problems.ts';

/** Position of a value in the file, in bytes. */
export interface Span {
  from: number;
  to: number;
}

/** The outline of a JSON text: its root values, the members of the first, and the elements of its long list. */
export interface JsonOutline {
  /** Root values: one in JSON, one per line in a sequence (RFC 8142, or one object per line). */
  roots: Span[];
  /** Members of the first root by name; of duplicates the last one. */
  members: Map<string, Span>;
  repeated: string[];
  /** Elements of the first root's member `features`. */
  elements: Span[];
  /** Some numbers may be larger than a JavaScript number can hold. */
  largeNumbers: boolean;
}

/** Deeper than any geometry or sensible attribute; limits hostile nesting. */
const DEEPEST = 100;
const MAX_ROOTS = 5_000_000;

const MARK = {
  object: 0x7b,
  objectEnd: 0x7d,
  array: 0x5b,
  arrayEnd: 0x5d,
  quote: 0x22,
  escape: 0x5c,
} as const;
const COMMA = 0x2c;
const COLON = 0x3a;
const POINT = 0x2e;
const FIRST_LETTER = 0x41;
const LETTER_E = 0x65;
const LOWER_CASE = 0x20;
/** Shorter whole numbers are below 2^53. */
const LONG_NUMBER = 16;
const RECORD_SEPARATOR = 0x1e;
const PIECE = 1024 * 1024;

/** What may come next: a value, a comma or an end, a member's name, a colon. */
type ExpectedToken = 'value' | 'value-or-end' | 'next' | 'name' | 'name-or-end' | 'colon';

/**
 * Scans the bytes once without building objects, so that a file of any size can be read feature by feature
 * afterwards. The structure down to the features is validated here; their content when they are parsed.
 * Throws Unreadable `json-broken` with line and column.
 */
export function outlineOf(file: ByteFile): JsonOutline {
  const outline: JsonOutline = {
    roots: [],
    members: new Map(),
    repeated: [],
    elements: [],
    largeNumbers: false,
  };
  const stack = new Uint8Array(DEEPEST + 1);
  let depth = 0;
  const start = firstByte(file);
  let inString = false;
  let escaped = false;
  let expects = 'value' as ExpectedToken;
  let literal = false;
  let literalFrom = 0;
  let numeric = false;
  let point = false;
  let exponent = false;
  let rootFrom = 0;
  let memberFrom = -1;
  let stringFrom = 0;
  let memberName = '';
  let elementFrom = -1;
  let inFeatures = false;
  let line = 1;
  let lineStart = start;

  const broken = (at: number, kind = 'json-broken'): Unreadable =>
    new Unreadable(kind, { line, column: at - lineStart + 1 });
  const begin = (at: number): void => {
    if (depth === 0) {
      if (outline.roots.length >= MAX_ROOTS) throw new Unreadable('json-too-many', { most: MAX_ROOTS });
      rootFrom = at;
    } else if (depth === 1 && outline.roots.length === 0) memberFrom = stack[1] === MARK.object ? at : -1;
    else if (depth === 2 && inFeatures) elementFrom = at;
  };
  const endLiteral = (to: number): void => {
    literal = false;
    if (numeric && (exponent || (!point && to - literalFrom >= LONG_NUMBER))) outline.largeNumbers = true;
    end(to);
  };
  const end = (to: number): void => {
    if (depth === 0) outline.roots.push({ from: rootFrom, to });
    else if (depth === 1 && memberFrom >= 0) {
      if (outline.members.has(memberName)) outline.repeated.push(memberName);
      outline.members.set(memberName, { from: memberFrom, to });
      memberFrom = -1;
    } else if (depth === 2 && elementFrom >= 0) {
      outline.elements.push({ from: elementFrom, to });
      elementFrom = -1;
    }
    expects = depth === 0 ? 'value' : 'next';
  };

  for (let offset = start; offset < file.size; offset += PIECE) {
    const length = Math.min(PIECE, file.size - offset);
    const base = file.at(offset, length);
    const { bytes } = file;
    for (let i = 0; i < length; i++) {
      const byte = bytes[base + i]!;
      const at = offset + i;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === MARK.escape) escaped = true;
        else if (byte === MARK.quote) {
          inString = false;
          if (expects === 'name' || expects === 'name-or-end') {
            if (depth === 1 && outline.roots.length === 0) memberName = nameAt(file, stringFrom, at + 1);
            if (depth === 1) inFeatures = memberName === 'features' && outline.roots.length === 0;
            expects = 'colon';
            // Reading the name may have moved the window.
            file.at(offset, length);
          } else end(at + 1);
        } else if (byte === 0x0a) {
          line++;
          lineStart = at + 1;
        }
        continue;
      }
      if (literal) {
        // Numbers, true, false and null are validated when they are parsed.
        if (isLiteral(byte)) {
          if (byte === POINT) point = true;
          else if ((byte | LOWER_CASE) === LETTER_E) exponent = true;
          continue;
        }
        endLiteral(at);
      }
      switch (byte) {
        case 0x0a:
          line++;
          lineStart = at + 1;
          break;
        case 0x20:
        case 0x09:
        case 0x0d:
          break;
        case RECORD_SEPARATOR:
          if (depth > 0) throw broken(at);
          break;
        case MARK.object:
        case MARK.array:
          if (expects !== 'value' && expects !== 'value-or-end') throw broken(at);
          begin(at);
          if (++depth > DEEPEST) throw broken(at, 'json-too-deep');
          stack[depth] = byte;
          if (depth === 2 && byte === MARK.array && inFeatures && memberFrom >= 0)
            outline.elements.length = 0;
          expects = byte === MARK.object ? 'name-or-end' : 'value-or-end';
          break;
        case MARK.objectEnd:
        case MARK.arrayEnd: {
          const opens = byte === MARK.objectEnd ? MARK.object : MARK.array;
          const empty = byte === MARK.objectEnd ? 'name-or-end' : 'value-or-end';
          if (depth === 0 || stack[depth] !== opens || (expects !== 'next' && expects !== empty))
            throw broken(at);
          depth--;
          end(at + 1);
          break;
        }
        case COMMA:
          if (expects !== 'next') throw broken(at);
          expects = stack[depth] === MARK.object ? 'name' : 'value';
          break;
        case COLON:
          if (expects !== 'colon') throw broken(at);
          expects = 'value';
          break;
        case MARK.quote:
          if (expects === 'next' || expects === 'colon') throw broken(at);
          if (expects === 'value' || expects === 'value-or-end') begin(at);
          inString = true;
          stringFrom = at;
          break;
        default:
          if (!isLiteral(byte) || (expects !== 'value' && expects !== 'value-or-end')) throw broken(at);
          begin(at);
          literal = true;
          literalFrom = at;
          numeric = byte < FIRST_LETTER;
          point = exponent = false;
      }
    }
  }
  if (literal) endLiteral(file.size);
  if (inString || depth > 0) throw broken(file.size, 'json-cut-off');
  if (outline.roots.length === 0) throw new Unreadable('empty-file');
  return outline;
}

/** Skips a byte order mark; refuses UTF-16, because JSON is UTF-8. */
function firstByte(file: ByteFile): number {
  if (file.size === 0) throw new Unreadable('empty-file');
  const head = file.slice(0, 4);
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff))
    throw new Unreadable('json-utf16');
  if (head[0] === 0x50 && head[1] === 0x4b) throw new Unreadable('json-is-zip');
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
}

function isLiteral(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    byte === 0x2d ||
    byte === 0x2b ||
    byte === 0x2e
  );
}

function nameAt(file: ByteFile, from: number, to: number): string {
  if (to - from > 1000) return '';
  try {
    return JSON.parse(file.slice(from, to - from).toString('utf8')) as string;
  } catch {
    return '';
  }
}

/** Line and column (from 1) of a byte, for messages. */
export function placeOf(file: ByteFile, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let start = 0; start < offset; start += PIECE) {
    const length = Math.min(PIECE, offset - start);
    const base = file.at(start, length);
    for (let i = 0; i < length; i++)
      if (file.bytes[base + i] === 0x0a) {
        line++;
        lineStart = start + i + 1;
      }
  }
  return { line, column: offset - lineStart + 1 };
}
