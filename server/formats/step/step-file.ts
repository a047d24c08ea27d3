import { Unusable } from '../../base/unusable.ts';
import { parseValues, type StepValue } from './step-values.ts';

export interface StepEntity {
  id: number;
  /** Upper case. */
  type: string;
  values: StepValue[];
}

const MAX_ENTITIES = 20_000_000;
const [QUOTE, SEMICOLON, HASH, OPEN, CLOSE, SLASH, STAR, EQUALS] = [39, 59, 35, 40, 41, 47, 42, 61];

/**
 * The entities of a STEP file (IFC), found in one pass and parsed one by one when they are read. Of an id that occurs
 * twice the first one holds. Throws Unusable `step.*` for what cannot be read.
 */
export class StepFile {
  readonly #bytes: Buffer;
  /** By id: where its line starts after the `=`. */
  readonly #starts = new Map<number, number>();
  readonly #types = new Map<string, number[]>();
  /** Upper case, such as `IFC4X3_ADD2`. */
  readonly schema: string;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const head = bytes.toString('latin1', 0, Math.min(bytes.length, 65_536)).replace(/\/\*.*?\*\//gs, ' ');
    const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']{0,60})'/i.exec(head)?.[1];
    if (schema === undefined) throw new Unusable('step.not-ifc');
    this.schema = schema.toUpperCase();
    this.#index();
  }

  get count(): number {
    return this.#starts.size;
  }

  /** Upper-case names of the entities that occur. */
  get types(): Iterable<string> {
    return this.#types.keys();
  }

  /** Ids of the entities of exactly this type, in the order of the file. */
  idsOf(type: string): readonly number[] {
    return this.#types.get(type) ?? [];
  }

  /** Undefined if there is none. */
  get(id: number): StepEntity | undefined {
    const start = this.#starts.get(id);
    if (start === undefined) return undefined;
    const bytes = this.#bytes;
    const end = statementEnd(bytes, start);
    const open = bytes.indexOf(OPEN, start);
    const close = bytes.lastIndexOf(CLOSE, end - 1);
    if (open < 0 || close <= open || open >= end) throw new Unusable('step.damaged', { id });
    const type = bytes.toString('latin1', start, wordEnd(bytes, start)).toUpperCase();
    try {
      return { id, type, values: parseValues(textBetween(bytes, open + 1, close)) };
    } catch (failure) {
      throw failure instanceof Unusable ? new Unusable('step.damaged', { id }) : failure;
    }
  }

  #index(): void {
    const bytes = this.#bytes;
    const end = bytes.length;
    let at = bytes.indexOf('DATA;');
    if (at < 0) at = bytes.indexOf('DATA');
    if (at < 0) throw new Unusable('step.not-ifc');
    while (at < end) {
      const start = nextStatement(bytes, at);
      if (start >= end) break;
      const stop = statementEnd(bytes, start);
      if (bytes[start] === HASH) this.#add(start, stop);
      at = stop + 1;
    }
  }

  #add(start: number, stop: number): void {
    const bytes = this.#bytes;
    let at = start + 1;
    let id = 0;
    while (at < stop && bytes[at]! >= 48 && bytes[at]! <= 57) id = id * 10 + bytes[at++]! - 48;
    at = blank(bytes, at);
    if (bytes[at] !== EQUALS || !Number.isSafeInteger(id)) throw new Unusable('step.damaged', { id });
    at = blank(bytes, at + 1);
    const name = at;
    at = wordEnd(bytes, at);
    // Several entities in one, `#1=(A()B())`, are not used by IFC.
    if (at === name) return;
    const type = bytes.toString('latin1', name, at).toUpperCase();
    // The first of a number counts, as for web-ifc, which makes the shapes.
    if (this.#starts.has(id)) return;
    if (this.#starts.size >= MAX_ENTITIES) throw new Unusable('step.too-many', { max: MAX_ENTITIES });
    this.#starts.set(id, name);
    const ids = this.#types.get(type);
    if (ids) ids.push(id);
    else this.#types.set(type, [id]);
  }
}

function isWord(byte: number): boolean {
  return (
    (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte === 95
  );
}

function wordEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (isWord(bytes[at] ?? 0)) at++;
  return at;
}

/** As Latin-1, without comments. */
function textBetween(bytes: Buffer, from: number, to: number): string {
  const comment = bytes.indexOf('/*', from);
  if (comment < 0 || comment >= to) return bytes.toString('latin1', from, to);
  let text = '';
  for (let at = from; at < to;) {
    if (bytes[at] === QUOTE) {
      const close = bytes.indexOf(QUOTE, at + 1);
      const end = close < 0 || close >= to ? to : close + 1;
      text += bytes.toString('latin1', at, end);
      at = end;
    } else if (bytes[at] === SLASH && bytes[at + 1] === STAR) at = Math.max(at + 2, blank(bytes, at));
    else text += String.fromCharCode(bytes[at++]!);
  }
  return text;
}

/** Behind white space and comments. */
function blank(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at];
    if (byte !== undefined && byte <= 32) at++;
    else if (byte === SLASH && bytes[at + 1] === STAR) {
      const close = bytes.indexOf('*/', at + 2);
      if (close < 0) return bytes.length;
      at = close + 2;
    } else return at;
  }
}

function nextStatement(bytes: Buffer, from: number): number {
  let at = blank(bytes, from);
  while (bytes[at] === SEMICOLON) at = blank(bytes, at + 1);
  return at;
}

/** The `;` that ends a statement, outside of strings and comments; the end of the file if there is none. */
function statementEnd(bytes: Buffer, from: number): number {
  const end = bytes.length;
  for (let at = from; at < end; at++) {
    const byte = bytes[at];
    if (byte === SEMICOLON) return at;
    if (byte === QUOTE) {
      const close = bytes.indexOf(QUOTE, at + 1);
      if (close < 0) return end;
      at = close;
    } else if (byte === SLASH && bytes[at + 1] === STAR) {
      const close = bytes.indexOf('*/', at + 2);
      if (close < 0) return end;
      at = close + 1;
    }
  }
  return end;
}
