import { BehaviorSubject, of } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import type { OpenProject } from '#core/project';
import type { ObjectType } from '#core/protocol';
import { memoryStorage } from '#core/testing';
import { ProjectLayers } from './project-layers.ts';

const type = (name: string, geometryType: ObjectType['geometryType']) =>
  [name, { name, geometryType, style: { stroke: '#000000', width: 1 } } as ObjectType] as const;

it('puts an area type that comes while the project is open below all others, also after a reload', () => {
  const storage = memoryStorage();
  const first = [type('fields', 'Polygon'), type('wells', 'Point')];
  const opened = (types: typeof first) => {
    const types$ = new BehaviorSubject<ReadonlyMap<string, ObjectType>>(new Map(types));
    const open = { project: { id: 'p' }, types$ } as unknown as OpenProject;
    const api = { call: () => Promise.reject(new Error('offline')) } as never;
    const layers = new ProjectLayers({ projects: { current$: of(open) }, api, storage, onUnsent: vi.fn() });
    return { types$, order: () => layers.states.map(({ typeName }) => typeName) };
  };
  const { types$, order } = opened(first);
  expect(order()).toEqual(['fields', 'wells']);
  const all = [...first, type('imported', 'Polygon')];
  types$.next(new Map(all));
  expect(order()).toEqual(['imported', 'fields', 'wells']);
  expect(opened(all).order()).toEqual(['imported', 'fields', 'wells']);
});

describe('Locked layers', () => {
  const TYPES = new Map([type('fields', 'Polygon'), type('wells', 'Point')]);

  /** A server that stores the locks of one project, and a device that opens the project. */
  function opened(stored: string[] | null, storage = memoryStorage()) {
    const server = { stored, offline: false, requests: 0 };
    const call = async (
      { method, path }: { method: string; path: string },
      request: { body?: Record<string, string[]> },
    ) => {
      if (path.endsWith('layergroups')) return { data: { groups: [], version: 1 } };
      await Promise.resolve();
      if (server.offline) throw new Error('offline');
      if (method === 'POST') {
        server.requests++;
        const { lock = [], unlock = [] } = request.body!;
        server.stored = [...(server.stored ?? []).filter((name) => !unlock.includes(name)), ...lock];
      }
      return { data: { typeNames: server.stored } };
    };
    const open = { project: { id: 'p' }, types: TYPES, types$: new BehaviorSubject(TYPES) };
    const onUnsent = vi.fn();
    const layers = new ProjectLayers({
      projects: { current$: of(open as unknown as OpenProject) },
      api: { call } as never,
      storage,
      onUnsent,
    });
    const locked = () => layers.states.filter((state) => state.locked).map(({ typeName }) => typeName);
    return { server, layers, locked, onUnsent, storage };
  }

  it('are those of the server, on every device', async () => {
    const { locked, server } = opened(['wells']);
    await vi.waitFor(() => expect(locked()).toEqual(['wells']));
    expect(server.requests).toBe(0);
  });

  it('are stored on the server when they change', async () => {
    const { layers, locked, server } = opened([]);
    layers.setLocked('wells', true);
    layers.setLocked('fields', true);
    layers.setLocked('wells', false);
    await vi.waitFor(() => expect(server.stored).toEqual(['fields']));
    expect(locked()).toEqual(['fields']);
  });

  it('of before the server stored them are sent to it', async () => {
    const storage = memoryStorage();
    storage.setItem('layers.p', JSON.stringify({ locked: ['fields', 'a type that is gone'] }));
    const { server } = opened(null, storage);
    await vi.waitFor(() => expect(server.stored).toEqual(['fields']));
  });

  it('that could not be sent are told, apply here, and are sent at the next opening', async () => {
    const first = opened([]);
    await vi.waitFor(() => expect(first.locked()).toEqual([]));
    first.server.offline = true;
    first.layers.setLocked('wells', true);
    await vi.waitFor(() => expect(first.onUnsent).toHaveBeenCalled());
    expect(first.locked()).toEqual(['wells']);
    first.layers.dispose();
    const second = opened([], first.storage);
    await vi.waitFor(() => expect(second.server.stored).toEqual(['wells']));
    expect(second.locked()).toEqual(['wells']);
  });
});
