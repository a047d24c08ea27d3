import { BehaviorSubject, of, Subject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/kernel';
import type { LayerState } from '#core/mapview';
import type { OpenProject } from '#core/project';
import type { LayerGroup, ObjectType } from '#core/protocol';
import { memoryStorage } from '#core/testing';
import { gathered, itemsOf, regrouped, scalesOf, withGroups } from './groups.ts';
import { moveRows } from './move-rows.ts';
import { ProjectLayers } from './project-layers.ts';

const state = (typeName: string, more: Partial<LayerState> = {}): LayerState => ({
  typeName,
  visible: true,
  opacity: 1,
  style: { stroke: '#000000', width: 1 },
  locked: false,
  ...more,
});
const group = (id: string, typeNames: string[], more: Partial<LayerGroup> = {}): LayerGroup => ({
  id,
  name: id,
  typeNames,
  opacity: 1,
  ...more,
});
const names = (states: readonly LayerState[]) => states.map(({ typeName }) => typeName);

describe('Groups of layers', () => {
  const states = ['a', 'b', 'c', 'd'].map((name) => state(name));

  it('are where their topmost layer is, with their layers together', () => {
    expect(names(gathered(states, [group('g', ['a', 'c', 'gone'])]))).toEqual(['b', 'a', 'c', 'd']);
    const items = itemsOf(states, [group('g', ['a', 'c']), group('empty', ['gone'])]);
    expect(items.map((item) => (item.kind === 'layer' ? item.state.typeName : names(item.layers)))).toEqual([
      'd',
      ['c', 'a'],
      'b',
    ]);
  });

  it('hide and fade their layers, and limit their scales', () => {
    const style = { stroke: '#000000', width: 1, minScale: 5_000 };
    const own = [state('a', { opacity: 0.5, style }), state('b', { visible: false }), state('c')];
    const some = [group('g', ['a', 'b'], { opacity: 0.5, minScale: 10_000, maxScale: 500 })];
    const shown = withGroups(own, some, []);
    expect(shown).toMatchObject([
      { visible: true, opacity: 0.25, style: { minScale: 5_000, maxScale: 500 } },
      { visible: false, style: { minScale: 10_000, maxScale: 500 } },
      { opacity: 1 },
    ]);
    expect(shown[2]).toBe(own[2]);
    expect(own.map((each) => scalesOf(each, some))).toEqual([
      { minScale: 5_000, maxScale: 500 },
      { minScale: 10_000, maxScale: 500 },
      { minScale: undefined, maxScale: undefined },
    ]);
    // What is computed from a style is remembered by the style.
    expect(withGroups(own, some, [])[0]!.style).toBe(shown[0]!.style);
    expect(withGroups(own, some, ['g']).map(({ visible }) => visible)).toEqual([false, false, true]);
  });

  it('end when they have no layer', () => {
    const some = [group('g', ['a']), group('h', ['b'])];
    expect(regrouped(some, ['a'], 'h')).toEqual([group('h', ['b', 'a'])]);
    expect(regrouped(some, ['a', 'b'], undefined)).toEqual([]);
  });
});

describe('Groups of a project', () => {
  /** A server with the groups of one project, and a person who opens it. */
  function opened(stored: LayerGroup[], storage = memoryStorage()) {
    const server = { groups: stored, version: 1, puts: 0 };
    const call = async ({ path, method }: { path: string; method: string }, request: never) => {
      if (!path.endsWith('layergroups')) throw new AppError('offline', 'offline');
      const { body, ifMatch } = request as { body?: { groups: LayerGroup[] }; ifMatch?: string };
      if (method === 'PUT') {
        server.puts++;
        if (ifMatch !== String(server.version)) throw new AppError('stale', 'stale', { status: 412 });
        server.groups = body!.groups;
        server.version++;
      }
      return { data: { groups: server.groups, version: server.version } };
    };
    const type = (name: string) => [name, { name, geometryType: 'Point', style: state(name).style }] as const;
    const types = new Map(['a', 'b', 'c'].map(type)) as unknown as Map<string, ObjectType>;
    const open = {
      project: { id: 'p' },
      types,
      types$: new BehaviorSubject(types),
    } as unknown as OpenProject;
    const live$ = new Subject<void>();
    const onGroupsRefused = vi.fn();
    const layers = new ProjectLayers({
      projects: { current$: of(open) },
      api: { call } as never,
      storage,
      live: { on: () => live$ } as never,
      onUnsent: vi.fn(),
      onGroupsRefused,
    });
    return { layers, server, live$, onGroupsRefused, storage };
  }
  const shape = (layers: ProjectLayers) => layers.groups.map(({ name, typeNames }) => [name, ...typeNames]);

  it('are stored a moment after a change, once for many, and kept for the next opening', async () => {
    const { layers, server, storage } = opened([]);
    layers.addGroup('Base', ['a']);
    const { id } = layers.groups[0]!;
    layers.setGroup(['b'], id);
    for (const opacity of [0.9, 0.8, 0.7]) layers.changeGroup(id, { opacity });
    await vi.waitFor(() => expect(server.groups).toMatchObject([{ typeNames: ['a', 'b'], opacity: 0.7 }]));
    expect(server.puts).toBe(1);
    expect(layers.states.map(({ opacity }) => opacity)).toEqual([0.7, 0.7, 1]);
    layers.setGroupVisible(id, false);
    expect(shape(opened([], storage).layers)).toEqual([['Base', 'a', 'b']]);
  });

  it('are those of whoever was faster, who is said', async () => {
    const { layers, server, live$, onGroupsRefused } = opened([group('g', ['a'])]);
    await vi.waitFor(() => expect(shape(layers)).toEqual([['g', 'a']]));
    Object.assign(server, { groups: [group('g', ['a', 'b'])], version: 2 });
    layers.changeGroup('g', { name: 'Mine' });
    await vi.waitFor(() => expect(onGroupsRefused).toHaveBeenCalledWith(undefined));
    await vi.waitFor(() => expect(shape(layers)).toEqual([['g', 'a', 'b']]));
    Object.assign(server, { groups: [], version: 3 });
    live$.next();
    await vi.waitFor(() => expect(shape(layers)).toEqual([]));
  });

  it('take in and let go of layers that are dragged, by people who may edit them', async () => {
    const { layers } = opened([group('g', ['b', 'c'])]);
    await vi.waitFor(() => expect(shape(layers)).toEqual([['g', 'b', 'c']]));
    const order = () => names(layers.own);
    expect(order()).toEqual(['a', 'b', 'c']);
    // For others a layer stays in its group.
    moveRows(layers, ['c'], { id: 'a', position: 'after' }, false);
    expect([shape(layers), order()]).toEqual([[['g', 'b', 'c']], ['a', 'c', 'b']]);
    moveRows(layers, ['a'], { id: 'g', position: 'on' }, true);
    expect([shape(layers), order()]).toEqual([[['g', 'b', 'c', 'a']], ['c', 'b', 'a']]);
    moveRows(layers, ['c'], { id: 'g', position: 'before' }, true);
    expect([shape(layers), order()]).toEqual([[['g', 'b', 'a']], ['b', 'a', 'c']]);
    moveRows(layers, ['g'], { id: 'c', position: 'before' }, true);
    expect(order()).toEqual(['c', 'b', 'a']);
    layers.dissolve('g');
    expect(shape(layers)).toEqual([]);
  });
});
