import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { matchPath, matchRoutes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { Container } from 'inversify';
import { allows, readOnly } from '#core/access';
import {
  addressOn,
  assignKeys,
  CORE_POINTS,
  definePlugin,
  Plugins,
  sameKeys,
  shortcutItems,
  verify,
  type PluginManifest,
} from '#core/plugin';
import { CHANGING_PROJECTS } from '#core/protocol';
import { isWorkspace } from './is-workspace.ts';
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

  it('have tools and panels around the map only', () => {
    const routes = PLUGINS.flatMap((plugin) => plugin.routes ?? []);
    const shown = [
      '/draw/1',
      '/draw/1/3d',
      '/draw/1/2ddrawtools/point',
      '/object-management',
      '/projectList',
    ];
    expect(shown.map((path) => isWorkspace(routes, path))).toEqual([true, true, true, false, false]);
  });

  it.each(['en', 'it'])('have panels that can be told apart by their titles in %s', (language) => {
    const text = (plugin: string, key: string): string =>
      (
        JSON.parse(readFileSync(join(ROOT, 'locales', language, `${plugin}.json`), 'utf8')) as Record<
          string,
          string
        >
      )[key]!;
    const titles = PLUGINS.flatMap(({ id, panels = [] }) => panels.map(({ title }) => text(id, title)));
    expect(titles.length).toBeGreaterThan(10);
    expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([]);
  });

  it('offer in an archived project all but what changes it', () => {
    const host = new Plugins(PLUGINS, new Container());
    // Popups come and go with the tools of their plugin.
    const points = CORE_POINTS.filter((point) => point !== 'overlays');
    const offered = (authorizations: readonly string[]) => {
      host.setAllows((guard, grant) => allows({ authorizations, blockedLayers: [] }, guard, grant));
      return points.flatMap((point) =>
        host.current(point).map((one) => ({
          point,
          name: 'id' in one ? one.id : 'path' in one ? one.path : point,
          needs: one.needs ?? [],
          needsAny: one.needsAny ?? [],
        })),
      );
    };
    const all = offered(['*']);
    const left = new Set(offered(readOnly(['*'])).map(({ name }) => name));
    const gone = all.filter(({ name }) => !left.has(name));
    const changing = all.filter(
      ({ needs, needsAny }) =>
        needs.some((one) => CHANGING_PROJECTS.has(one)) ||
        (needsAny.length > 0 && needsAny.every((one) => CHANGING_PROJECTS.has(one))),
    );
    expect(gone.filter((one) => !changing.includes(one))).toEqual([]);
    expect(changing.filter(({ name }) => left.has(name))).toEqual([]);
    expect(gone.filter(({ point }) => point === 'tools').length).toBeGreaterThan(20);
  });

  it('have a page at the address of each tool', () => {
    const routes = PLUGINS.flatMap((plugin) => plugin.routes ?? []);
    const addresses = PLUGINS.flatMap(({ tools = [] }) =>
      tools.flatMap(({ route, also = {} }) => [route, ...Object.values(also)]),
    );
    expect(addresses.filter((address) => !isWorkspace(routes, `/draw/1/${address}`))).toEqual([]);
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

  it('guard the address of each tool by the viewer that it opens', () => {
    const pages = PLUGINS.flatMap(({ routes = [] }) => routes).filter(({ path }) =>
      path.startsWith('/draw/'),
    );
    const open = (address: string, blocked: string): boolean => {
      const person = { authorizations: ['*'], blockedLayers: [blocked] };
      const matches =
        matchRoutes(
          pages.map((page) => ({ path: page.path, id: page.path })),
          address,
        ) ?? [];
      const page = pages.find(({ path }) => path === matches.at(-1)?.route.id);
      return page !== undefined && allows(person, page);
    };
    const wrong = PLUGINS.flatMap(({ tools = [] }) => tools).flatMap((tool) =>
      (['2d', '3d'] as const).flatMap((viewer) => {
        const address = addressOn(tool, viewer);
        if (address === undefined) return [];
        const own = `map-${viewer}`;
        const other = viewer === '2d' ? 'map-3d' : 'map-2d';
        return open(`/draw/1/${address}`, other) && !open(`/draw/1/${address}`, own) ? [] : [address];
      }),
    );
    expect(wrong).toEqual([]);
    expect(['map-2d', 'map-3d'].map((one) => open('/draw/1', one))).toEqual([true, true]);
  });

  it('have layers for who is blocked from all viewers but one', () => {
    const viewers = PLUGINS.flatMap((plugin) => plugin.viewers ?? []).flatMap(({ layers = [] }) => layers);
    const { panels = [], overlays = [] } = PLUGINS.find(({ id }) => id === 'layers')!;
    expect(viewers).toHaveLength(5);
    const without = viewers.filter((viewer) => {
      const blockedLayers = viewers.filter((other) => other !== viewer);
      const person = { authorizations: ['*'], blockedLayers };
      return ![...panels, ...overlays].every((one) => allows(person, one));
    });
    expect(without).toEqual([]);
  });

  it('have no workspace for who is blocked from every object type', () => {
    const person = { authorizations: ['*'], blockedLayers: ['tree'], everyTypeBlocked: true };
    const pages = PLUGINS.flatMap(({ routes = [] }) => routes).filter(({ path }) =>
      path.startsWith('/draw/'),
    );
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.filter((page) => allows(person, page))).toEqual([]);
  });

  it.each(['admin.users', 'admin.roles', 'admin.organizations'])(
    'have the management pages for who has only %s',
    (authorization) => {
      const person = { authorizations: [authorization], blockedLayers: [] };
      const { routes = [], menu = [] } = PLUGINS.find(({ id }) => id === 'administration')!;
      expect([...routes, ...menu].map((one) => allows(person, one))).toEqual([true, true]);
    },
  );

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
