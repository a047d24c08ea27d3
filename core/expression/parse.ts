/** A parsed expression. */
export type ExpressionNode =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'measure'; readonly name: MeasureName }
  | { readonly kind: 'minus'; readonly of: ExpressionNode }
  | {
      readonly kind: 'operation';
      readonly operator: '+' | '-' | '*' | '/';
      readonly left: ExpressionNode;
      readonly right: ExpressionNode;
    };

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
    | 'not-a-number';
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
  /\s*(?:(?<number>\d+(?:\.\d+)?)|'(?<text>(?:[^']|'')*)'|"(?<quoted>(?:[^"]|"")+)"|\$(?<measure>[a-z]+)|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<sign>[-+*/()]))/uy;

interface ExpressionToken {
  readonly kind: 'number' | 'text' | 'quoted' | 'measure' | 'name' | 'sign';
  readonly text: string;
}

/** Throws ExpressionError with the part that cannot be read. */
export function parseExpression(source: string): ExpressionNode {
  if (source.length > MAX_EXPRESSION) throw fail('too-long', String(MAX_EXPRESSION));
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
    const node = this.#sum();
    const rest = this.#tokens[this.#at];
    if (rest) throw fail('unexpected', rest.text);
    return node;
  }

  #sum(): ExpressionNode {
    return this.#chain(['+', '-'], () => this.#product());
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
      left = { kind: 'operation', operator: operator.text as '+', left, right: operand() };
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
        return { kind: 'field', name: token.text };
      case 'measure':
        return { kind: 'measure', name: measureOf(token.text) };
      case 'sign':
        return this.#nested(token.text);
    }
  }

  #nested(sign: string): ExpressionNode {
    if (++this.#depth > MAX_DEPTH) throw fail('too-long', String(MAX_EXPRESSION));
    try {
      if (sign === '-') return { kind: 'minus', of: this.#operand() };
      if (sign !== '(') throw fail('unexpected', sign);
      const inner = this.#sum();
      const end = this.#tokens[this.#at++];
      if (!end) throw fail('incomplete', '(');
      if (end.text !== ')' || end.kind !== 'sign') throw fail('unexpected', end.text);
      return inner;
    } finally {
      this.#depth--;
    }
  }
}

function measureOf(name: string): MeasureName {
  if ((MEASURE_NAMES as readonly string[]).includes(name)) return name as MeasureName;
  throw fail('unexpected', `$${name}`);
}

function fail(kind: ExpressionProblem['kind'], part: string): ExpressionError {
  return new ExpressionError({ kind, part });
}
