import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const ROOMS = ['core', 'plugins', 'workbench', 'server'];
/** Suffixes that i18next appends to a key with a count. */
const PLURAL = /_(zero|one|two|few|many|other)$/;
/** Suffix for devices without a keyboard. */
const TOUCH = /_touch$/;

type LocaleTexts = Record<string, string>;

function textsOf(language: string, namespace: string): LocaleTexts {
  return JSON.parse(
    readFileSync(join(ROOT, 'locales', language, `${namespace}.json`), 'utf8'),
  ) as LocaleTexts;
}

function namespaces(language: string): string[] {
  return readdirSync(join(ROOT, 'locales', language)).map((file) => file.replace(/\.json$/, ''));
}

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.(ts|tsx)$/.test(name) && !/\.(test|stories)\.tsx?$/.test(name) ? [path] : [];
  });
}

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)].map((match) => match[1]!).sort();

describe('the two languages', () => {
  it('have the same namespaces', () => {
    expect(namespaces('it').sort()).toEqual(namespaces('en').sort());
  });

  it.each(namespaces('en'))('have the same keys in %s', (namespace) => {
    const [en, it] = [textsOf('en', namespace), textsOf('it', namespace)];
    expect(Object.keys(it).sort()).toEqual(Object.keys(en).sort());
  });

  it.each(namespaces('en'))('fill the same places in %s, and leave no text empty', (namespace) => {
    const [en, it] = [textsOf('en', namespace), textsOf('it', namespace)];
    for (const [key, text] of Object.entries(en)) {
      expect(text.trim(), `en ${namespace}:${key}`).not.toBe('');
      expect(it[key]?.trim(), `it ${namespace}:${key}`).not.toBe('');
      // A singular may omit its number.
      if (!PLURAL.test(key))
        expect(placeholders(it[key] ?? ''), `it ${namespace}:${key}`).toEqual(placeholders(text));
    }
  });
});

describe('every text', () => {
  it.each(['en', 'it'])('in %s is set with curly apostrophes', (language) => {
    const straight = namespaces(language).flatMap((namespace) =>
      Object.entries(textsOf(language, namespace)).filter(([, text]) => text.includes("'")),
    );
    expect(straight, 'write ’ instead of the straight apostrophe').toEqual([]);
  });

  const code = ROOMS.flatMap((room) => sources(join(ROOT, room)))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  /** Literal keys, and the fixed prefixes of keys made from a template: `kind.${kind}`. */
  const written = new Set([...code.matchAll(/['"`]([\w-]+:)?([\w.-]+)['"`]/g)].map((match) => match[2]!));
  const beginnings = [...code.matchAll(/`(?:[\w-]+:)?([\w.-]+[.-])\$\{/g)].map((match) => match[1]!);

  it.each(namespaces('en'))('of %s is used somewhere', (namespace) => {
    const unused = Object.keys(textsOf('en', namespace))
      .map((key) => key.replace(PLURAL, '').replace(TOUCH, ''))
      .filter((key) => !written.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)));
    expect(unused, `no code names these keys of locales/*/${namespace}.json`).toEqual([]);
  });
});
