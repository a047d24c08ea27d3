import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** A small house in which every import breaks one rule. */
const BROKEN: Record<string, { file: string; code: string }> = {
  'kernel-stands-alone': { file: 'core/kernel/a.ts', code: "import '../document/index.ts';" },
  'protocol-knows-only-the-kernel': { file: 'core/protocol/a.ts', code: "import '../document/index.ts';" },
  'core-knows-no-upper-room': { file: 'core/tools/a.ts', code: "import '../../plugins/q/api.ts';" },
  'core-by-the-door': { file: 'core/tools/b.ts', code: "import '../document/inner.ts';" },
  'rooms-enter-core-by-the-door': {
    file: 'plugins/p/model/a.ts',
    code: "import '../../../core/document/inner.ts';",
  },
  'no-engine-in-core': { file: 'core/mapview/a.ts', code: "import 'ol/Map.js';" },
  'react-only-in-core-react': { file: 'core/tools/c.ts', code: "import 'react';" },
  'plugins-meet-by-api': { file: 'plugins/p/model/b.ts', code: "import '../../q/inner.ts';" },
  'api-has-no-implementation': { file: 'plugins/p/api.ts', code: "import './model/a.ts';" },
  'manifest-is-data': { file: 'plugins/p/manifest.ts', code: "import './model/a.ts';" },
  'model-has-no-screen': { file: 'plugins/p/model/c.ts', code: "import 'react';" },
  'ui-has-no-engine': { file: 'plugins/p/ui/a.tsx', code: "import 'ol/Map.js';" },
  'map-has-no-react': { file: 'plugins/p/map/a.ts', code: "import 'react';" },
  'engines-only-in-viewers': { file: 'plugins/p/map/b.ts', code: "import 'ol/Map.js';" },
  'workbench-lists-plugins-once': { file: 'workbench/a.ts', code: "import '../plugins/q/api.ts';" },
  'server-stands-on-protocol': { file: 'server/a.ts', code: "import '../core/document/index.ts';" },
  'no-tests-in-production': { file: 'core/tools/d.ts', code: "import './e.test.ts';" },
  resolvable: { file: 'core/tools/f.ts', code: "import './nowhere.ts';" },
  'no-cycles': { file: 'core/tools/g.ts', code: "import './h.ts';" },
};
const INNOCENT = {
  'core/document/index.ts': 'export {};',
  'core/document/inner.ts': 'export {};',
  'core/tools/e.test.ts': 'export {};',
  'core/tools/h.ts': "import './g.ts';",
  'plugins/q/api.ts': 'export {};',
  'plugins/q/inner.ts': 'export {};',
};

describe('the import rules', () => {
  const house = mkdtempSync(join(tmpdir(), 'groma-rules-'));
  const broken = new Map<string, string[]>();

  beforeAll(() => {
    const files = {
      ...INNOCENT,
      ...Object.fromEntries(Object.values(BROKEN).map(({ file, code }) => [file, code])),
    };
    for (const [file, code] of Object.entries({
      ...files,
      'package.json': '{"type":"module","dependencies":{"react":"*","ol":"*"}}',
    })) {
      mkdirSync(dirname(join(house, file)), { recursive: true });
      writeFileSync(join(house, file), code);
    }
    writeFileSync(
      join(house, 'tsconfig.json'),
      '{"compilerOptions":{"module":"esnext","moduleResolution":"bundler"}}',
    );
    symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'));
    const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const rules = join(ROOT, '.dependency-cruiser.cjs');
    const { stdout } = spawnSync(
      process.execPath,
      [program, '--config', rules, '--output-type', 'json', 'core', 'plugins', 'workbench', 'server'],
      { cwd: house, encoding: 'utf8', maxBuffer: 1 << 26 },
    );
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: { from: string; rule: { name: string } }[] };
    };
    for (const { from, rule } of summary.violations)
      broken.set(rule.name, [...(broken.get(rule.name) ?? []), from]);
  });
  afterAll(() => rmSync(house, { recursive: true }));

  it.each(Object.entries(BROKEN))('refuse what breaks "%s"', (rule, { file }) => {
    expect(broken.get(rule) ?? []).toContain(file);
  });
});
