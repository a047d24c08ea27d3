import { describe, expect, it, vi } from 'vitest';
import type { I18n } from '#core/i18n';
import type { OutsideRuntime, PluginCode, PluginManifest } from '#core/plugin';
import type { OutsidePlugin } from '#core/protocol';
import { OutsidePlugins } from './outside-plugins.ts';

const text = (en: string) => ({ en, it: `${en} in italiano` });
function outside(id: string, more: Partial<OutsidePlugin['manifest']> = {}): OutsidePlugin {
  return {
    id,
    granted: ['store'],
    manifest: {
      format: 1,
      id,
      kind: 'contained',
      version: '1.0.0',
      groma: '^1',
      title: text('Wells'),
      description: text('x'),
      permissions: ['store'],
      tools: [
        { id: 'place', title: text('Place'), hint: text('Click'), icon: 'point', order: 9, group: 'draw' },
      ],
      panels: [{ id: 'list', title: text('List'), icon: 'table', order: 9 }],
      commands: [{ id: 'all', title: text('All'), icon: 'select', workspace: true }],
      pages: [],
      importers: [],
      exporters: [],
      finders: [],
      layers: [],
      jobs: [],
      files: { 'entry.js': '0'.repeat(64) },
      ...more,
    },
  };
}

function stage() {
  const setAdded = vi.fn<(manifests: readonly PluginManifest[]) => void>();
  const setTexts = vi.fn<I18n['setTexts']>();
  const keep = vi.fn();
  const forget = vi.fn();
  const codeOf = vi.fn(() => ({}));
  const runtime = { keep, codeOf } as unknown as OutsideRuntime;
  const open = vi.fn(() => Promise.resolve(runtime));
  const full = { codeOf: vi.fn(() => Promise.resolve({} as PluginCode)), keep: vi.fn() };
  const plugins = new OutsidePlugins(
    { setAdded, manifests: [{ id: 'map-2d' } as PluginManifest] },
    { setTexts },
    open,
    () => Promise.resolve(full),
    forget,
  );
  return {
    plugins,
    setAdded,
    setTexts,
    keep,
    codeOf,
    open,
    full,
    forget,
    last: () => setAdded.mock.lastCall![0],
    texts: () => Object.fromEntries(setTexts.mock.lastCall![0]),
  };
}

describe('plugins from outside in the workbench', () => {
  it('contribute like ours, under their own names and with their own texts', () => {
    const { plugins, last, texts, open } = stage();
    plugins.set([outside('acme-wells')]);
    const [manifest] = last();
    expect(manifest).toMatchObject({
      id: 'acme-wells',
      switchable: true,
      tools: [
        { id: 'acme-wells.place', title: 'tool.place', route: '2doutside/acme-wells/place', viewer: '2d' },
      ],
      panels: [{ id: 'acme-wells.list', title: 'panel.list' }],
      commands: [{ id: 'acme-wells.all', title: 'command.all', workspace: true }],
    });
    expect(texts()['acme-wells']).toEqual({
      en: {
        title: 'Wells',
        'tool.place': 'Place',
        'hint.place': 'Click',
        'panel.list': 'List',
        'command.all': 'All',
      },
      it: expect.objectContaining({ title: 'Wells in italiano' }),
    });
    // Nothing is loaded until one is used.
    expect(open).not.toHaveBeenCalled();
  });

  it('show no component of a version that was replaced, and keep those of others', () => {
    const { plugins, forget } = stage();
    plugins.set([outside('acme-wells'), outside('acme-pumps')]);
    plugins.set([outside('acme-wells', { version: '1.1.0' }), outside('acme-pumps')]);
    expect(forget.mock.calls).toEqual([['acme-wells']]);
  });

  it('offer layers as data, and full ones fill the points that plugins of ours offer', () => {
    const { plugins, last, texts } = stage();
    const source = {
      kind: 'xyz',
      url: 'https://maps.test/{z}/{x}/{y}.png',
      minZoom: 0,
      maxZoom: 19,
    } as const;
    const layer = { title: text('Maps'), help: text('Of Acme'), source, attribution: 'Acme', order: 9 };
    const measureParts = [
      { id: 'acme-full.cost', kinds: ['area' as const], render: 'acme-full.Cost', order: 5 },
    ];
    plugins.set([
      outside('acme-maps', { layers: [{ ...layer, id: 'maps' }] }),
      outside('acme-full', { kind: 'full', contributes: { measureParts } }),
    ]);
    expect(last()).toMatchObject([
      {
        optional: ['external-layers'],
        layerSources: [
          { id: 'acme-maps.maps', title: 'layer.maps', help: 'layer-help.maps', source, attribution: 'Acme' },
        ],
      },
      { optional: ['measure-2d'], measureParts },
    ]);
    expect(texts()['acme-maps']).toEqual({
      en: expect.objectContaining({ 'layer.maps': 'Maps', 'layer-help.maps': 'Of Acme' }),
      it: expect.objectContaining({ 'layer.maps': 'Maps in italiano' }),
    });
  });

  it('stay the same objects when they are listed again unchanged', async () => {
    const { plugins, last, keep, codeOf } = stage();
    plugins.set([outside('acme-wells'), outside('acme-pumps')]);
    const [wells, pumps] = last();
    await wells!.load();
    plugins.set([outside('acme-wells'), outside('acme-pumps', { version: '2.0.0' })]);
    expect(last()[0]).toBe(wells);
    expect(last()[1]).not.toBe(pumps);
    expect(keep).toHaveBeenLastCalledWith([codeOf.mock.lastCall!.at(0), expect.anything()]);
  });

  it('have other panels after an update, so that none of the old code is shown', () => {
    const { plugins, last } = stage();
    plugins.set([outside('acme-wells')]);
    const before = last()[0]!.panels![0]!.render;
    plugins.set([outside('acme-wells', { version: '1.0.1' })]);
    expect(last()[0]!.panels![0]!.render).not.toBe(before);
  });

  it('take their texts with them', () => {
    const { plugins, last, setTexts } = stage();
    plugins.set([outside('acme-wells')]);
    plugins.set([]);
    expect(last()).toEqual([]);
    expect(setTexts).toHaveBeenLastCalledWith(new Map([['acme-wells', undefined]]));
  });

  it('contribute pages, and files and search only where that was granted', () => {
    const { plugins, last, texts } = stage();
    const more = {
      pages: [{ id: 'heights', title: text('Heights'), icon: 'chart', order: 9 }],
      importers: [{ id: 'list', title: text('Station list'), extensions: ['.stn'] }],
      exporters: [{ id: 'list', title: text('Station list'), extension: '.stn' }],
      finders: [{ id: 'stations', title: text('Stations'), order: 9 }],
    };
    plugins.set([outside('acme-stations', more)]);
    expect(last()[0]).toMatchObject({
      routes: [{ path: '/plugin/acme-stations/heights', title: 'page.heights' }],
      menu: [{ id: 'acme-stations.heights', path: '/plugin/acme-stations/heights' }],
      importers: [],
      exporters: [],
      palette: [],
    });
    const granted = ['files.read', 'files.write', 'search'];
    plugins.set([{ ...outside('acme-stations', more), granted }]);
    expect(last()[0]).toMatchObject({
      importers: [{ id: 'acme-stations.list', extensions: ['.stn'], needs: ['import'] }],
      exporters: [{ id: 'acme-stations.list', extension: '.stn', needs: ['export'] }],
      palette: [{ render: 'acme-stations.finder.stations' }],
    });
    expect(texts()['acme-stations']).toMatchObject({ it: { palette: 'Stations in italiano' } });
  });

  it('that are full contribute as ours do, with their own texts and without a frame', async () => {
    const { plugins, last, texts: shown, open, full } = stage();
    const panel = { id: 'acme-full.list', title: 'list', icon: 'table', render: 'acme-full.List', order: 9 };
    const texts = { en: { list: 'List' }, it: { list: 'Elenco' } };
    const none = { tools: [], panels: [], commands: [] };
    const contributes = { panels: [panel] };
    plugins.set([
      outside('acme-full', { ...none, kind: 'full', contributes, texts, requires: ['selection'] }),
    ]);
    expect(last()[0]).toMatchObject({
      id: 'acme-full',
      requires: ['selection'],
      switchable: true,
      panels: [panel],
    });
    expect(shown()['acme-full']).toEqual({
      en: { list: 'List', title: 'Wells' },
      it: { list: 'Elenco', title: 'Wells in italiano' },
    });
    expect(plugins.hasRunFull).toBe(false);
    await last()[0]!.load();
    expect(plugins.hasRunFull).toBe(true);
    plugins.set([]);
    expect(full.keep).toHaveBeenLastCalledWith([]);
    expect(open).not.toHaveBeenCalled();
  });

  it('leave the texts of a plugin of the build alone, whose name they have', () => {
    const { plugins, setTexts } = stage();
    plugins.set([outside('map-2d')]);
    plugins.set([]);
    expect(setTexts).not.toHaveBeenCalled();
  });
});
