import { Unusable } from '../base/unusable.ts';

/** States of one pattern: each stands for one character class, or splits in two. */
const MAX_STATES = 20_000;

type Node =
  | { kind: 'class'; has(char: string): boolean }
  | { kind: 'sequence' | 'choice'; of: Node[] }
  | { kind: 'repeat'; of: Node; min: number; max: number };

type State = { has?: (char: string) => boolean; next: number; other: number };

/**
 * A regular expression of XML Schema, which matches whole texts. All alternatives are followed at once: the time is
 * the length of the text times the states of the pattern, whatever the pattern. Throws Unusable `xml.pattern`.
 */
export class XsdPattern {
  readonly #states: State[] = [];
  readonly #start: number;
  static readonly #known = new Map<string, XsdPattern>();

  constructor(readonly source: string) {
    const node = new PatternParser(source).parse();
    this.#start = this.#build(node, this.#add({ next: -1, other: -1 }));
  }

  static of(source: string): XsdPattern {
    const known = this.#known.get(source);
    if (known) return known;
    if (this.#known.size > 500) this.#known.clear();
    const made = new XsdPattern(source);
    this.#known.set(source, made);
    return made;
  }

  matches(text: string): boolean {
    let states = new Set<number>();
    this.#enter(states, this.#start);
    for (const char of text) {
      const next = new Set<number>();
      for (const at of states) {
        const state = this.#states[at]!;
        if (state.has?.(char)) this.#enter(next, state.next);
      }
      if (next.size === 0) return false;
      states = next;
    }
    return states.has(0);
  }

  #enter(states: Set<number>, first: number): void {
    const stack = [first];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (at < 0 || states.has(at)) continue;
      states.add(at);
      const state = this.#states[at]!;
      if (!state.has) stack.push(state.next, state.other);
    }
  }

  #add(state: State): number {
    if (this.#states.length >= MAX_STATES) throw new Unusable('xml.pattern', { pattern: this.source });
    return this.#states.push(state) - 1;
  }

  /** The state where `node` starts that goes on to `then`. */
  #build(node: Node, then: number): number {
    switch (node.kind) {
      case 'class':
        return this.#add({ has: node.has, next: then, other: -1 });
      case 'sequence':
        return node.of.reduceRight((to, each) => this.#build(each, to), then);
      case 'choice':
        return node.of
          .map((each) => this.#build(each, then))
          .reduceRight((other, next) => this.#add({ next, other }));
      case 'repeat': {
        const { of, min, max } = node;
        let to = then;
        if (max === Infinity) {
          const loop = this.#add({ next: -1, other: then });
          this.#states[loop]!.next = this.#build(of, loop);
          to = loop;
        } else for (let i = min; i < max; i++) to = this.#add({ next: this.#build(of, to), other: then });
        for (let i = 0; i < min; i++) to = this.#build(of, to);
        return to;
      }
    }
  }
}

/** `\i` and `\c` of XML names. */
const NAME_START =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}';
const NAME = `${NAME_START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}`;
/** Escapes by letter, as classes of JavaScript. */
const CLASSES: Readonly<Record<string, string>> = {
  d: '[\\p{Nd}]',
  D: '[^\\p{Nd}]',
  s: '[ \\t\\n\\r]',
  S: '[^ \\t\\n\\r]',
  w: '[^\\p{P}\\p{Z}\\p{C}]',
  W: '[\\p{P}\\p{Z}\\p{C}]',
  i: `[${NAME_START}]`,
  I: `[^${NAME_START}]`,
  c: `[${NAME}]`,
  C: `[^${NAME}]`,
};
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const MAX_DEPTH = 100;

class PatternParser {
  readonly #chars: string[];
  #at = 0;

  constructor(readonly source: string) {
    this.#chars = [...source];
  }

  parse(): Node {
    const node = this.#choice(0);
    if (this.#at < this.#chars.length) throw this.#wrong();
    return node;
  }

  #choice(depth: number): Node {
    if (depth > MAX_DEPTH) throw this.#wrong();
    const of = [this.#sequence(depth)];
    while (this.#chars[this.#at] === '|') {
      this.#at++;
      of.push(this.#sequence(depth));
    }
    return of.length === 1 ? of[0]! : { kind: 'choice', of };
  }

  #sequence(depth: number): Node {
    const of: Node[] = [];
    for (;;) {
      const char = this.#chars[this.#at];
      if (char === undefined || char === '|' || char === ')') return { kind: 'sequence', of };
      of.push(this.#quantified(this.#atom(depth)));
    }
  }

  #atom(depth: number): Node {
    const char = this.#chars[this.#at++]!;
    switch (char) {
      case '(': {
        // Not of XML Schema, but written by those who know other dialects.
        if (this.#chars[this.#at] === '?' && this.#chars[this.#at + 1] === ':') this.#at += 2;
        const inside = this.#choice(depth + 1);
        if (this.#chars[this.#at++] !== ')') throw this.#wrong();
        return inside;
      }
      case '.':
        return { kind: 'class', has: (one) => one !== '\n' && one !== '\r' };
      case '\\':
        return this.#class(this.#escape());
      case '[':
        this.#at--;
        return this.#class(this.#bracket(0));
      case '*':
      case '+':
      case '?':
      case '{':
        throw this.#wrong();
      default:
        return { kind: 'class', has: (one) => one === char };
    }
  }

  #class(written: string): Node {
    let test: RegExp;
    try {
      test = new RegExp(`^${written}$`, 'v');
    } catch {
      throw this.#wrong();
    }
    const known = new Map<string, boolean>();
    return {
      kind: 'class',
      has: (one) => {
        const before = known.get(one);
        if (before !== undefined) return before;
        const is = test.test(one);
        if (known.size < 500) known.set(one, is);
        return is;
      },
    };
  }

  /** Behind the backslash; answers a class of JavaScript. */
  #escape(): string {
    const char = this.#chars[this.#at++];
    if (char === undefined) throw this.#wrong();
    const known = Object.hasOwn(CLASSES, char) ? CLASSES[char] : undefined;
    if (known) return known;
    if (char === 'p' || char === 'P') {
      const close = this.#chars.indexOf('}', this.#at);
      if (this.#chars[this.#at] !== '{' || close < 0) throw this.#wrong();
      const name = this.#chars.slice(this.#at + 1, close).join('');
      // Blocks such as IsBasicLatin have no name in JavaScript.
      if (!/^[A-Z][a-z]?$/.test(name)) throw this.#wrong();
      this.#at = close + 1;
      return `[\\${char}{${name}}]`;
    }
    return `[${literal(Object.hasOwn(CONTROLS, char) ? CONTROLS[char]! : char)}]`;
  }

  /** `[a-z-[aeiou]]`. */
  #bracket(depth: number): string {
    if (depth > 10) throw this.#wrong();
    this.#at++;
    const negated = this.#chars[this.#at] === '^';
    if (negated) this.#at++;
    let inside = '';
    let without = '';
    for (let first = true; ; first = false) {
      const char = this.#chars[this.#at];
      if (char === undefined) throw this.#wrong();
      if (char === ']' && !first) {
        this.#at++;
        break;
      }
      if (char === '-' && this.#chars[this.#at + 1] === '[') {
        this.#at++;
        without = this.#bracket(depth + 1);
        if (this.#chars[this.#at++] !== ']') throw this.#wrong();
        break;
      }
      inside += this.#member();
    }
    const one = `[${negated ? '^' : ''}${inside}]`;
    return without ? `[${one}--${without}]` : one;
  }

  #member(): string {
    const low = this.#single();
    if (low.length > 1 && low.startsWith('[')) return low;
    const [dash, after] = [this.#chars[this.#at], this.#chars[this.#at + 1]];
    if (dash !== '-' || after === ']' || after === '[' || after === undefined) return literal(low);
    this.#at++;
    const high = this.#single();
    if ([...high].length !== 1) throw this.#wrong();
    return `${literal(low)}-${literal(high)}`;
  }

  /** A character, or a class of JavaScript with brackets. */
  #single(): string {
    const char = this.#chars[this.#at++]!;
    if (char !== '\\') return char;
    const next = this.#chars[this.#at];
    if (next !== undefined && (Object.hasOwn(CLASSES, next) || next === 'p' || next === 'P'))
      return this.#escape();
    this.#at++;
    if (next === undefined) throw this.#wrong();
    return Object.hasOwn(CONTROLS, next) ? CONTROLS[next]! : next;
  }

  #quantified(of: Node): Node {
    const char = this.#chars[this.#at];
    if (char === '*' || char === '+' || char === '?') {
      this.#at++;
      return { kind: 'repeat', of, min: char === '+' ? 1 : 0, max: char === '?' ? 1 : Infinity };
    }
    if (char !== '{') return of;
    const close = this.#chars.indexOf('}', this.#at);
    const bounds = /^(\d{1,6})(,(\d{0,6}))?$/.exec(this.#chars.slice(this.#at + 1, close).join(''));
    if (close < 0 || !bounds) throw this.#wrong();
    this.#at = close + 1;
    const min = Number(bounds[1]);
    const max = bounds[2] === undefined ? min : bounds[3] === '' ? Infinity : Number(bounds[3]);
    if (max < min) throw this.#wrong();
    return { kind: 'repeat', of, min, max };
  }

  #wrong(): Unusable {
    return new Unusable('xml.pattern', { pattern: this.source.slice(0, 200) });
  }
}

function literal(char: string): string {
  return `\\u{${char.codePointAt(0)!.toString(16)}}`;
}
