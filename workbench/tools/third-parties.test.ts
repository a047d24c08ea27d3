import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acceptsNode, installedPackages, thirdParties } from './third-parties.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PACKAGES = installedPackages(ROOT);
const refusing = (version: string) =>
  PACKAGES.flatMap(({ name, node }) => (node && !acceptsNode(node, version) ? [name] : [])).sort();

describe('The list of third parties', () => {
  it('is current: run npm run notices', () => {
    expect(readFileSync(join(ROOT, 'THIRD-PARTY.md'), 'utf8')).toBe(thirdParties(PACKAGES));
  });

  it('names the licence of each', () => {
    expect(PACKAGES.length).toBeGreaterThan(400);
    expect(PACKAGES.filter(({ licence, isDev }) => licence === 'unknown' && !isDev)).toEqual([]);
  });

  it('has each package that ships, and none of development', () => {
    const text = thirdParties([
      { name: 'b', version: '2.0.0', licence: 'MIT', isDev: false, node: undefined },
      { name: 'a', version: '1.0.0', licence: 'MIT', isDev: false, node: undefined },
      { name: 'c', version: '3.0.0', licence: 'ISC', isDev: true, node: undefined },
    ]);
    expect(text).toContain('## MIT\n\n- a 1.0.0\n- b 2.0.0\n');
    expect(text).not.toContain('c 3.0.0');
  });
});

describe('The versions of Node', () => {
  it('in .nvmrc and the next one are accepted by all packages that are installed on any system', () => {
    const named = readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim();
    // Sharp's package for 32-bit Windows names Node 20 alone; Node 22 has no such builds.
    for (const version of [`${named}.22.0`, '24.0.0'])
      expect(refusing(version)).toEqual(['@img/sharp-win32-ia32']);
  });

  it('from 20.19 on are accepted by all others; these want 22, and are tested on 20 here', () => {
    expect(refusing('20.19.0')).toEqual([
      '@cesium/engine',
      '@cesium/widgets',
      '@mapbox/jsonlint-lines-primitives',
      'camera-controls',
      'cesium',
      'content-disposition',
      'cookie',
      'eventsource-parser',
      'i18next',
      'vitest',
    ]);
  });

  it.each([
    ['>=18', '20.19.0', true],
    ['>= 22.12', '22.11.0', false],
    ['^20.19.0 || ^22.13.0 || >=23.5.0', '22.12.0', false],
    ['^20.19.0 || ^22.13.0 || >=23.5.0', '23.6.0', true],
    ['18 || 20 || >=22', '21.0.0', false],
    ['18 || 20 || >=22', '20.1.0', true],
    ['>=14.16 <21', '22.0.0', false],
    ['~22.1', '22.2.0', false],
    ['20.x', '20.4.0', true],
    ['*', '1.0.0', true],
  ])('%s accepts %s: %s', (range, version, accepted) => {
    expect(acceptsNode(range, version)).toBe(accepted);
  });
});
