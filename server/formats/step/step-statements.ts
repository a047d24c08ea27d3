import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Unusable } from '../../base/unusable.ts';

const CHUNK = 4 * 1024 ** 2;
/** Bytes of the longest statement: lists of coordinates of large meshes have tens of megabytes. */
const MAX_STATEMENT = 512 * 1024 ** 2;

const [QUOTE, SEMICOLON, SLASH, STAR, HASH, EQUALS, OPEN] = [0x27, 0x3b, 0x2f, 0x2a, 0x23, 0x3d, 0x28];

/** An instance `#12=IFCWALL('…',#3,…);` of a STEP file; `text` is what is in its brackets, bytes as Latin-1. */
export interface Statement {
  line: number;
  /** In upper case. */
  type: string;
  text: string;
}

export interface Reading {
  /** Whether the text of an instance is needed; `start` is its first bytes after the bracket. */
  wanted(type: string, line: number, start: string): boolean;
  each(statement: Statement): void;
  progress?(part: number): void;
}

/** Reads the instances of a STEP file one after the other. Throws Unusable. Resolves to the number of instances. */
export function readStatements(file: string, { wanted, each, progress }: Reading): number {
  let count = 0;
  const found = (bytes: Buffer, start: number, end: number): void => {
    let at = skipBlanks(bytes, start, end);
    if (bytes[at] !== HASH) return;
    let line = 0;
    for (at++; at < end && bytes[at]! >= 0x30 && bytes[at]! <= 0x39; at++)
      line = line * 10 + bytes[at]! - 0x30;
    at = skipBlanks(bytes, at, end);
    if (bytes[at] !== EQUALS) return;
    at = skipBlanks(bytes, at + 1, end);
    const open = bytes.indexOf(OPEN, at);
    if (open < 0 || open >= end) return;
    count++;
    const type = bytes.toString('latin1', at, open).trimEnd().toUpperCase();
    if (!wanted(type, line, bytes.toString('latin1', open + 1, Math.min(end, open + 40)))) return;
    const close = bytes.lastIndexOf(0x29, end - 1);
    if (close <= open) return;
    each({ line, type, text: bytes.toString('latin1', open + 1, close) });
  };
  for (const part of scanStatements(file, found)) progress?.(part);
  return count;
}

/**
 * Goes through a STEP file piece by piece. Calls `found` for each statement, the header's too, which ends with the `;` at
 * `end`; comments in it are blanks. Yields the part of the file that is read. Throws Unusable.
 */
export function* scanStatements(
  file: string,
  found: (bytes: Buffer, start: number, end: number) => void,
): Generator<number, void> {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const scanner = new Scanner(found);
    let held = Buffer.alloc(0);
    for (let at = 0; at < size;) {
      const chunk = Buffer.allocUnsafe(Math.max(CHUNK, held.length));
      const count = readSync(handle, chunk, 0, chunk.length, at);
      if (count === 0) break;
      at += count;
      const bytes =
        held.length > 0 ? Buffer.concat([held, chunk.subarray(0, count)]) : chunk.subarray(0, count);
      held = bytes.subarray(scanner.scan(bytes, held.length));
      if (held.length > MAX_STATEMENT) throw new Unusable('bim.statement-too-long');
      yield at / size;
    }
    // The rest of the file would be lost in it.
    if (scanner.isInside) throw new Unusable('bim.statement-too-long');
  } finally {
    closeSync(handle);
  }
}

/** Finds where statements end; keeps its place in a string or comment that continues in the next piece. */
class Scanner {
  readonly #found: (bytes: Buffer, start: number, end: number) => void;
  #inString = false;
  #inComment = false;

  constructor(found: (bytes: Buffer, start: number, end: number) => void) {
    this.#found = found;
  }

  /** Whether a string or a comment has not ended yet. */
  get isInside(): boolean {
    return this.#inString || this.#inComment;
  }

  /** Scans from `from`; the statement under way begins at 0. Returns where the unfinished one begins. */
  scan(bytes: Buffer, from: number): number {
    let start = 0;
    let inString = this.#inString;
    let inComment = this.#inComment;
    const { length } = bytes;
    for (let i = from; i < length; i++) {
      const byte = bytes[i]!;
      if (inString) {
        if (byte === QUOTE) inString = false;
      } else if (inComment) {
        if (byte === SLASH && bytes[i - 1] === STAR) {
          inComment = false;
          // Blanks, so that nothing has to look for comments again.
          bytes.fill(0x20, Math.max(start, bytes.lastIndexOf('/*', i - 2, 'latin1')), i + 1);
        }
      } else if (byte === QUOTE) inString = true;
      else if (byte === SEMICOLON) {
        this.#found(bytes, start, i);
        start = i + 1;
      } else if (byte === STAR && bytes[i - 1] === SLASH) inComment = true;
    }
    this.#inString = inString;
    this.#inComment = inComment;
    return start;
  }
}

function skipBlanks(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at]! <= 0x20) at++;
  return at;
}
