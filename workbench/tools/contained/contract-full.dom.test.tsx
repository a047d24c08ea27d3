import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanup, render } from '@testing-library/react';
import axe from 'axe-core';
import type { ComponentType } from 'react';
import { NEVER } from 'rxjs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { API, LIVE } from '#core/api';
import { EVENT_BUS, EventBus } from '#core/events';
import { I18N } from '#core/i18n';
import { serviceToken } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import { Panels, PANELS, type Command, type PluginManifest, type UsedPlugin } from '#core/plugin';
import {
  faultIn,
  packageManifest,
  type Geometry,
  type ObjectType,
  type PackageManifest,
} from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { atWork, bindAll, desk, object, selectionOf, servicesOf, targetsOf } from '#core/testing';
import { TOASTS, Toasts } from '#core/toasts';
import { EDIT_TARGETS, SELECTION } from '#plugins/work/selection/api';
import { loadFull, type RunningFull } from '../../full/load-full.ts';
import { manifestOf, textsOf } from '../../outside-manifest.ts';

/** A folder of a full plugin; that of the documents unless `groma-plugin test` names one. */
const NAMED = process.env['GROMA_FULL_PLUGIN_FOLDER'];
const POINT: Geometry = { type: 'Point', coordinates: [12.4924, 41.8902] };

describe(`The contract of a full plugin, kept by ${NAMED ?? 'the example'}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'groma-contract-'));
  const page = { adoptedStyleSheets: [] as CSSStyleSheet[] };
  let manifest: PackageManifest;
  let running: RunningFull;
  let workbench: PluginManifest;

  beforeAll(async () => {
    const tool = join(import.meta.dirname, '..', 'groma-plugin.ts');
    const run = (...words: string[]) => execFileSync(process.execPath, ['--import', 'tsx', tool, ...words]);
    const plugin = NAMED ?? join(folder, 'acme-inventory');
    if (NAMED === undefined) run('new', plugin, '--like', 'full');
    run('pack', plugin, '--out', join(folder, 'packed'));
    const file = (name: string) => join(folder, 'packed', name);
    manifest = packageManifest.parse(JSON.parse(readFileSync(file('manifest.json'), 'utf8')));
    const used = { id: '', manifest, granted: manifest.permissions } as UsedPlugin;
    running = await loadFull(used, {
      page,
      importCode: () =>
        import(/* @vite-ignore */ `data:text/javascript;base64,${readFileSync(file('entry.js'), 'base64')}`),
      text: (key, values) => `${key} ${JSON.stringify(values)}`,
    });
    workbench = manifestOf(used, () => Promise.resolve(running.code));
  });
  afterEach(cleanup);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A project with three objects that is not real, and the plugin in it. */
  async function stage(language: 'en' | 'it' = 'en') {
    const objects = ['a', 'b', 'c'].map((id) => object(id, POINT));
    const types = [...new Set(objects.map(({ typeName }) => typeName))].map((name) => ({
      name,
      title: { en: name, it: name },
    }));
    const { project, settings } = desk(objects, types as unknown as ObjectType[], { manifests: [workbench] });
    const container = await servicesOf([], atWork(project, ['*']));
    bindAll(container, [
      [API, { call: () => Promise.reject(new Error('No server here.')) }],
      [LIVE, { on: () => NEVER, follow: () => NEVER }],
      [EVENT_BUS, new EventBus()],
      [VIEWS, { active: undefined, active$: NEVER, all: [], all$: NEVER }],
      [PANELS, new Panels()],
      [SETTINGS, settings],
      [TOASTS, new Toasts()],
      [SELECTION, selectionOf([], project.document)],
      [EDIT_TARGETS, targetsOf(project)],
    ]);
    const i18n = container.get(I18N);
    i18n.setTexts(new Map([[manifest.id, textsOf(manifest)]]));
    await i18n.setLanguage(language);
    container.load(running.code.default);
    return container;
  }
  const shown = () => ['routes', 'panels', 'status', 'overlays', 'topBar'] as const;
  const components = () =>
    shown().flatMap((point) => (workbench[point] ?? []).map(({ render: name }) => ({ point, name })));

  it('has names and addresses of its own, and its texts in both languages', () => {
    expect(faultIn(manifest)).toBeUndefined();
    const { en, it } = textsOf(manifest);
    expect(Object.keys(it).sort()).toEqual(Object.keys(en).sort());
  });

  it('binds every service that its manifest names', async () => {
    const container = await stage();
    const { tools = [], commands = [], palette = [], importers = [], exporters = [] } = workbench;
    const names = [
      ...components().map(({ name }) => name),
      ...[...tools, ...commands].map(({ id }) => id),
      ...palette.map(({ render: name }) => name),
      ...[...importers, ...exporters].map(({ service }) => service),
    ];
    expect(names.filter((name) => !container.isBound(serviceToken(name)))).toEqual([]);
    for (const { id } of commands) {
      const command = await container.getAsync(serviceToken<Command>(id));
      const reason = command.disabled?.();
      if (reason !== undefined && !reason.includes(':'))
        expect(textsOf(manifest).en[reason], reason).toBeDefined();
    }
  });

  /** Shows each component once, and returns what it shows. */
  async function showAll(language: 'en' | 'it'): Promise<string[]> {
    const container = await stage(language);
    const shown: string[] = [];
    for (const { name } of components()) {
      const Component = await container.getAsync(serviceToken<ComponentType>(name));
      const { container: element, unmount } = render(
        <ServicesProvider container={container}>
          <main>
            <Component />
          </main>
        </ServicesProvider>,
      );
      const { violations } = await axe.run(element, {
        rules: { 'color-contrast': { enabled: false }, 'heading-order': { enabled: false } },
      });
      expect(violations.map(({ id, help }) => `${name}: ${id}, ${help}`)).toEqual([]);
      shown.push(element.innerHTML);
      unmount();
    }
    return shown;
  }

  it('shows what everybody can use in both languages, and leaves no listener and no timer', async () => {
    // What our own components listen to for good is there after the first.
    const english = await showAll('en');
    const left = new Map<string, number>();
    const count = (by: number) => (type: string) => void left.set(type, (left.get(type) ?? 0) + by);
    const spies = [window, document].flatMap((target) => [
      vi.spyOn(target, 'addEventListener').mockImplementation(count(1) as never),
      vi.spyOn(target, 'removeEventListener').mockImplementation(count(-1) as never),
    ]);
    const begun = vi.spyOn(globalThis, 'setInterval');
    const ended = vi.spyOn(globalThis, 'clearInterval');
    try {
      const italian = await showAll('it');
      for (const [n, { name }] of components().entries())
        expect(italian[n], `${name} shows the same in Italian`).not.toBe(english[n]);
      expect([...left].filter(([, listeners]) => listeners > 0)).toEqual([]);
      expect(begun.mock.calls.length).toBeLessThanOrEqual(ended.mock.calls.length);
    } finally {
      for (const spy of [...spies, begun, ended]) spy.mockRestore();
    }
  });

  it('is ended with its styles', async () => {
    const container = await stage();
    container.unload(running.code.default);
    running.dispose();
    expect(page.adoptedStyleSheets).toEqual([]);
  });
});
