import { Unusable } from '../../base/unusable.ts';
import { decodeStepText } from './step-text.ts';

/** `#12` in a STEP file. */
export class StepReference {
  constructor(readonly id: number) {}
}
/** `.NAME.` in a STEP file; `.T.`, `.F.` and `.U.` too. */
export class StepEnum {
  constructor(readonly name: string) {}
}
/** `IFCLABEL('x')`: a value with its type, upper case. */
export class StepTyped {
  constructor(
    readonly type: string,
    readonly value: StepValue,
  ) {}
}
/** `*`: derived, not written. */
export const DERIVED = Symbol('derived');

export type StepValue =
  | string
  | number
  | null
  | typeof DERIVED
  | StepReference
  | StepEnum
  | StepTyped
  | StepValue[];

export interface StepEntity {
  id: number;
  /** Upper case. */
  type: string;
  values: StepValue[];
}

const MAX_ENTITIES = 20_000_000;
const MAX_DEPTH = 64;
const [QUOTE, SEMICOLON, HASH, OPEN, CLOSE, COMMA, SLASH, STAR, EQUALS, DOT] = [
  39, 59, 35, 40, 41, 44, 47, 42, 61, 46,
];

/**
 * The entities of a STEP file (IFC), found in one pass and parsed one by one when they are read. Of an id that occurs
 * twice the last one holds. Throws Unusable `step.*` for what cannot be read.
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
    const parser = new LineParser(this.#bytes, start, id);
    return { id, type: parser.name(), values: parser.list(0) };
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
    while (at < stop && isWord(bytes[at]!)) at++;
    // Several entities in one, `#1=(A()B())`, are not used by IFC.
    if (at === name) return;
    const type = bytes.toString('latin1', name, at).toUpperCase();
    if (this.#starts.size >= MAX_ENTITIES) throw new Unusable('step.too-many', { max: MAX_ENTITIES });
    if (this.#starts.has(id)) this.#forget(id);
    this.#starts.set(id, name);
    const ids = this.#types.get(type);
    if (ids) ids.push(id);
    else this.#types.set(type, [id]);
  }

  #forget(id: number): void {
    const before = this.get(id)!;
    const ids = this.#types.get(before.type)!;
    ids.splice(ids.indexOf(id), 1);
  }
}

function isWord(byte: number): boolean {
  return (
    (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte === 95
  );
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

class LineParser {
  readonly #bytes: Buffer;
  readonly #id: number;
  #at: number;

  constructor(bytes: Buffer, at: number, id: number) {
    this.#bytes = bytes;
    this.#at = at;
    this.#id = id;
  }

  name(): string {
    const start = this.#at;
    while (isWord(this.#bytes[this.#at] ?? 0)) this.#at++;
    return this.#bytes.toString('latin1', start, this.#at).toUpperCase();
  }

  list(depth: number): StepValue[] {
    if (depth > MAX_DEPTH) throw this.#damaged();
    this.#skip();
    if (this.#bytes[this.#at] !== OPEN) throw this.#damaged();
    this.#at++;
    const values: StepValue[] = [];
    this.#skip();
    if (this.#bytes[this.#at] === CLOSE) {
      this.#at++;
      return values;
    }
    for (;;) {
      values.push(this.#value(depth));
      this.#skip();
      const byte = this.#bytes[this.#at++];
      if (byte === CLOSE) return values;
      if (byte !== COMMA) throw this.#damaged();
    }
  }

  #value(depth: number): StepValue {
    this.#skip();
    const byte = this.#bytes[this.#at];
    switch (byte) {
      case QUOTE:
        return this.#string();
      case HASH:
        this.#at++;
        return new StepReference(this.#digits());
      case OPEN:
        return this.list(depth + 1);
      case DOT:
        return this.#enum();
      case STAR:
        this.#at++;
        return DERIVED;
      case 36: // $
        this.#at++;
        return null;
      case 34: // "
        return this.#binary();
      case undefined:
        throw this.#damaged();
      default:
        return isLetter(byte) ? this.#typed(depth) : this.#number();
    }
  }

  #typed(depth: number): StepTyped {
    const type = this.name();
    const values = this.list(depth + 1);
    return new StepTyped(type, values[0] ?? null);
  }

  #string(): string {
    const start = this.#at + 1;
    let at = start;
    for (;;) {
      const close = this.#bytes.indexOf(QUOTE, at);
      if (close < 0) throw this.#damaged();
      if (this.#bytes[close + 1] !== QUOTE) {
        this.#at = close + 1;
        return decodeStepText(this.#bytes.subarray(start, close));
      }
      at = close + 2;
    }
  }

  #binary(): string {
    const close = this.#bytes.indexOf(34, this.#at + 1);
    if (close < 0) throw this.#damaged();
    const text = this.#bytes.toString('latin1', this.#at + 1, close);
    this.#at = close + 1;
    return text;
  }

  #enum(): StepEnum {
    const close = this.#bytes.indexOf(DOT, this.#at + 1);
    if (close < 0) throw this.#damaged();
    const name = this.#bytes.toString('latin1', this.#at + 1, close).toUpperCase();
    this.#at = close + 1;
    return new StepEnum(name);
  }

  #digits(): number {
    let value = 0;
    for (let byte = this.#bytes[this.#at] ?? 0; byte >= 48 && byte <= 57; byte = this.#bytes[++this.#at] ?? 0)
      value = value * 10 + byte - 48;
    return value;
  }

  #number(): number {
    const start = this.#at;
    while (isNumeric(this.#bytes[this.#at] ?? 0)) this.#at++;
    const value = Number(this.#bytes.toString('latin1', start, this.#at));
    if (this.#at === start || !Number.isFinite(value)) throw this.#damaged();
    return value;
  }

  #skip(): void {
    const byte = this.#bytes[this.#at];
    if (byte === undefined || byte <= 32 || byte === SLASH) this.#at = blank(this.#bytes, this.#at);
  }

  #damaged(): Unusable {
    return new Unusable('step.damaged', { id: this.#id });
  }
}

function isLetter(byte: number): boolean {
  return (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}

function isNumeric(byte: number): boolean {
  return (
    (byte >= 48 && byte <= 57) || byte === 43 || byte === 45 || byte === DOT || byte === 69 || byte === 101
  );
}
