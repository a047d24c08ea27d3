import { bad } from './bad-filter.ts';
import type { Cql2 } from './expression.ts';
import { parseCql2Json } from './parse-json.ts';
import { parseCql2Text } from './parse-text.ts';

export const FILTER_LANGUAGES = ['cql2-text', 'cql2-json'] as const;

/** Reads a filter; without a language, a text in braces is JSON. Throws 400. */
export function readFilter(filter: string, language: string | undefined): Cql2 {
  if (language !== undefined && !(FILTER_LANGUAGES as readonly string[]).includes(language))
    throw bad('cql2.language', { language: language.slice(0, 40), known: FILTER_LANGUAGES.join(', ') });
  const isJson = language === 'cql2-json' || (language === undefined && /^\s*\{/.test(filter));
  return isJson ? parseCql2Json(filter) : parseCql2Text(filter);
}
