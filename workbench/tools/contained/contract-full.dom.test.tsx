import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanup, render } from '@testing-library/react';
import axe from 'axe-core';
import type { ComponentType } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { serviceToken } from '#core/kernel';
import type { Command, PluginManifest, UsedPlugin } from '#core/plugin';
import { faultIn, packageManifest, type PackageManifest } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { loadFull, type RunningFull } from '../../full/load-full.ts';
import { manifestOf, textsOf } from '../../outside-manifest.ts';
import { pageServices } from './testing/full-stage.ts';
import { packExample } from './testing/pack-example.ts';

/** Where `groma-plugin test` has packed a plugin; without it, the example of the documents is held against the contract. */
const PACKED = process.env['GROMA_FULL_PLUGIN_PACKED'];

describe(`The contract of a full plugin, kept by ${PACKED === undefined ? 'the example' : 'yours'}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'groma-contract-'));
  const page = { adoptedStyleSheets: [] as CSSStyleSheet[] };
  let manifest: PackageManifest;
  let running: RunningFull;
  let workbench: PluginManifest;

  beforeAll(async () => {
    const packed = PACKED ?? join(folder, 'packed');
    if (PACKED === undefined) packExample('full', packed);
    const file = (name: string) => join(packed, name);
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

  async function stage(language: 'en' | 'it' = 'en') {
    const container = await pageServices(manifest, language, [workbench]);
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
