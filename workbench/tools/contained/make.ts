import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { pluginId } from '../../../core/protocol/index.ts';

const EXAMPLE = join(import.meta.dirname, '../../../docs/plugins/outside-example');
const EXAMPLE_ID = 'example-wells';
const FILES = ['manifest.ts', 'main.ts', 'groma.ts', 'tsconfig.json'];

/**
 * Makes a folder with a plugin that works, a copy of the example under its own name. Returns its files.
 * Throws where the folder is there, or its name is none for a plugin.
 */
export function makePlugin(folder: string): string[] {
  const id = basename(resolve(folder));
  if (!z.safeParse(pluginId, id).success)
    throw new Error(
      `'${id}' is no name for a plugin: use two to four words in lower case, joined by hyphens, the first is yours, as in acme-wells.`,
    );
  if (existsSync(folder)) throw new Error(`${folder} is there already: name a new folder.`);
  const made = FILES.map((name) => join(folder, name));
  for (const [n, file] of made.entries()) cpSync(join(EXAMPLE, FILES[n]!), file);
  for (const file of made) writeFileSync(file, readFileSync(file, 'utf8').replaceAll(EXAMPLE_ID, id));
  return made;
}
