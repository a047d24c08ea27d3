import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import type { FastifyRequest } from 'fastify';
import type { Language } from '#core/protocol';

/** What stands for a value that was not given. */
const UNKNOWN = '–';

const sentences = i18next.createInstance();
void sentences.init({
  fallbackLng: 'en',
  supportedLngs: ['en', 'it'],
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  missingInterpolationHandler: () => UNKNOWN,
  initAsync: false,
  resources: {
    en: { translation: read('en') },
    it: { translation: read('it') },
  },
});

function read(language: Language): Record<string, string> {
  const text = readFileSync(new URL(`../../locales/${language}/server.json`, import.meta.url), 'utf8');
  return JSON.parse(text) as Record<string, string>;
}

/**
 * The server's sentence `key` (locales/<language>/server.json), filled with `values`. A value that is missing is a dash;
 * in tests, and in servers that they start, it is an error.
 */
export function sentence(
  language: Language,
  key: string,
  values: Record<string, string | number> = {},
): string {
  if (process.env['VITEST'] !== undefined) requireValues(language, key, values);
  return sentences.t(key, { lng: language, ...values });
}

function requireValues(language: Language, key: string, values: Readonly<Record<string, unknown>>): void {
  const text = sentences.t(key, { lng: language, ...values, skipInterpolation: true });
  for (const [, place] of text.matchAll(/\{\{\s*(\w+)/g))
    if (values[place!] === undefined) throw new Error(`${key}: ${place} is missing.`);
}

export function hasSentence(key: string): boolean {
  return sentences.exists(key, { lng: 'en' });
}

/** The language of the request: the preferred one of en and it in `Accept-Language`; English when it has neither. */
export function languageOf(request: FastifyRequest): Language {
  const header = request.headers['accept-language'];
  if (!header) return 'en';
  const wishes = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
    return { language: tag.slice(0, 2), weight: weight ? Number(weight.trim().slice(2)) || 0 : 1 };
  });
  wishes.sort((a, b) => b.weight - a.weight);
  const first = wishes.find((wish) => wish.weight > 0 && (wish.language === 'it' || wish.language === 'en'));
  return first?.language === 'it' ? 'it' : 'en';
}
