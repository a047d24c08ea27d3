import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { pluginId } from '../../../core/protocol/index.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const DOCS = join(ROOT, 'docs/plugins');
const EXAMPLES = {
  tools: { folder: 'outside-example', id: 'example-wells' },
  files: { folder: 'files-example', id: 'example-stations' },
  page: { folder: 'page-example', id: 'example-levels' },
  full: { folder: 'full-example', id: 'example-inventory' },
};
export type Example = keyof typeof EXAMPLES;
const OFFERED = 'groma.ts';

/** Throws where there is no such example. */
export function exampleOf(name: string): Example {
  if (Object.hasOwn(EXAMPLES, name)) return name as Example;
  throw new Error(`There is no example '${name}'; there are ${Object.keys(EXAMPLES).join(', ')}.`);
}

/**
 * Makes a folder with a plugin that works, a copy of an example under its own name. Returns its files.
 * Throws where the folder is there, or its name is none for a plugin.
 */
export function makePlugin(folder: string, like: Example = 'tools'): string[] {
  const id = basename(resolve(folder));
  if (!z.safeParse(pluginId, id).success)
    throw new Error(
      `'${id}' is no name for a plugin: use two to four words in lower case, joined by hyphens, the first is yours, as in acme-wells.`,
    );
  if (existsSync(folder)) throw new Error(`${folder} is there already: name a new folder.`);
  const example = EXAMPLES[like];
  const files = readdirSync(join(DOCS, example.folder)).map((name) => join(DOCS, example.folder, name));
  // What Groma offers is the same for every contained plugin.
  if (like === 'files' || like === 'page') files.push(join(DOCS, EXAMPLES.tools.folder, OFFERED));
  mkdirSync(folder, { recursive: true });
  return files.map((from) => {
    const file = join(folder, basename(from));
    const text = readFileSync(from, 'utf8').replaceAll(example.id, id);
    // A full plugin has the types of this copy of Groma.
    writeFileSync(file, like === 'full' ? text.replaceAll('../../../', `${ROOT}/`) : text);
    return file;
  });
}
