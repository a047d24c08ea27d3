import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { matchPath } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { assignKeys, definePlugin, sameKeys, shortcutItems, verify, type PluginManifest } from '#core/plugin';
import { PLUGINS } from './plugins.ts';

const SHORTCUTS = shortcutItems(PLUGINS);
const ROOT = join(import.meta.dirname, '..');
const SOURCES = ['plugins', 'core'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
);
const GROUPS = readdirSync(join(ROOT, 'plugins')).filter((name) => !name.startsWith('.'));
/** The folder of each plugin by its name. */
const FOLDERS = new Map(
  GROUPS.flatMap((group) =>
    readdirSync(join(ROOT, 'plugins', group)).map((name) => [name, `plugins/${group}/${name}`]),
  ),
);

describe('the plugins of this workbench', () => {
  it('form a valid graph', () => {
    expect(verify(PLUGINS).problems).toEqual([]);
  });

  it('are all those that have a folder', () => {
    expect(PLUGINS.map(({ id }) => id).sort()).toEqual([...FOLDERS.keys()].sort());
  });

  it('have a folder each: no two groups hold one of the same name', () => {
    const names = GROUPS.flatMap((group) => readdirSync(join(ROOT, 'plugins', group)));
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it.each(PLUGINS.map(({ id }) => id))('%s has a README and texts', (id) => {
    for (const file of [`${FOLDERS.get(id)}/README.md`, `locales/en/${id}.json`, `locales/it/${id}.json`])
      expect(existsSync(join(ROOT, file)), file).toBe(true);
  });

  it('have a page at the address of each of their tools', () => {
    const pages = PLUGINS.flatMap(({ routes = [] }) => routes.map(({ path }) => path));
    const drawn = PLUGINS.flatMap(({ tools = [] }) => tools.filter(({ viewer }) => viewer === '2d'));
    const lost = drawn.filter(({ route }) => !pages.some((page) => matchPath(page, `/draw/1/${route}`)));
    expect(lost.map(({ id }) => id)).toEqual([]);
  });

  it('bind each name once: what has a token is not also bound by a string', () => {
    const named = (pattern: RegExp): string[] =>
      SOURCES.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!));
    const bound = named(/\bbind\('([^']+)'\)/g);
    const tokens = named(/\bserviceToken<[^(]*>\(\s*'([^']+)'/g);
    expect(bound.length).toBeGreaterThan(PLUGINS.length);
    expect(tokens.length).toBeGreaterThan(PLUGINS.length / 2);
    const all = [...new Set(tokens), ...bound];
    expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
  });

  it('have a shortcut wherever they want one', () => {
    expect(assignKeys(SHORTCUTS).losses.map(({ message }) => message)).toEqual([]);
  });

  it('leave Alt with a letter to plugins from outside, and to people', () => {
    expect(SHORTCUTS.filter(({ wanted }) => wanted && /^Alt\+[A-Z]$/.test(sameKeys(wanted)))).toEqual([]);
  });

  it('and the example of the documentation go together', () => {
    const [, code] = /```ts\n(export default definePlugin[\s\S]*?)```/.exec(
      readFileSync(join(ROOT, 'docs/writing-a-plugin.md'), 'utf8'),
    )!;
    const script = code!.replace('export default', 'return').replace(/load: .*/, '');
    const example = (new Function('definePlugin', script) as (d: typeof definePlugin) => PluginManifest)(
      definePlugin,
    );
    const all = [...PLUGINS, { ...example, load: () => Promise.reject(new Error('not needed')) }];
    expect(verify(all).problems).toEqual([]);
    expect(assignKeys(shortcutItems(all)).losses).toEqual([]);
    expect(shortcutItems([example]).map(({ wanted }) => wanted)).toEqual(['Alt+N']);
  });
});
