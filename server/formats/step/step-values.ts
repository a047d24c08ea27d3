import { Unusable } from '../../base/unusable.ts';
import { stepText } from './step-text.ts';

/** A reference `#12`. */
export class Ref {
  readonly line: number;
  constructor(line: number) {
    this.line = line;
  }
}
/** A value with its type: `IFCLABEL('x')`. */
export class Typed {
  readonly type: string;
  readonly value: StepValue;
  constructor(type: string, value: StepValue) {
    this.type = type;
    this.value = value;
  }
}
/** `.ELEMENT.`; `.T.` and `.F.` are booleans. */
export class Enumerated {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
/** null: `$`, or `*`, which is derived. */
export type StepValue = string | number | boolean | null | Ref | Typed | Enumerated | StepValue[];

/** Lists in lists: no schema has more than four. */
const MAX_DEPTH = 50;

/** Parses what is in the brackets of an instance. Throws Unusable. */
export function parseValues(text: string): StepValue[] {
  const parser = new Parser(text);
  const values = parser.list(0);
  if (!parser.atEnd) throw new Unusable('bim.unreadable', { text: text.slice(0, 60) });
  return values;
}

class Parser {
  #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    this.#skip();
    return this.#at >= this.#text.length;
  }

  /** Values up to a closing bracket or the end. */
  list(depth: number): StepValue[] {
    if (depth > MAX_DEPTH) throw new Unusable('bim.nested', { most: MAX_DEPTH });
    const values: StepValue[] = [];
    for (;;) {
      this.#skip();
      if (this.#at >= this.#text.length || this.#text[this.#at] === ')') return values;
      values.push(this.#value(depth));
      this.#skip();
      if (this.#text[this.#at] !== ',') return values;
      this.#at++;
    }
  }

  #value(depth: number): StepValue {
    const text = this.#text;
    const first = text[this.#at]!;
    if (first === '$' || first === '*') {
      this.#at++;
      return null;
    }
    if (first === "'") return this.#string();
    if (first === '#') return new Ref(Number(this.#take(/#\s*(\d+)/y)[1]));
    if (first === '(') return this.#bracketed(depth);
    if (first === '.' && /[A-Z_]/i.test(text[this.#at + 1] ?? '')) {
      const name = this.#take(/\.([A-Z0-9_]+)\./iy)[1]!.toUpperCase();
      return name === 'T' ? true : name === 'F' ? false : new Enumerated(name);
    }
    if (first === '"') return this.#take(/"([^"]*)"/y)[1]!;
    if (/[A-Z]/i.test(first)) {
      const type = this.#take(/[A-Z0-9_]+\s*/iy)[0]
        .trimEnd()
        .toUpperCase();
      const values = this.#bracketed(depth);
      return new Typed(type, values.length > 1 ? values : (values[0] ?? null));
    }
    return Number(this.#take(/[-+]?\d*\.?\d*(?:E[-+]?\d+)?/iy)[0] || this.#fail());
  }

  #bracketed(depth: number): StepValue[] {
    if (this.#text[this.#at] !== '(') this.#fail();
    this.#at++;
    const values = this.list(depth + 1);
    if (this.#text[this.#at] !== ')') this.#fail();
    this.#at++;
    return values;
  }

  #string(): string {
    const start = this.#at + 1;
    let end = start;
    for (;;) {
      end = this.#text.indexOf("'", end);
      if (end < 0) this.#fail();
      if (this.#text[end + 1] !== "'") break;
      end += 2;
    }
    this.#at = end + 1;
    return stepText(this.#text.slice(start, end));
  }

  #take(form: RegExp): RegExpExecArray {
    form.lastIndex = this.#at;
    const found = form.exec(this.#text);
    if (!found || found[0] === '') this.#fail();
    this.#at = form.lastIndex;
    return found;
  }

  #skip(): void {
    while (this.#at < this.#text.length && this.#text.charCodeAt(this.#at) <= 0x20) this.#at++;
  }

  #fail(): never {
    throw new Unusable('bim.unreadable', { text: this.#text.slice(this.#at, this.#at + 60) });
  }
}
