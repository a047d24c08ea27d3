/** A parsed expression. */
export type ExpressionNode =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'measure'; readonly name: MeasureName }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'minus' | 'not'; readonly of: ExpressionNode }
  | {
      readonly kind: 'operation';
      readonly operator: '+' | '-' | '*' | '/';
      readonly left: ExpressionNode;
      readonly right: ExpressionNode;
    }
  | {
      readonly kind: 'comparison';
      readonly operator: Comparison;
      readonly left: ExpressionNode;
      readonly right: ExpressionNode;
    }
  | { readonly kind: 'and' | 'or'; readonly left: ExpressionNode; readonly right: ExpressionNode }
  | { readonly kind: 'in'; readonly of: ExpressionNode; readonly list: readonly ExpressionNode[] }
  | { readonly kind: 'null'; readonly of: ExpressionNode }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly of: readonly ExpressionNode[] };

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=' | 'like';

/** Functions, each with the least and the greatest number of its arguments. */
export const FUNCTIONS = {
  round: [1, 2],
  abs: [1, 1],
  upper: [1, 1],
  lower: [1, 1],
  coalesce: [1, 10],
  if: [3, 3],
} as const;
export type FunctionName = keyof typeof FUNCTIONS;

export const MEASURE_NAMES = ['area', 'length', 'perimeter'] as const;
export type MeasureName = (typeof MEASURE_NAMES)[number];

/** Why a text is no usable expression; `part` is the place in question. */
export interface ExpressionProblem {
  readonly kind:
    | 'unexpected'
    | 'incomplete'
    | 'too-long'
    | 'unknown-field'
    | 'unusable-field'
    | 'not-a-number'
    | 'not-a-condition';
  readonly part: string;
}

export class ExpressionError extends Error {
  constructor(readonly problem: ExpressionProblem) {
    super(`${problem.kind}: ${problem.part}`);
  }
}

/** Characters of an expression. */
export const MAX_EXPRESSION = 500;
const MAX_DEPTH = 50;

const TOKEN =
  /\s*(?:(?<number>\d+(?:\.\d+)?)|'(?<text>(?:[^']|'')*)'|"(?<quoted>(?:[^"]|"")+)"|\$(?<measure>[a-z]+)|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<sign>\|\||<=|>=|<>|!=|[-+*/(),=<>]))/uy;

interface ExpressionToken {
  readonly kind: 'number' | 'text' | 'quoted' | 'measure' | 'name' | 'sign';
  readonly text: string;
}

/** Throws ExpressionError with the part that cannot be read. `max`: most characters. */
export function parseExpression(source: string, max = MAX_EXPRESSION): ExpressionNode {
  if (source.length > max) throw fail('too-long', String(max));
  return new Parser(tokensOf(source)).parse();
}

function tokensOf(source: string): ExpressionToken[] {
  const tokens: ExpressionToken[] = [];
  const text = source.trimEnd();
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(text)?.groups;
    if (!groups) throw fail('unexpected', text.slice(at).trimStart().slice(0, 20));
    const [kind, value] = Object.entries(groups).find(([, found]) => found !== undefined)!;
    tokens.push({ kind: kind as ExpressionToken['kind'], text: value });
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly ExpressionToken[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly ExpressionToken[]) {
    this.#tokens = tokens;
  }

  parse(): ExpressionNode {
    const node = this.#or();
    const rest = this.#tokens[this.#at];
    if (rest) throw fail('unexpected', rest.text);
    return node;
  }

  #or(): ExpressionNode {
    let left = this.#and();
    while (this.#takeWord('or')) left = { kind: 'or', left, right: this.#and() };
    return left;
  }

  #and(): ExpressionNode {
    let left = this.#not();
    while (this.#takeWord('and')) left = { kind: 'and', left, right: this.#not() };
    return left;
  }

  #not(): ExpressionNode {
    if (!this.#takeWord('not')) return this.#comparison();
    return this.#deeper(() => ({ kind: 'not', of: this.#not() }));
  }

  #comparison(): ExpressionNode {
    const left = this.#sum();
    const sign = this.#tokens[this.#at];
    if (sign?.kind === 'sign' && COMPARISONS.has(sign.text)) {
      this.#at++;
      const operator = (sign.text === '!=' ? '<>' : sign.text) as Comparison;
      return { kind: 'comparison', operator, left, right: this.#sum() };
    }
    if (this.#takeWord('is')) {
      const not = this.#takeWord('not');
      if (!this.#takeWord('null')) throw this.#unexpected();
      return negated(not, { kind: 'null', of: left });
    }
    const not = this.#isWord('not') && (this.#isWord('in', 1) || this.#isWord('like', 1));
    if (not) this.#at++;
    if (this.#takeWord('like'))
      return negated(not, { kind: 'comparison', operator: 'like', left, right: this.#sum() });
    if (this.#takeWord('in')) {
      this.#take('(');
      return negated(not, { kind: 'in', of: left, list: this.#list(() => this.#sum()) });
    }
    return left;
  }

  /** The values up to the closing bracket. */
  #list(value: () => ExpressionNode): ExpressionNode[] {
    return this.#deeper(() => {
      const values = [value()];
      while (this.#isSign(',')) {
        this.#at++;
        values.push(value());
      }
      this.#take(')');
      return values;
    });
  }

  #isWord(word: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    return token?.kind === 'name' && token.text.toLowerCase() === word;
  }

  #takeWord(word: string): boolean {
    if (!this.#isWord(word)) return false;
    this.#at++;
    return true;
  }

  #isSign(sign: string): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === 'sign' && token.text === sign;
  }

  #take(sign: string): void {
    if (!this.#isSign(sign)) throw this.#unexpected(sign === ')' ? '(' : sign);
    this.#at++;
  }

  /** `missing`: what the expression lacks where it ends here. */
  #unexpected(missing = ''): ExpressionError {
    const token = this.#tokens[this.#at];
    return token ? fail('unexpected', token.text) : fail('incomplete', missing);
  }

  #sum(): ExpressionNode {
    return this.#chain(['+', '-', '||'], () => this.#product());
  }

  #product(): ExpressionNode {
    return this.#chain(['*', '/'], () => this.#operand());
  }

  #chain(operators: readonly string[], operand: () => ExpressionNode): ExpressionNode {
    let left = operand();
    for (;;) {
      const operator = this.#tokens[this.#at];
      if (operator?.kind !== 'sign' || !operators.includes(operator.text)) return left;
      this.#at++;
      if (operator.text === '||') {
        // Joined as texts, also where both are numbers.
        left = { kind: 'operation', operator: '+', left, right: EMPTY_TEXT };
        left = { kind: 'operation', operator: '+', left, right: operand() };
      } else left = { kind: 'operation', operator: operator.text as '+', left, right: operand() };
    }
  }

  #operand(): ExpressionNode {
    const token = this.#tokens[this.#at++];
    if (!token) throw fail('incomplete', '');
    switch (token.kind) {
      case 'number':
        return { kind: 'number', value: Number(token.text) };
      case 'text':
        return { kind: 'text', value: token.text.replaceAll("''", "'") };
      case 'quoted':
        return { kind: 'field', name: token.text.replaceAll('""', '"') };
      case 'name':
        return this.#named(token.text);
      case 'measure':
        return { kind: 'measure', name: measureOf(token.text) };
      case 'sign':
        return this.#nested(token.text);
    }
  }

  /** A field, `true`, `false`, or a function where a bracket follows. */
  #named(name: string): ExpressionNode {
    const word = name.toLowerCase();
    if (this.#isSign('(')) {
      if (!Object.hasOwn(FUNCTIONS, word)) throw fail('unexpected', `${name}(`);
      const called = word as FunctionName;
      this.#at++;
      const of = this.#list(() => this.#or());
      const [least, most] = FUNCTIONS[called];
      if (of.length < least || of.length > most) throw fail('unexpected', `${name}(`);
      return { kind: 'call', name: called, of };
    }
    if (word === 'true' || word === 'false') return { kind: 'boolean', value: word === 'true' };
    if (KEYWORDS.has(word)) throw fail('unexpected', name);
    return { kind: 'field', name };
  }

  #nested(sign: string): ExpressionNode {
    return this.#deeper(() => {
      if (sign === '-') return { kind: 'minus', of: this.#operand() };
      if (sign !== '(') throw fail('unexpected', sign);
      const inner = this.#or();
      this.#take(')');
      return inner;
    });
  }

  #deeper<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH) throw fail('too-long', String(MAX_EXPRESSION));
    const value = read();
    this.#depth--;
    return value;
  }
}

const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '!=', '<', '<=', '>', '>=']);
/** A field of such a name is written in double quotes. */
const KEYWORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'is', 'like', 'null']);
const EMPTY_TEXT: ExpressionNode = { kind: 'text', value: '' };

function negated(not: boolean, node: ExpressionNode): ExpressionNode {
  return not ? { kind: 'not', of: node } : node;
}

/** The operands or arguments of an expression. */
export function operandsOf(node: ExpressionNode): readonly ExpressionNode[] {
  switch (node.kind) {
    case 'minus':
    case 'not':
    case 'null':
      return [node.of];
    case 'operation':
    case 'comparison':
    case 'and':
    case 'or':
      return [node.left, node.right];
    case 'in':
      return [node.of, ...node.list];
    case 'call':
      return node.of;
    default:
      return [];
  }
}

function measureOf(name: string): MeasureName {
  if ((MEASURE_NAMES as readonly string[]).includes(name)) return name as MeasureName;
  throw fail('unexpected', `$${name}`);
}

function fail(kind: ExpressionProblem['kind'], part: string): ExpressionError {
  return new ExpressionError({ kind, part });
}
