import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defaultClientConditions } from 'vite';
import { HOME } from '../contained/home.ts';
import { STORIES_PAGE } from '../contained/stories-server.ts';
import { twoLanguages } from '../two-languages.ts';
import { copyPackages } from './third-party.ts';

const TOOLS = join(HOME, 'workbench/tools');
/** Where its files are in the package, as deep as in this repository (`home.ts`). */
const PLACE = 'workbench/tools/contained';
/** What is not built into it. */
const APART = ['happy-dom', 'vite', 'vitest'];
/** What it reads while it runs, beside `api.ts` of plugins. */
const READ = ['locales/en/server.json', 'workbench/full', `${PLACE}/bundled.tsconfig.json`];

/** Writes `groma-plugin`: the tool of authors with the contract of every plugin and the page of stories, and all that it needs. */
export async function writeToolPackage(to: string): Promise<void> {
  await buildScripts(to, {
    'groma-plugin': join(TOOLS, 'groma-plugin.ts'),
    'contract.dom.test': join(TOOLS, 'contained/contract.dom.test.tsx'),
    'contract-full.dom.test': join(TOOLS, 'contained/contract-full.dom.test.tsx'),
    'contract.config': join(TOOLS, 'contained/testing/contract.config.ts'),
    'own-tests.config': join(TOOLS, 'contained/testing/own-tests.config.ts'),
    'dom-setup': join(HOME, 'tests/dom-setup.ts'),
  });
  await buildPage(join(to, 'stories-page'));
  for (const file of [...READ, ...apis()]) cpSync(join(HOME, file), join(to, file), { recursive: true });
  copyPackages(HOME, APART, to);
  writeFileSync(join(to, 'groma-plugin.js'), `#!/usr/bin/env node\nimport './${PLACE}/groma-plugin.js';\n`);
}

/** Writes `create-groma-plugin`, with the examples and the packages that a plugin is developed with. */
export async function writeCreatePackage(to: string, packages: readonly string[]): Promise<void> {
  await buildScripts(to, { 'create-groma-plugin': join(TOOLS, 'create-groma-plugin.ts') });
  const examples = readdirSync(join(HOME, 'docs/plugins')).filter((name) => name.endsWith('-example'));
  for (const file of [`${PLACE}/made`, ...examples.map((name) => `docs/plugins/${name}`)])
    cpSync(join(HOME, file), join(to, file), { recursive: true });
  mkdirSync(join(to, 'packages'));
  for (const file of packages) cpSync(file, join(to, 'packages', file.split(/[/\\]/).at(-1)!));
  const start = `#!/usr/bin/env node\nimport './${PLACE}/create-groma-plugin.js';\n`;
  writeFileSync(join(to, 'create-groma-plugin.js'), start);
}

function apis(): string[] {
  const inside = (folder: string) => readdirSync(join(HOME, folder)).map((name) => `${folder}/${name}`);
  const all = inside('plugins')
    .filter((group) => !group.includes('.'))
    .flatMap(inside);
  return all.map((plugin) => `${plugin}/api.ts`).filter((file) => existsSync(join(HOME, file)));
}

const COMMON = {
  root: HOME,
  configFile: false as const,
  logLevel: 'error' as const,
  publicDir: false as const,
};

async function buildScripts(to: string, input: Record<string, string>): Promise<void> {
  await build({
    ...COMMON,
    plugins: [twoLanguages()],
    ssr: { noExternal: true, external: [...APART, 'vitest/config'] },
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(to, PLACE),
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

async function buildPage(to: string): Promise<void> {
  await build({
    ...COMMON,
    plugins: [react(), twoLanguages()],
    resolve: { conditions: ['es2015', ...defaultClientConditions] },
    build: {
      target: 'es2023',
      outDir: to,
      emptyOutDir: true,
      rolldownOptions: { input: join(HOME, STORIES_PAGE) },
    },
  });
}
