import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sentence } from '../server/base/language.ts';

const ROOT = join(import.meta.dirname, '..');
const PLURAL = /_(zero|one|two|few|many|other)$/;

const texts = new Map<string, Record<string, string>>();
for (const file of readdirSync(join(ROOT, 'locales/en')))
  texts.set(
    file.replace(/\.json$/, ''),
    JSON.parse(readFileSync(join(ROOT, 'locales/en', file), 'utf8')) as Record<string, string>,
  );

/** What a text has to be filled with: of one with a plural, what all of its forms need together. */
function needed(key: string, namespace = 'server'): string[] | undefined {
  const forms = Object.entries(texts.get(namespace) ?? {}).filter(
    ([name]) => name.replace(PLURAL, '') === key,
  );
  if (forms.length === 0) return undefined;
  const places = forms.flatMap(([name, text]) => [
    ...[...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]!),
    ...(PLURAL.test(name) ? ['count'] : []),
  ]);
  return [...new Set(places)];
}

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.tsx?$/.test(name) && !/\.(test|stories|trial)\.tsx?$/.test(name) ? [path] : [];
  });
}

interface Filled {
  key: string;
  /** Undefined where it cannot be read from the source: a variable, or a spread. */
  values: string[] | undefined;
}

/** Ways to a sentence by its key, with its values in the next argument. */
const WAYS =
  /(?:\bsentence\((?:[^(),']|\([^()]*\))+,|new HttpError\(\d{3},|new JobFailure\()\s*'([\w.-]+)'\s*(,|\))/g;

/** Texts of the workbench: `t('key', { … })`. */
const TRANSLATIONS = /\bt\(\s*'([\w:.-]+)'\s*(,|\))/g;
/** Filled by core/i18n. */
const LIMITS = ['maxById', 'maxExported'];

function filledIn(source: string, ways = WAYS): Filled[] {
  return [...source.matchAll(ways)].map((match) => {
    const key = match[1]!;
    const rest = source.slice(match.index + match[0].length).trimStart();
    if (match[2] === ')') return { key, values: [] };
    return { key, values: rest.startsWith('{') ? keysOf(rest) : undefined };
  });
}

/** Names of an object literal at the start of a text; undefined where it has a spread. */
function keysOf(text: string): string[] | undefined {
  const names: string[] = [];
  let depth = 0;
  let part = '';
  for (const char of text) {
    if ('{[('.includes(char)) depth++;
    if ('}])'.includes(char)) depth--;
    if ((char === ',' && depth === 1) || depth === 0) {
      const name = part.trim();
      if (name.startsWith('...')) return undefined;
      if (name !== '') names.push(/^['"]?(\w+)/.exec(name)![1]!);
      part = '';
    } else if (depth > 1 || char !== '{') part += char;
    if (depth === 0) return names;
  }
  return undefined;
}

describe('a sentence', () => {
  it('is never made without one of its values', () => {
    const wrong: string[] = [];
    let looked = 0;
    for (const path of sources(join(ROOT, 'server')))
      for (const { key, values } of filledIn(readFileSync(path, 'utf8'))) {
        const places = needed(key);
        if (!places || !values) continue;
        looked++;
        const missing = places.filter((place) => !values.includes(place));
        if (missing.length > 0)
          wrong.push(`${path.slice(ROOT.length + 1)}: ${key} needs ${missing.join(', ')}`);
      }
    expect(wrong).toEqual([]);
    expect(looked).toBeGreaterThan(200);
  });

  it('of the workbench neither', () => {
    const wrong: string[] = [];
    let looked = 0;
    for (const path of ['core', 'plugins', 'workbench'].flatMap((room) => sources(join(ROOT, room)))) {
      const source = readFileSync(path, 'utf8');
      const used = new Set([...source.matchAll(/useTranslate\('([\w-]+)'\)/g)].map((match) => match[1]!));
      const plugin = /plugins\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? 'core';
      const own = used.size === 1 ? [...used][0]! : plugin;
      for (const { key, values } of filledIn(source, TRANSLATIONS)) {
        const [namespace, name] = key.includes(':') ? (key.split(':') as [string, string]) : [own, key];
        const places = needed(name, namespace)?.filter((place) => !LIMITS.includes(place));
        if (!places || !values) continue;
        looked++;
        const missing = places.filter((place) => !values.includes(place));
        if (missing.length > 0)
          wrong.push(`${path.slice(ROOT.length + 1)}: ${key} needs ${missing.join(', ')}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(looked).toBeGreaterThan(1000);
  });

  it('that has places and is read from a made-up source is found wanting', () => {
    const source =
      "throw new HttpError(409, 'terrain.too-many', { least: 1 }); sentence(of(work), 'http.missing')";
    expect(filledIn(source)).toEqual([
      { key: 'terrain.too-many', values: ['least'] },
      { key: 'http.missing', values: [] },
    ]);
    expect(needed('terrain.too-many')).toEqual(['most']);
  });

  it('without a value fails where it is tried, also where the source does not show it', () => {
    expect(() => sentence('en', 'terrain.too-many', {})).toThrow('terrain.too-many: most is missing');
    expect(sentence('en', 'terrain.too-many', { most: 50 })).toContain('50');
  });
});
