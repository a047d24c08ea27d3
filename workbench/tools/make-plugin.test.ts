import { execFileSync, spawnSync } from 'node:child_process';
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
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KINDS, newPlugin } from './make-plugin.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Doors of other plugins that a new one uses, and what its tests set. */
const DOORS = [
  'plugins/work/selection/api.ts',
  'plugins/measure/measure-2d/api.ts',
  'plugins/work/attributes/api.ts',
  'plugins/files/import/api.ts',
  'plugins/start/projects/api.ts',
];
let root: string;

/** A copy of the files that a new plugin changes, next to the real core. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'groma-plugin-'));
  for (const folder of ['core', 'node_modules', 'tests', 'server'])
    symlinkSync(join(ROOT, folder), join(root, folder));
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

const openDoors = (): void => {
  for (const door of DOORS) {
    mkdirSync(join(root, door, '..'), { recursive: true });
    symlinkSync(join(ROOT, door), join(root, door));
  }
};

/** Files in the documents: blocks of code that begin with their path. */
const DOCUMENTS = readdirSync(join(ROOT, 'docs/plugins')).filter((name) => name.endsWith('.md'));
const EXAMPLES = DOCUMENTS.flatMap((document) =>
  [
    ...readFileSync(join(ROOT, 'docs/plugins', document), 'utf8').matchAll(
      /```ts\n\/\/ (\S+)\n([\s\S]*?)```/g,
    ),
  ].map(([, path, code]) => ({ path: path!, code: code! })),
);
const writeExamples = (): void => {
  for (const { path, code } of EXAMPLES) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), code);
  }
};

describe('a new plugin', () => {
  it('has a manifest, code, texts in both languages, a test and a story, all under its name', () => {
    const made = newPlugin(root, 'work/field-notes');
    expect(made.sort()).toEqual([
      'locales/en/field-notes.json',
      'locales/it/field-notes.json',
      'plugins/work/field-notes/README.md',
      'plugins/work/field-notes/api.ts',
      'plugins/work/field-notes/field-notes.trial.ts',
      'plugins/work/field-notes/manifest.ts',
      'plugins/work/field-notes/map/parallel-session.test.ts',
      'plugins/work/field-notes/map/parallel-session.ts',
      'plugins/work/field-notes/model/tally.test.ts',
      'plugins/work/field-notes/model/tally.ts',
      'plugins/work/field-notes/plugin.ts',
      'plugins/work/field-notes/ui/FieldNotesPage.tsx',
      'plugins/work/field-notes/ui/TallyCard.stories.tsx',
      'plugins/work/field-notes/ui/TallyCard.tsx',
      'plugins/work/field-notes/ui/field-notes.css',
      'workbench/plugins.ts',
    ]);
    for (const file of made) expect(read(file), file).not.toMatch(/template/i);
    expect(read('plugins/work/field-notes/manifest.ts')).toContain("id: 'field-notes'");
    expect(read('plugins/work/field-notes/api.ts')).toContain('fieldNotesCounted: { count: number }');
    expect(json('locales/it/field-notes.json').title).toBe('Field notes');
    expect(Object.keys(json('locales/it/field-notes.json'))).toEqual(
      Object.keys(json('locales/en/field-notes.json')),
    );
  });

  it.each([
    [
      'tool',
      ['map/parallel-session.test.ts', 'map/parallel-session.ts', 'a.trial.ts'],
      ['tools', 'requires'],
      6,
    ],
    [
      'page',
      [
        'api.ts',
        'model/tally.test.ts',
        'model/tally.ts',
        'ui/APage.tsx',
        'ui/TallyCard.stories.tsx',
        'ui/TallyCard.tsx',
        'ui/a.css',
      ],
      ['routes', 'menu'],
      4,
    ],
    ['importer', ['model/points.test.ts', 'model/points.ts'], ['importers', 'requires'], 2],
    [
      'panel',
      ['model/count-by-type.ts', 'ui/ObjectsPanel.tsx', 'ui/objects-panel.dom.test.tsx'],
      ['panels', 'requires'],
      3,
    ],
    ['command', ['api.ts', 'model/tally.test.ts', 'model/tally.ts'], ['commands'], 2],
  ])('of the kind %s has only what it needs', (kind, files, fields, texts) => {
    const made = newPlugin(root, 'work/a', kind);
    const common = ['README.md', 'manifest.ts', 'plugin.ts'];
    expect(made.filter((file) => file.startsWith('plugins/')).sort()).toEqual(
      [...common, ...files].map((file) => `plugins/work/a/${file}`).sort(),
    );
    const manifest = read('plugins/work/a/manifest.ts');
    expect([...manifest.matchAll(/^ {2}(\w+): \[/gm)].map(([, field]) => field).sort()).toEqual(
      fields.sort(),
    );
    for (const file of made) expect(read(file), file).not.toMatch(/for: |-- end|\/\/ end/);
    // With the title.
    expect(Object.keys(json('locales/en/a.json')), kind).toHaveLength(texts);
  });

  it('is not made of an unknown kind', () => {
    expect(() => newPlugin(root, 'work/a', 'widget')).toThrow(
      "'widget' is no kind of plugin: choose one of tool, page, importer, panel, command.",
    );
    expect(existsSync(join(root, 'plugins/work'))).toBe(false);
  });

  it('type-checks, of every kind, and so do the examples of the documents', () => {
    expect(EXAMPLES.length).toBeGreaterThan(6);
    writeExamples();
    newPlugin(root, 'work/field-notes');
    for (const kind of KINDS) newPlugin(root, `work/a-${kind}`, kind);
    openDoors();
    // Checks it in a separate tree with the same compiler settings.
    const tsc = join(ROOT, 'node_modules/typescript7/bin/tsc');
    writeFileSync(
      join(root, 'tsconfig.json'),
      JSON.stringify({
        ...json('tsconfig.json'),
        include: [
          'core/api/axios-fetch.d.ts',
          'plugins/work/field-notes',
          'plugins/work/a-*',
          'plugins/work/marks',
          'plugins/files/levels',
          'workbench',
          ...DOORS,
        ],
      }),
    );
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', root, '--preserveSymlinks'], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });

  it('passes its own tests, and the documents theirs', () => {
    newPlugin(root, 'work/field-notes');
    newPlugin(root, 'work/a-file', 'importer');
    writeExamples();
    openDoors();
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const report = join(root, 'report.json');
    const options = [
      '--root',
      root,
      'plugins/work',
      'plugins/files',
      '--reporter=json',
      `--outputFile=${report}`,
    ];
    execFileSync(process.execPath, [vitest, 'run', ...options], {
      stdio: 'ignore',
      cwd: root,
    });
    const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number;
      testResults: { name: string }[];
    };
    expect(testResults.map(({ name }) => basename(name)).sort()).toEqual([
      'book.test.ts',
      'mark-session.test.ts',
      'parallel-session.test.ts',
      'points.test.ts',
      'settings.test.ts',
      'tally.test.ts',
    ]);
    // One of the tally, three of the tool, five of the importer; five of the documents.
    expect(numPassedTests).toBe(14);
  }, 180_000);

  it('is added to the end of the list', () => {
    newPlugin(root, 'work/field-notes');
    newPlugin(root, 'globe/grid-3d');
    const list = read('workbench/plugins.ts');
    expect(list).toContain("import fieldNotes from '../plugins/work/field-notes/manifest.ts';");
    expect(list.replace(/\s+/g, '')).toContain('=[notFound,fieldNotes,grid3d,];');
  });

  it('may be named after a reserved word', () => {
    newPlugin(root, 'files/export');
    expect(read('workbench/plugins.ts')).toContain(
      "import exportPlugin from '../plugins/files/export/manifest.ts';",
    );
  });

  it.each([
    ['', 'A plugin needs a group and a name'],
    ['field-notes', "'field-notes' is no group and name for a plugin"],
    ['Work/Field Notes', "'Work/Field Notes' is no group and name for a plugin"],
    ['../etc', "'../etc' is no group and name for a plugin"],
    ['work/field/notes', "'work/field/notes' is no group and name for a plugin"],
  ])('is not created as %j', (path, sentence) => {
    const list = read('workbench/plugins.ts');
    expect(() => newPlugin(root, path)).toThrow(
      `${sentence}: use lower-case words with hyphens, as in npm run new-plugin work/field-notes.`,
    );
    expect(readdirSync(join(root, 'plugins'))).toEqual(['.template']);
    expect(read('workbench/plugins.ts')).toBe(list);
  });

  it('does not overwrite an existing plugin', () => {
    newPlugin(root, 'work/notes');
    writeFileSync(join(root, 'plugins/work/notes/README.md'), 'mine');
    for (const path of ['work/notes', 'admin/notes'])
      expect(() => newPlugin(root, path)).toThrow(
        "There is a plugin 'notes' already: choose another name, or delete plugins/work/notes first.",
      );
    expect(read('plugins/work/notes/README.md')).toBe('mine');
    expect(existsSync(join(root, 'locales/en/notes.json'))).toBe(true);
  });
});
