import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiBreaks, keptApi, pluginApi } from './plugin-api.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

describe('what Groma promises to plugins from outside', () => {
  it('is what the kept file says: a break needs a new major version, more needs a new minor one', () => {
    const [kept, now] = [keptApi(ROOT), pluginApi(ROOT)];
    expect(apiBreaks(kept, now)).toEqual([]);
    expect(now, 'npm run reference').toBe(kept);
  });

  it('has the manifest, permissions, calls, messages and declarations', () => {
    const lines = pluginApi(ROOT).split('\n');
    for (const line of [
      'manifest.id: string',
      'manifest.tools?[].title.it: string',
      'manifest.tools?[].group?: "measure"',
      'call objects.list.typeName: string',
      'call panel.show.blocks[]<chart>.form: "bars"',
      'message<done>.problem?: string',
      'groma.objects.list(typeName: string): FoundObjects',
      'MapObject { typeName: string }',
      'start(handlers: Handlers): void',
      'permission selection',
    ])
      expect(lines).toContain(line);
  });

  const kept = 'version 1.2\na: string\nb: number (deprecated since 1.2)\nc: any\n';
  it.each([
    ['the same', kept, []],
    ['less, unmarked', kept.replace('a: string\n', ''), ["'a: string' is gone"]],
    ['changed', kept.replace('a: string', 'a: number'), ["'a: string' is gone", 'raise PLUGIN_API.minor']],
    ['more under the same version', `${kept}d: any\n`, ['raise PLUGIN_API.minor']],
    ['more under a higher one', `${kept.replace('1.2\n', '1.3\n')}d: any\n`, []],
    ['deprecated', kept.replace('1.2\n', '1.3\n').replace('c: any', 'c: any (deprecated since 1.3)'), []],
    ['less, too early', kept.replace('1.2\n', '1.3\n').replace(/b: .*\n/, ''), ["'b: number"]],
    ['less, after two minor versions', kept.replace('1.2\n', '1.4\n').replace(/b: .*\n/, ''), []],
    ['less under a new major version', 'version 2.0\nc: any\n', []],
  ])('may be followed by what is %s, or not', (_what, now, says) => {
    const found = apiBreaks(kept, now);
    expect(found.map((problem, n) => problem.includes(says[n] ?? 'nothing'))).toEqual(says.map(() => true));
  });
});
