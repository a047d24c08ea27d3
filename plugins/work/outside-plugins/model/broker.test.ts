import { Subject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { ObjectDocument } from '#core/document';
import { DocumentHistory } from '#core/history';
import type { OutsidePlugin } from '#core/protocol';
import { selectionOf, targetsOf } from '#core/testing';
import { Toasts } from '#core/toasts';
import { Broker } from './broker.ts';
import type { WorkbenchServices } from './plugin-context.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const WELL = {
  id: ID,
  typeName: 'Well',
  location: { type: 'Point' as const, coordinates: [12, 42] as [number, number] },
  properties: { depth: 1, note: 'old' },
  relatesTo: [],
};
const LOCKED = { ...WELL, id: ID.replace(/1$/, '2'), typeName: 'locked' };

function pluginWith(granted: string[]): OutsidePlugin {
  return {
    id: ID,
    granted,
    manifest: {
      format: 1,
      id: 'acme-wells',
      kind: 'contained',
      version: '1.0.0',
      groma: '^1',
      title: { en: 'Wells', it: 'Pozzi' },
      description: { en: 'x', it: 'x' },
      permissions: granted,
      tools: [],
      panels: [{ id: 'list', title: { en: 'a', it: 'a' }, icon: 'table', order: 1 }],
      commands: [],
      pages: [{ id: 'page', title: { en: 'a', it: 'a' }, icon: 'table', order: 1 }],
      importers: [],
      exporters: [],
      finders: [],
      layers: [],
      jobs: [],
      files: { 'entry.js': '0'.repeat(64) },
    },
  };
}

function stage(granted: string[], authorizations = ['geometries.write']) {
  const document = new ObjectDocument('p');
  document.apply(
    [WELL, LOCKED].map((after) => ({ id: after.id, before: undefined, after })),
    'load',
  );
  const history = new DocumentHistory(document);
  const open = {
    project: { id: 'p' },
    document,
    history,
    types: new Map([
      ['Well', {}],
      ['locked', {}],
    ]),
    covers: () => true,
  };
  const call = vi.fn(() => Promise.resolve({ data: { value: 7 } }));
  const selection = selectionOf([ID]);
  const toasts = new Toasts();
  const show = vi.fn();
  const overlay = vi.fn();
  const opened = new Subject<string>();
  const reach = {
    api: { call },
    projects: { current: open },
    views: { active: { camera: { center: [12, 42, 5], zoom: 15 }, fly: vi.fn() } },
    selection,
    targets: targetsOf({ document }),
    toasts,
    session: { me: { authorizations } },
    panels: { open: (id: string) => opened.next(id) },
    i18n: {
      language: 'en',
      number: String,
      t: (key: string, values: object = {}) =>
        `${key.replace('outside-plugins:', '')} ${Object.values(values).join(' ')}`.trim(),
    },
    show,
    overlay,
  } as unknown as WorkbenchServices;
  const broker = new Broker(pluginWith(granted), reach);
  const ask = (name: string, values: Record<string, unknown> = {}) => broker.answer(name, values);
  return { ask, document, history, selection, toasts, show, overlay, call, open };
}
const ALL = ['objects.read:*', 'objects.write:*', 'selection', 'view', 'store', 'net:stock.test'];
const NEW = { typeName: 'Well', location: { type: 'Point', coordinates: [1, 2] }, properties: {} };

describe('the broker of a plugin', () => {
  it.each([
    ['objects.list', { typeName: 'Well' }, 'objects.read:Well'],
    ['objects.write', { create: [NEW] }, 'objects.write:Well'],
    ['objects.write', { remove: [ID] }, 'objects.write:Well'],
    ['selection.get', {}, 'selection'],
    ['selection.set', { ids: [] }, 'selection'],
    ['view.get', {}, 'view'],
    ['view.show', { center: [0, 0] }, 'view'],
    ['overlay.show', { shapes: [], labels: [] }, 'overlay'],
    ['store.get', { place: 'project', name: 'x' }, 'store'],
    ['store.set', { place: 'project', name: 'x', value: 1 }, 'store'],
    ['store.list', { place: 'organization' }, 'store'],
    ['store.remove', { place: 'organization', name: 'x' }, 'store'],
    ['fetch', { url: 'https://stock.test/a' }, 'net:stock.test'],
  ])('refuses %s of %j unless it was granted, and asks nobody', async (name, values, permission) => {
    const { ask, call, document } = stage([], ['geometries.write', 'geometries.delete']);
    await expect(ask(name, values)).rejects.toThrow(`problem.not-granted ${permission}`);
    expect(call).not.toHaveBeenCalled();
    expect(document.size).toBe(2);
  });

  it('gives objects of granted types only, and says when they are not all', async () => {
    const { ask, open } = stage(['objects.read:Well']);
    expect(await ask('objects.list', { typeName: 'Well' })).toEqual({
      objects: [WELL],
      complete: true,
      reason: '',
    });
    await expect(ask('objects.list', { typeName: 'locked' })).rejects.toThrow('objects.read:locked');
    open.covers = () => false;
    expect(await ask('objects.list', { typeName: 'Well' })).toMatchObject({
      complete: false,
      reason: 'incomplete.unloaded 10000',
    });
    // Blocked for the person, so that the project does not have it.
    open.types.delete('Well');
    await expect(ask('objects.list', { typeName: 'Well' })).rejects.toThrow('problem.no-type Well');
  });

  it('changes objects in one step that names the plugin and is undone at once', async () => {
    const { ask, document, history } = stage(ALL, ['geometries.write', 'geometries.delete']);
    const changes: unknown[] = [];
    document.changes$.subscribe((change) => changes.push(...change.changes));
    const [made] = (await ask('objects.write', {
      create: [NEW],
      change: [{ id: ID, properties: { depth: 2, note: null } }],
    })) as string[];
    expect(document.get(made!)).toMatchObject({ ...NEW, relatesTo: [] });
    expect(document.get(ID)?.properties).toEqual({ depth: 2 });
    expect(changes).toMatchObject([{ plugin: 'acme-wells@1.0.0' }, { plugin: 'acme-wells@1.0.0' }]);
    expect(history.state.done).toHaveLength(1);
    history.undo();
    expect([document.get(made!), document.get(ID)]).toEqual([undefined, WELL]);
    expect(changes.slice(2)).toEqual([
      expect.not.objectContaining({ plugin: expect.anything() }),
      expect.not.objectContaining({ plugin: expect.anything() }),
    ]);
  });

  it.each([
    ['of locked layers', { change: [{ id: LOCKED.id, properties: {} }] }, 'problem.locked'],
    ['that are not loaded', { remove: [ID.replace(/1$/, '9')] }, 'problem.no-object'],
    [
      'twice',
      {
        change: [
          { id: ID, properties: { a: 1 } },
          { id: ID, properties: { a: 2 } },
        ],
      },
      'problem.object-twice',
    ],
    ['of a type that is not there', { create: [{ ...NEW, typeName: 'secret' }] }, 'problem.no-type'],
    [
      'with a broken geometry',
      { create: [{ ...NEW, location: { type: 'Point', coordinates: ['x'] } }] },
      'call-malformed',
    ],
    ['with more fields', { create: [{ ...NEW, id: ID }] }, 'call-malformed'],
    ['without end', { remove: Array.from({ length: 10_001 }, () => ID) }, 'call-malformed'],
  ])('refuses to change objects %s', async (_what, values, says) => {
    const { ask, document } = stage(ALL, ['geometries.write', 'geometries.delete']);
    await expect(ask('objects.write', values)).rejects.toThrow(says);
    expect([document.get(ID), document.size]).toEqual([WELL, 2]);
  });

  it('gives a plugin no more rights than the person has', async () => {
    const reader = stage(ALL, []);
    await expect(reader.ask('objects.write', { create: [NEW] })).rejects.toThrow('no-right');
    const writer = stage(ALL);
    await expect(writer.ask('objects.write', { remove: [ID] })).rejects.toThrow('no-right');
  });

  it.each(['toString', 'constructor', '__proto__', 'objects.delete', ''])(
    'knows no call %j',
    async (name) => {
      await expect(stage(ALL).ask(name)).rejects.toThrow('call-unknown');
    },
  );

  it('shows shapes and labels over the map, as many as it can bear', async () => {
    const { ask, overlay } = stage(['overlay']);
    const line = (count: number) => ({
      location: { type: 'LineString', coordinates: Array.from({ length: count }, (_, n) => [n / 1e6, 0]) },
      colour: '#E69F00',
      dashed: true,
    });
    await ask('overlay.show', { shapes: [line(2)], labels: [{ position: [1, 2], text: 'A' }] });
    expect(overlay).toHaveBeenCalledWith({
      shapes: [{ geometry: line(2).location, style: { stroke: '#E69F00' }, dashed: true }],
      labels: [{ position: [1, 2], text: 'A' }],
    });
    await expect(ask('overlay.show', { shapes: [line(50_001)], labels: [] })).rejects.toThrow(
      'overlay-too-large 50000',
    );
    await expect(
      ask('overlay.show', { shapes: [{ ...line(2), colour: 'url(x)' }], labels: [] }),
    ).rejects.toThrow('call-malformed');
  });

  it('gives the selection and the place of the map', async () => {
    const { ask, selection } = stage(ALL);
    expect(await ask('selection.get')).toEqual([ID]);
    await ask('selection.set', { ids: [LOCKED.id] });
    expect(selection.ids).toEqual([LOCKED.id]);
    expect(await ask('view.get')).toEqual({ center: [12, 42], zoom: 15 });
  });

  it('stores documents of the open project, and asks granted hosts only', async () => {
    const { ask, call } = stage(ALL);
    expect(await ask('store.get', { place: 'project', name: 'x' })).toBe(7);
    expect(call).toHaveBeenLastCalledWith(expect.anything(), {
      params: { id: ID, name: 'x' },
      headers: { projectid: 'p' },
    });
    await expect(ask('fetch', { url: 'https://stock.test.evil.test/' })).rejects.toThrow(
      'net:stock.test.evil.test',
    );
    await expect(ask('fetch', { url: 'https://stock.test@evil.test/' })).rejects.toThrow('net:evil.test');
    await expect(ask('fetch', { url: 'no address' })).rejects.toThrow('no-address');
  });

  it('shows panels of the plugin only, without markup, and few messages, each with its title', async () => {
    const { ask, show, toasts } = stage([]);
    const text = { kind: 'text', text: '<b>x</b>' };
    await ask('panel.show', { panel: 'list', blocks: [text], open: false });
    expect(show).toHaveBeenCalledWith('list', [text]);
    await expect(ask('panel.show', { panel: 'other', blocks: [], open: false })).rejects.toThrow('no-panel');
    await expect(
      ask('panel.show', { panel: 'list', blocks: [{ kind: 'html', html: 'x' }], open: false }),
    ).rejects.toThrow('call-malformed');
    for (let n = 0; n < 5; n++) await ask('message', { text: `${n}`, kind: 'info' });
    await expect(ask('message', { text: 'more', kind: 'error' })).rejects.toThrow('too-many-messages');
    expect(toasts.shown[0]!.message).toBe('says Wells 0');
  });
});
