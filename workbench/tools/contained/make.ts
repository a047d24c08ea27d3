import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { PLUGIN_API, pluginId } from '../../../core/protocol/index.ts';
import { HOME } from './home.ts';

const DOCS = join(HOME, 'docs/plugins');
/** The packages of authors, in the package `create-groma-plugin`; not in this repository before they are built. */
const PACKAGES = join(HOME, 'packages');
const EXAMPLES = {
  tools: { folder: 'outside-example', id: 'example-wells' },
  files: { folder: 'files-example', id: 'example-stations' },
  page: { folder: 'page-example', id: 'example-levels' },
  full: { folder: 'full-example', id: 'example-inventory' },
};
export type Example = keyof typeof EXAMPLES;
const OFFERED = 'groma.ts';
/** Of `groma-plugin`, `groma-plugin-api` and `create-groma-plugin`: what a plugin made by them may ask for. */
export const PACKAGES_VERSION = `${PLUGIN_API.major}.${PLUGIN_API.minor}.0`;

/** Throws where there is no such example. */
export function exampleOf(name: string): Example {
  if (Object.hasOwn(EXAMPLES, name)) return name as Example;
  throw new Error(`There is no example '${name}'; there are ${Object.keys(EXAMPLES).join(', ')}.`);
}

/**
 * Makes a folder with a plugin that works, a copy of an example under its own name, and the packages that it is developed
 * with. Throws where the folder is there, or its name is none for a plugin.
 */
export function makePlugin(folder: string, like: Example = 'tools'): void {
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
  for (const from of files)
    writeFileSync(join(folder, basename(from)), readFileSync(from, 'utf8').replaceAll(example.id, id));
  const readme = readFileSync(join(HOME, 'workbench/tools/contained/made/about.md'), 'utf8');
  writeFileSync(join(folder, 'README.md'), readme.replaceAll('example-plugin', id));
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\n*.zip\n*.pem\n');
  // No registry is asked for anything.
  writeFileSync(join(folder, '.npmrc'), 'audit=false\nfund=false\n');
  writeJson(join(folder, 'tsconfig.json'), {
    extends: `groma-plugin-api/${like === 'full' ? 'full' : 'contained'}.json`,
    include: ['**/*.ts', '**/*.tsx'],
  });
  writeJson(join(folder, 'package.json'), {
    name: id,
    private: true,
    type: 'module',
    scripts: Object.fromEntries(
      ['dev', 'stories', 'test', 'pack'].map((action) => [action, `groma-plugin ${action}`]),
    ),
    devDependencies: packagesIn(folder),
  });
}

/** Copies the packages into the folder where they are here, and names them by their file; otherwise by their version. */
function packagesIn(folder: string): Record<string, string> {
  const names = ['groma-plugin', 'groma-plugin-api'];
  if (!existsSync(PACKAGES)) return Object.fromEntries(names.map((name) => [name, `^${PACKAGES_VERSION}`]));
  mkdirSync(join(folder, 'packages'));
  return Object.fromEntries(
    names.map((name) => {
      const file = `packages/${name}-${PACKAGES_VERSION}.tgz`;
      copyFileSync(join(HOME, file), join(folder, file));
      return [name, `file:${file}`];
    }),
  );
}

const writeJson = (file: string, value: object) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
