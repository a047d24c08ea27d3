import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderCycles } from '../workbench/tools/folder-cycles.ts';

const ROOT = join(import.meta.dirname, '..');
const RULES = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: { name: string; comment: string }[];
};

/** The floors of the server, lowest first. */
const FLOORS = ['base', 'platform', 'formats', 'http', 'shared', 'api', 'ogc', 'app'];

/** A small project in which every import breaks one rule. */
const BROKEN: Record<string, { file: string; code: string }> = {
  'kernel-stands-alone': { file: 'core/kernel/a.ts', code: "import '../document/index.ts';" },
  'protocol-knows-only-the-kernel': { file: 'core/protocol/a.ts', code: "import '../document/index.ts';" },
  'core-knows-no-upper-room': { file: 'core/tools/a.ts', code: "import '../../plugins/h/q/api.ts';" },
  'core-platform-knows-no-map': { file: 'core/session/a.ts', code: "import '../document/index.ts';" },
  'core-gis-knows-no-screen': { file: 'core/document/a.ts', code: "import '../react/index.ts';" },
  'core-has-only-floors': { file: 'core/attic/a.ts', code: "import '../document/index.ts';" },
  'core-by-the-door': { file: 'core/tools/b.ts', code: "import '../document/inner.ts';" },
  'rooms-enter-core-by-the-door': {
    file: 'plugins/g/p/model/a.ts',
    code: "import '../../../../core/document/inner.ts';",
  },
  'no-engine-in-core': { file: 'core/mapview/a.ts', code: "import 'ol/Map.js';" },
  'react-only-in-core-react': { file: 'core/tools/c.ts', code: "import 'react';" },
  'plugins-meet-by-api': { file: 'plugins/g/p/model/b.ts', code: "import '../../../h/q/inner.ts';" },
  'api-has-no-implementation': { file: 'plugins/g/p/api.ts', code: "import './model/a.ts';" },
  'manifest-is-data': { file: 'plugins/g/p/manifest.ts', code: "import './model/a.ts';" },
  'model-has-no-screen': { file: 'plugins/g/p/model/c.ts', code: "import 'react';" },
  'ui-has-no-engine': { file: 'plugins/g/p/ui/a.tsx', code: "import 'ol/Map.js';" },
  'map-has-no-react': { file: 'plugins/g/p/map/a.ts', code: "import 'react';" },
  'engines-only-in-viewers': { file: 'plugins/g/p/map/b.ts', code: "import 'ol/Map.js';" },
  'workbench-lists-plugins-once': { file: 'workbench/a.ts', code: "import '../plugins/h/q/api.ts';" },
  'server-stands-on-protocol': { file: 'server/a.ts', code: "import '../core/document/index.ts';" },
  'server-has-only-floors': { file: 'server/app/a.ts', code: "import '../rooms/inner.ts';" },
  ...Object.fromEntries(
    FLOORS.slice(0, -1).map((floor, n) => [
      `server-${floor}-imports-nothing-above`,
      { file: `server/${floor}/a.ts`, code: `import '../${FLOORS[n + 1]}/inner.ts';` },
    ]),
  ),
  'server-routes-are-no-library': { file: 'server/api/two/a.ts', code: "import '../three/routes.ts';" },
  'server-helpers-in-testing': {
    file: 'server/api/three/a.test.ts',
    code: "import './testing/helper.ts';",
  },
  'no-tests-in-production': { file: 'core/tools/d.ts', code: "import './e.test.ts';" },
  resolvable: { file: 'core/tools/f.ts', code: "import './nowhere.ts';" },
  'no-cycles': { file: 'core/tools/g.ts', code: "import './h.ts';" },
};
const INNOCENT: Record<string, string> = {
  ...Object.fromEntries(FLOORS.map((floor) => [`server/${floor}/inner.ts`, 'export {};'])),
  'server/app/down.ts': FLOORS.map((floor) => `import '../${floor}/inner.ts';`).join('\n'),
  'server/app/resources.ts': "import '../api/three/routes.ts';",
  'server/rooms/inner.ts': 'export {};',
  'server/api/three/routes.ts': 'export {};',
  'server/api/three/testing/helper.ts': 'export {};',

  'core/document/index.ts': 'export {};',
  'core/document/inner.ts': 'export {};',
  'core/react/index.ts': 'export {};',
  'core/tools/e.test.ts': 'export {};',
  'core/tools/h.ts': "import './g.ts';",
  'plugins/h/q/api.ts': 'export {};',
  'plugins/h/q/inner.ts': 'export {};',
};

function build(house: string, files: Record<string, string>): void {
  for (const [file, code] of Object.entries(files)) {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), code);
  }
}

describe('the import rules', () => {
  const house = mkdtempSync(join(tmpdir(), 'groma-rules-'));
  const broken = new Map<string, string[]>();
  /** What `npm run imports` prints, without line breaks. */
  let printed = '';

  beforeAll(() => {
    const files = {
      ...INNOCENT,
      ...Object.fromEntries(Object.values(BROKEN).map(({ file, code }) => [file, code])),
    };
    build(house, {
      ...files,
      'package.json': '{"type":"module","dependencies":{"react":"*","ol":"*"}}',
      'tsconfig.json': '{"compilerOptions":{"module":"esnext","moduleResolution":"bundler"}}',
    });
    symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'));
    const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const rules = join(ROOT, '.dependency-cruiser.cjs');
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: { imports: string };
    };
    const [, words = ''] = /^depcruise (.*?) &&/.exec(scripts.imports) ?? [];
    const { stdout } = spawnSync(process.execPath, [program, '--config', rules, ...words.split(' ')], {
      cwd: house,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    printed = stdout.replace(/\s+/g, ' ');
    for (const [, rule, from] of stdout.matchAll(/^\s*error ([\w-]+): (\S+)/gm))
      broken.set(rule!, [...(broken.get(rule!) ?? []), from!]);
  });
  afterAll(() => rmSync(house, { recursive: true }));

  it.each(Object.entries(BROKEN))('refuse what breaks "%s"', (rule, { file }) => {
    expect(broken.get(rule) ?? []).toContain(file);
    const { comment } = RULES.forbidden.find(({ name }) => name === rule)!;
    expect(printed).toContain(comment.replace(/\s+/g, ' '));
  });

  it('allow imports from lower floors', () => {
    const innocent = ['server/app/down.ts', 'server/app/resources.ts'];
    expect([...broken.values()].flat().filter((file) => innocent.includes(file))).toEqual([]);
  });
});

describe('folders of the server', () => {
  const house = mkdtempSync(join(tmpdir(), 'groma-folders-'));
  afterAll(() => rmSync(house, { recursive: true }));
  const cyclesOf = (files: Record<string, string>) => {
    rmSync(join(house, 'server'), { recursive: true, force: true });
    build(house, files);
    return folderCycles(house);
  };

  it('may import others in one direction, and each other in tests', () => {
    const files = {
      'server/api/a/one.ts': "import '../b/one.ts'; import '../b/deep/two.ts';",
      'server/api/b/one.ts': "import type { Two } from './deep/two.ts';",
      'server/api/b/deep/two.ts': 'export type Two = 2;',
      'server/api/b/one.test.ts': "import '../a/one.ts';",
    };
    expect(cyclesOf(files)).toEqual([]);
  });

  it('are reported when two import each other', () => {
    const files = {
      'server/api/a/one.ts': "import '../b/one.ts';",
      'server/api/b/two.ts': "import type { Two } from '../a/two.ts';",
    };
    expect(cyclesOf(files)).toEqual([
      'server/api/a/one.ts → server/api/b/one.ts',
      'server/api/b/two.ts → server/api/a/two.ts',
    ]);
  });

  it('are reported when they import each other through a third, also by import()', () => {
    const files = {
      'server/api/a/one.ts': "import '../b/one.ts'; import '../d/one.ts';",
      'server/api/b/two.ts': "void import('../c/one.ts');",
      'server/api/c/two.ts': "import '../a/two.ts';",
    };
    expect(cyclesOf(files)).toEqual([
      'server/api/a/one.ts → server/api/b/one.ts',
      'server/api/b/two.ts → server/api/c/one.ts',
      'server/api/c/two.ts → server/api/a/two.ts',
    ]);
  });

  it('are reported when a folder and one inside it import each other', () => {
    const files = {
      'server/api/a/one.ts': "import './deep/one.ts';",
      'server/api/a/deep/two.ts': "import '../two.ts';",
    };
    expect(cyclesOf(files)).toEqual([
      'server/api/a/deep/two.ts → server/api/a/two.ts',
      'server/api/a/one.ts → server/api/a/deep/one.ts',
    ]);
  });

  it('are reported when two rooms import each other by different folders inside', () => {
    const files = {
      'server/api/a/one.ts': "import '../b/deep/one.ts';",
      'server/api/b/two.ts': "import '../a/two.ts';",
    };
    expect(cyclesOf(files)).toHaveLength(2);
  });
});
