import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newPlugin } from './make-plugin.ts';

const ROOT = join(import.meta.dirname, '..', '..');
let root: string;

/** A copy of the files that a new plugin changes, next to the real core. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'groma-plugin-'));
  for (const folder of ['core', 'node_modules']) symlinkSync(join(ROOT, folder), join(root, folder));
  for (const path of ['package.json', 'tsconfig.json', 'plugins/.template'])
    cpSync(join(ROOT, path), join(root, path), { recursive: true });
  mkdirSync(join(root, 'workbench'));
  writeFileSync(
    join(root, 'workbench/plugins.ts'),
    `import type { PluginManifest } from '#core/plugin';
import notFound from './not-found.ts';

/** The one list of plugins. */
export const PLUGINS: readonly PluginManifest[] = [notFound];
`,
  );
  writeFileSync(
    join(root, 'workbench/not-found.ts'),
    "export default { id: 'not-found', load: () => Promise.reject(new Error('not needed')) };\n",
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const json = (path: string) => JSON.parse(read(path)) as Record<string, string>;

describe('a new plugin', () => {
  it('has a manifest, code, texts in both languages, a test and a story, all under its name', () => {
    const made = newPlugin(root, 'field-notes');
    expect(made.sort()).toEqual([
      'locales/en/field-notes.json',
      'locales/it/field-notes.json',
      'plugins/field-notes/README.md',
      'plugins/field-notes/api.ts',
      'plugins/field-notes/manifest.ts',
      'plugins/field-notes/model/tally.test.ts',
      'plugins/field-notes/model/tally.ts',
      'plugins/field-notes/plugin.ts',
      'plugins/field-notes/ui/FieldNotesPage.tsx',
      'plugins/field-notes/ui/TallyCard.stories.tsx',
      'plugins/field-notes/ui/TallyCard.tsx',
      'plugins/field-notes/ui/field-notes.css',
      'workbench/plugins.ts',
    ]);
    for (const file of made) expect(read(file), file).not.toMatch(/template/i);
    expect(read('plugins/field-notes/manifest.ts')).toContain("id: 'field-notes'");
    expect(read('plugins/field-notes/api.ts')).toContain('fieldNotesCounted: { count: number }');
    expect(json('locales/it/field-notes.json').title).toBe('Field notes');
    expect(Object.keys(json('locales/it/field-notes.json'))).toEqual(
      Object.keys(json('locales/en/field-notes.json')),
    );
  });

  it('type-checks, and its own test passes', () => {
    newPlugin(root, 'field-notes');
    // Checks it in a separate tree with the same compiler settings.
    const tsc = join(ROOT, 'node_modules/typescript7/bin/tsc');
    writeFileSync(
      join(root, 'tsconfig.json'),
      JSON.stringify({ ...json('tsconfig.json'), include: ['plugins/field-notes', 'workbench'] }),
    );
    expect(() =>
      execFileSync(process.execPath, [tsc, '-p', root, '--preserveSymlinks'], { encoding: 'utf8' }),
    ).not.toThrow();
  });

  it('is added to the end of the list', () => {
    newPlugin(root, 'field-notes');
    newPlugin(root, 'grid-3d');
    const list = read('workbench/plugins.ts');
    expect(list).toContain("import fieldNotes from '../plugins/field-notes/manifest.ts';");
    expect(list.replace(/\s+/g, '')).toContain('=[notFound,fieldNotes,grid3d,];');
  });

  it('may be named after a reserved word', () => {
    newPlugin(root, 'export');
    expect(read('workbench/plugins.ts')).toContain(
      "import exportPlugin from '../plugins/export/manifest.ts';",
    );
  });

  it.each([
    ['', 'A plugin needs a name: use lower-case words with hyphens, as in npm run new-plugin field-notes.'],
    [
      'Field Notes',
      "'Field Notes' is no name for a plugin: use lower-case words with hyphens, as in npm run new-plugin field-notes.",
    ],
    [
      '../etc',
      "'../etc' is no name for a plugin: use lower-case words with hyphens, as in npm run new-plugin field-notes.",
    ],
  ])('is not created with the name %j', (name, sentence) => {
    const list = read('workbench/plugins.ts');
    expect(() => newPlugin(root, name)).toThrow(sentence);
    expect(readdirSync(join(root, 'plugins'))).toEqual(['.template']);
    expect(read('workbench/plugins.ts')).toBe(list);
  });

  it('does not overwrite an existing plugin', () => {
    newPlugin(root, 'notes');
    writeFileSync(join(root, 'plugins/notes/README.md'), 'mine');
    expect(() => newPlugin(root, 'notes')).toThrow(
      "There is a plugin 'notes' already: choose another name, or delete plugins/notes first.",
    );
    expect(read('plugins/notes/README.md')).toBe('mine');
    expect(existsSync(join(root, 'locales/en/notes.json'))).toBe(true);
  });
});
