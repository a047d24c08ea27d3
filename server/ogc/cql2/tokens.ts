import { bad } from './bad-filter.ts';

export interface Token {
  kind: 'name' | 'quoted' | 'text' | 'number' | 'sign' | 'end';
  text: string;
  /** Its first character in the filter, from 0. */
  at: number;
}

const PATTERNS: readonly [Token['kind'] | 'blank', RegExp][] = [
  ['blank', /\s+/y],
  ['number', /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/iy],
  ['name', /[\p{L}_][\p{L}\p{M}\p{N}_.:]*/uy],
  ['quoted', /"(?:[^"]|"")*"/y],
  ['text', /'(?:[^'\\]|''|\\['\\]|\\)*'/y],
  ['sign', /<>|<=|>=|[=<>(),+\-*/%^]/y],
];

/** Splits a filter in CQL2 text. Throws 400 with the place of what it cannot read. */
export function tokensOf(filter: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < filter.length) {
    const found = match(filter, at);
    if (!found) throw bad('cql2.unreadable', { at: at + 1, text: filter.slice(at, at + 20) });
    if (found.kind !== 'blank') tokens.push({ kind: found.kind, text: found.text, at });
    at += found.text.length;
  }
  tokens.push({ kind: 'end', text: '', at });
  return tokens;
}

function match(filter: string, at: number): { kind: Token['kind'] | 'blank'; text: string } | undefined {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const text = pattern.exec(filter)?.[0];
    if (text) return { kind, text };
  }
  return undefined;
}
