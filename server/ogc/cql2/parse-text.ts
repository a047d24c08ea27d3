import { readWkt } from '../../formats/wkt-read.ts';
import { bad } from './bad-filter.ts';
import { DEEPEST, MOST_PARTS, type Cql2 } from './expression.ts';
import { tokensOf, type Token } from './tokens.ts';

const COMPARISONS = new Set(['=', '<>', '<', '<=', '>', '>=']);
const GEOMETRY = /^(?:MULTI)?(?:POINT|LINESTRING|POLYGON)$/i;

/** Reads a filter in CQL2 text. Throws 400 with the place of what it cannot read. */
export function parseCql2Text(filter: string): Cql2 {
  const tokens = tokensOf(filter);
  if (tokens.length > MOST_PARTS) throw bad('cql2.too-large', { most: MOST_PARTS });
  return new Parser(filter, tokens).whole();
}

class Parser {
  readonly #filter: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(filter: string, tokens: readonly Token[]) {
    this.#filter = filter;
    this.#tokens = tokens;
  }

  whole(): Cql2 {
    const expression = this.#or();
    if (this.#token.kind !== 'end') throw this.#unexpected();
    return expression;
  }

  get #token(): Token {
    return this.#tokens[this.#next]!;
  }

  #unexpected(): Error {
    const { at, text } = this.#token;
    return text === ''
      ? bad('cql2.ends', { at: at + 1 })
      : bad('cql2.unexpected', { at: at + 1, text: text.slice(0, 40) });
  }

  /** Takes the token if it is this sign or word. */
  #take(expected: string): boolean {
    const { kind, text } = this.#token;
    const fits = kind === 'sign' ? text === expected : kind === 'name' && text.toUpperCase() === expected;
    if (fits) this.#next++;
    return fits;
  }

  #need(expected: string): void {
    if (!this.#take(expected)) throw this.#unexpected();
  }

  #or(): Cql2 {
    if (++this.#depth > DEEPEST) throw bad('cql2.too-deep', { most: DEEPEST });
    const parts = [this.#and()];
    while (this.#take('OR')) parts.push(this.#and());
    this.#depth--;
    return parts.length === 1 ? parts[0]! : { op: 'or', args: parts };
  }

  #and(): Cql2 {
    const parts = [this.#not()];
    while (this.#take('AND')) parts.push(this.#not());
    return parts.length === 1 ? parts[0]! : { op: 'and', args: parts };
  }

  #not(): Cql2 {
    let negated = false;
    while (this.#take('NOT')) negated = !negated;
    const inner = this.#predicate();
    return negated ? { op: 'not', args: [inner] } : inner;
  }

  #predicate(): Cql2 {
    const value = this.#value();
    const { kind, text } = this.#token;
    if (kind === 'sign' && COMPARISONS.has(text)) {
      this.#next++;
      return { op: text, args: [value, this.#value()] };
    }
    if (this.#take('IS')) {
      const negated = this.#take('NOT');
      this.#need('NULL');
      return negate({ op: 'isNull', args: [value] }, negated);
    }
    const negated = this.#take('NOT');
    if (this.#take('LIKE')) return negate({ op: 'like', args: [value, this.#value()] }, negated);
    if (this.#take('IN')) return negate({ op: 'in', args: [value, this.#list()] }, negated);
    if (this.#take('BETWEEN')) {
      const low = this.#value();
      this.#need('AND');
      return negate({ op: 'between', args: [value, low, this.#value()] }, negated);
    }
    if (negated) throw this.#unexpected();
    return value;
  }

  #list(): Cql2[] {
    this.#need('(');
    const values: Cql2[] = [];
    do values.push(this.#value());
    while (this.#take(','));
    this.#need(')');
    return values;
  }

  #value(): Cql2 {
    const token = this.#token;
    switch (token.kind) {
      case 'number':
        this.#next++;
        return numberOf(token.text);
      case 'text':
        this.#next++;
        return token.text.slice(1, -1).replace(/''|\\(['\\])/g, (_, escaped?: string) => escaped ?? "'");
      case 'quoted':
        this.#next++;
        return { property: token.text.slice(1, -1).replaceAll('""', '"') };
      case 'name':
        return this.#named();
      case 'sign':
      case 'end':
        return this.#inBrackets();
    }
  }

  #inBrackets(): Cql2 {
    this.#need('(');
    const inner = this.#or();
    this.#need(')');
    return inner;
  }

  #named(): Cql2 {
    const { text, at } = this.#token;
    const word = text.toUpperCase();
    if (GEOMETRY.test(word) || /^(?:MULTI)?(?:POINT|LINESTRING|POLYGON)(?:Z|M|ZM)$/.test(word)) {
      const follows = this.#tokens[this.#next + 1]!;
      if (follows.text === '(' || /^Z?M?$/i.test(follows.text)) return this.#geometry(at);
    }
    this.#next++;
    if (word === 'TRUE' || word === 'FALSE') return word === 'TRUE';
    if (this.#token.text !== '(') return { property: text };
    return callOf(word, this.#list());
  }

  /** Well-known text up to its closing bracket. */
  #geometry(start: number): Cql2 {
    let depth = 0;
    do {
      const { kind, text } = this.#token;
      if (kind === 'end') throw this.#unexpected();
      if (text === '(') depth++;
      if (text === ')') depth--;
      this.#next++;
    } while (depth > 0 || this.#tokens[this.#next - 1]!.text !== ')');
    const geometry = readWkt(this.#filter.slice(start, this.#token.at));
    if (!geometry || geometry.type === 'GeometryCollection') throw bad('cql2.no-geometry', { at: start + 1 });
    return { type: geometry.type, coordinates: geometry.coordinates };
  }
}

function negate(inner: Cql2, negated: boolean): Cql2 {
  return negated ? { op: 'not', args: [inner] } : inner;
}

/** A whole number beyond 2^53 stays as it is written. */
function numberOf(text: string): Cql2 {
  const number = Number(text);
  return /^[-+]?\d+$/.test(text) && !Number.isSafeInteger(number) ? text.replace(/^\+/, '') : number;
}

function callOf(word: string, args: Cql2[]): Cql2 {
  const [first] = args;
  if (word === 'DATE' && typeof first === 'string') return { date: first };
  if (word === 'TIMESTAMP' && typeof first === 'string') return { timestamp: first };
  if (word === 'INTERVAL') return { interval: args };
  if (word === 'BBOX') return { bbox: args.map(Number) };
  return { op: word.toLowerCase(), args };
}
