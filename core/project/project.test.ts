import 'fake-indexeddb/auto';
import { BehaviorSubject, NEVER, of, Subject } from 'rxjs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { add, mapObjectOf, setProperties } from '#core/document';
import { EventBus } from '#core/events';
import { loadCrs, loadProjections, operationOf, project } from '#core/geodesy';
import { AppError, newUuid } from '#core/kernel';
import {
  DEFAULT_FORMAT,
  type Field,
  type GeometryObject,
  type LiveEvents,
  type Me,
  type Project,
} from '#core/protocol';
import type { Settings } from '#core/settings';
import { field } from '#core/testing';
import { ProjectService } from './index.ts';
import { gsb } from '../../tests/gsb.ts';

const HERE = [9.001, 45.001, 9.002, 45.002] as const;
const A = '00000000-0000-4000-8000-000000000001';
const B = '00000000-0000-4000-8000-000000000002';

function object(
  id: string,
  version: number,
  value: number,
  at: [number, number] = [9.0015, 45.0015],
): GeometryObject {
  const when = '2026-01-01T00:00:00Z';
  return {
    id,
    typeName: 'pole',
    location: { type: 'Point', coordinates: at },
    properties: { value },
    relatesTo: [],
    transactions: [],
    projectId: '',
    metadata: { version, createdAt: when, createdBy: 'u', updatedAt: when, updatedBy: 'u', source: null },
  };
}

/** No shift at all, over Umbria. */
const GRID = gsb({
  grids: [{ name: 'UMBRIA', west: 12, south: 42, east: 13, north: 43, step: 0.5, shift: () => [0, 0] }],
});

function desk() {
  const geometries$ = new Subject<LiveEvents['geometries']>();
  const reload$ = new Subject<LiveEvents['reload']>();
  const types$ = new Subject<LiveEvents['types']>();
  const project$ = new Subject<LiveEvents['project']>();
  const used = vi.fn<Settings['useProject']>();
  const refused: string[] = [];
  const me$ = new BehaviorSubject({ userId: newUuid() } as Me | undefined);
  const server = {
    objects: [] as GeometryObject[],
    lists: 0,
    keys: 0,
    fails: undefined as unknown,
    opened: [] as string[],
    crs: 'EPSG:4326',
    displayFormat: DEFAULT_FORMAT,
    version: 1,
    extent: undefined as Project['extent'] | undefined,
    types: ['pole'],
    fields: [] as Field[],
    grids: [] as unknown[],
    hold: undefined as Promise<void> | undefined,
    /** What was requested around a place. */
    near: [] as { request: object; signal: AbortSignal }[],
  };
  const call = async (
    spec: { id: string },
    request: { params?: { id: string }; query?: { bbox: string } },
    options?: { signal?: AbortSignal },
  ) => {
    if (spec.id === 'geometries.atPlace') {
      server.near.push({ request, signal: options!.signal! });
      return { data: server.objects };
    }
    await (server.hold ?? Promise.resolve());
    options?.signal?.throwIfAborted();
    if (server.fails) throw server.fails as Error;
    if (spec.id === 'projects.get') {
      server.opened.push(request.params!.id);
      const { crs, displayFormat, version, extent } = server;
      return { data: { id: request.params!.id, projectName: 'P', crs, displayFormat, version, extent } };
    }
    if (spec.id === 'crs.search')
      return {
        data: [
          {
            code: 'EPSG:3416',
            name: 'ETRS89 / Austria Lambert',
            proj4:
              '+proj=lcc +lat_0=47.5 +lon_0=13.3333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 +ellps=GRS80 +units=m',
            accuracy: 1,
          },
        ],
      };
    if (spec.id === 'auth.deviceKey') {
      server.keys++;
      return { data: { key: btoa('k'.repeat(32)) } };
    }
    if (spec.id === 'crs.grids') return { data: server.grids };
    if (spec.id === 'attributes.project')
      return { data: server.types.map((name) => ({ name, fields: server.fields })) };
    throw new Error(`Nobody answers ${spec.id} here.`);
  };
  const bytes = async (
    spec: { id: string },
    request: { query?: { bbox: string } },
    options?: { signal?: AbortSignal },
  ) => {
    if (spec.id !== 'geometries.lines') return { data: GRID };
    await (server.hold ?? Promise.resolve());
    options?.signal?.throwIfAborted();
    if (server.fails) throw server.fails as Error;
    server.lists++;
    const [west, south, east, north] = request.query!.bbox.split(',').map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const lines = server.objects.flatMap((object) => {
      const [x, y] = object.location.coordinates as [number, number];
      if (x < west || x > east || y < south || y > north) return [];
      const { metadata, typeName } = object;
      return [`${metadata.version}\t${x}\t${y}\t${x}\t${y}\tPoint\t"${typeName}"\t${JSON.stringify(object)}`];
    });
    return { data: new TextEncoder().encode(lines.join('\n')).buffer };
  };
  const projects = new ProjectService({
    api: { call: call as never, bytes: bytes as never },
    live: {
      on: ((event: keyof LiveEvents) =>
        (
          { geometries: geometries$, reload: reload$, types: types$, project: project$ } as Record<
            string,
            unknown
          >
        )[event] ?? NEVER) as never,
      follow: () => ({ dispose: () => undefined }),
    },
    bus: new EventBus(),
    session: {
      me$,
      get me() {
        return me$.value;
      },
    },
    settings: { observe: (() => of(false)) as never, get: (() => '') as never, useProject: used },
    locks: {
      acquire: () => Promise.resolve(() => undefined),
      tryAcquire: () => Promise.resolve(() => undefined),
    },
    online$: of(true),
    translate: (key) => key,
    refused: (type, lacks) => refused.push(`${type.name} ${lacks.map(({ field }) => field.name).join()}`),
  });
  return { refused, projects, server, used, geometries$, reload$, types$, project$, me$ };
}

beforeAll(loadProjections);

describe('An open project', () => {
  it('refuses new objects that lack required values, and says what they lack', async () => {
    const { projects, server, refused } = desk();
    server.fields = [field('code', { required: true })];
    const open = await projects.open(newUuid());
    const pole = mapObjectOf(object(A, 1, 1));
    const perform = (properties: Record<string, unknown>) =>
      open.history.perform(add([{ ...pole, properties }]), { label: 'x', code: 'x' });
    expect(perform({})).toBe(false);
    expect(refused).toEqual(['pole code']);
    expect(open.document.size).toBe(0);
    expect(perform({ code: 'A1' })).toBe(true);
    // What exists may lack a value that its type came to require later.
    const change = setProperties([A], { code: undefined });
    expect(open.history.perform(change, { label: 'x', code: 'x' })).toBe(true);
  });

  it('has its types, and loads an area once', async () => {
    const { projects, server } = desk();
    server.objects = [object(A, 1, 1)];
    const open = await projects.open(newUuid());
    expect([...open.types.keys()]).toEqual(['pole']);
    await open.load(HERE);
    await open.load(HERE);
    expect(server.lists).toBe(1);
    expect(open.document.get(A)?.properties.value).toBe(1);
    expect(open.document.recordOf(A)?.version).toBe(1);
    expect(open.history.state.done).toEqual([]);
  });

  it('reports why loading failed, until it works again', async () => {
    const { projects, server } = desk();
    const open = await projects.open(newUuid());
    const seen: (string | undefined)[] = [];
    open.loading$.subscribe(({ error }) => seen.push(error));
    server.fails = new AppError('http', 'The server cannot be reached.');
    await expect(open.load(HERE)).rejects.toThrow('cannot be reached');
    expect(seen.at(-1)).toBe('The server cannot be reached.');
    server.fails = undefined;
    await open.load(HERE);
    expect(seen.at(-1)).toBeUndefined();
  });

  it('shows remote changes at once, except for objects changed locally', async () => {
    const { projects, server, geometries$ } = desk();
    server.objects = [object(A, 1, 1), object(B, 1, 1)];
    const open = await projects.open(newUuid());
    const projectId = open.project.id;
    await open.load(HERE);
    open.history.perform(
      (document) => {
        const before = document.get(A)!;
        return [{ id: A, before, after: { ...before, properties: { value: 5 } } }];
      },
      { label: 'x', code: 'x' },
    );
    geometries$.next({ projectId, changed: [object(A, 2, 9), object(B, 2, 9)], removed: [] });
    expect(open.document.get(A)?.properties.value).toBe(5);
    expect(open.document.get(B)?.properties.value).toBe(9);
    geometries$.next({ projectId, changed: [], removed: [{ id: B, version: 3 }] });
    expect(open.document.get(B)).toBeUndefined();
    geometries$.next({ projectId: 'another', changed: [object(B, 4, 4)], removed: [] });
    expect(open.document.get(B)).toBeUndefined();
  });

  it('requests the surroundings of the viewed place first, while its area loads, and not again once it is loaded', async () => {
    const { projects, server } = desk();
    server.objects = [object(A, 1, 1), object(B, 1, 1)];
    const open = await projects.open(newUuid());
    const came: string[] = [];
    open.document.changes$.subscribe(({ changes, origin }) =>
      came.push(...changes.map(({ id }) => `${id.at(-1)} ${origin}`)),
    );
    let go = () => {};
    server.hold = new Promise((resolve) => (go = resolve));
    const { signal } = new AbortController();
    const loading = open.load(HERE, signal, [9.0015, 45.0015]);
    await vi.waitFor(() => expect(came).toEqual(['1 load', '2 load']));
    expect(server.near.map(({ request }) => request)).toEqual([
      {
        headers: { projectid: open.project.id },
        query: { x: '9.0015', y: '45.0015', radius: 200, limit: 300 },
      },
    ]);
    const before = open.document.get(A)!;
    const after = { ...before, properties: { value: 5 } };
    open.history.perform(() => [{ id: A, before, after }], { label: 'x', code: 'x' });
    go();
    await loading;
    expect(open.document.get(A)).toBe(after);
    expect(came).toEqual(['1 load', '2 load', '1 edit']);
    await open.load(HERE, signal, [9.0015, 45.0015]);
    expect(server.near).toHaveLength(1);
  });

  it('adds nothing around a place that is no longer viewed', async () => {
    const { projects, server } = desk();
    server.objects = [object(A, 1, 1)];
    const open = await projects.open(newUuid());
    const looking = new AbortController();
    const loading = open.load(HERE, looking.signal, [9.0015, 45.0015]);
    looking.abort();
    await expect(loading).rejects.toThrow();
    expect(server.near[0]!.signal.aborted).toBe(true);
    expect(open.document.size).toBe(0);
  });

  it('reloads after a large remote change: objects are added, updated and removed', async () => {
    const { projects, server, geometries$ } = desk();
    server.objects = [object(A, 1, 1), object(B, 1, 1)];
    const open = await projects.open(newUuid());
    await open.load(HERE);
    const generations: number[] = [];
    open.generation$.subscribe((generation) => generations.push(generation));
    const C = '00000000-0000-4000-8000-000000000003';
    server.objects = [object(A, 2, 2), object(C, 1, 3)];
    geometries$.next({ projectId: open.project.id, changed: [], removed: [], reload: true });
    expect(generations).toEqual([0, 1]);
    await open.load(HERE);
    expect([A, B, C].map((id) => open.document.get(id)?.properties.value)).toEqual([2, undefined, 3]);
  });

  it('follows changes of its types, and computes their fields with each edit', async () => {
    const { projects, server, types$ } = desk();
    const open = await projects.open(newUuid());
    const title = { en: '', it: '' };
    server.fields = [{ name: 'twice', title, type: 'number', required: false, computed: 'value * 2' }];
    types$.next({});
    await vi.waitFor(() => expect(open.types.get('pole')?.fields).toHaveLength(1));
    const made = mapObjectOf(object(A, 0, 4));
    open.history.perform(add([made]), { label: 'x', code: 'x' });
    expect(open.document.get(A)?.properties).toEqual({ value: 4, twice: 8 });
    open.history.perform(setProperties([A], { value: 5 }), { label: 'x', code: 'x' });
    expect(open.document.get(A)?.properties).toEqual({ value: 5, twice: 10 });
  });

  it('uses the system and the units that somebody else gives it, until it is closed', async () => {
    const { projects, server, used, project$ } = desk();
    const { project: before } = await projects.open(newUuid());
    expect(used).toHaveBeenLastCalledWith(before);
    server.crs = 'EPSG:3003';
    server.displayFormat = { ...DEFAULT_FORMAT, lengthUnit: 'ft' };
    server.version = 2;
    const { id } = before;
    project$.next({ projectId: newUuid(), version: 2 });
    project$.next({ projectId: id, version: 1 });
    expect(server.opened).toEqual([id]);
    project$.next({ projectId: id, version: 2 });
    const { crs, displayFormat } = server;
    await vi.waitFor(() =>
      expect(used).toHaveBeenLastCalledWith(expect.objectContaining({ crs, displayFormat })),
    );
    projects.close();
    expect(used).toHaveBeenLastCalledWith(undefined);
  });

  it('loads the types created by a large remote change', async () => {
    const { projects, server, geometries$ } = desk();
    const open = await projects.open(newUuid());
    expect([...open.types.keys()]).toEqual(['pole']);
    server.types = ['pole', 'imported'];
    geometries$.next({ projectId: open.project.id, changed: [], removed: [], reload: true });
    await vi.waitFor(() => expect([...open.types.keys()]).toEqual(['pole', 'imported']));
  });

  it('knows after a large remote change, too, whether all objects are loaded', async () => {
    const { projects, server, reload$ } = desk();
    server.extent = [...HERE];
    const open = await projects.open(newUuid());
    await open.load([9, 45, 9.1, 45.1]);
    expect(open.covers()).toBe(true);
    server.extent = [9, 45, 9.05, 45.05];
    reload$.next({});
    expect(open.covers()).toBe(false);
    await open.load([9, 45, 9.1, 45.1]);
    await vi.waitFor(() => expect(open.covers()).toBe(true));
  });

  it('keeps an unsaved new object on reload', async () => {
    const { projects, reload$ } = desk();
    const open = await projects.open(newUuid());
    await open.load(HERE);
    const made = { ...object(A, 0, 1), id: A };
    open.history.perform(() => [{ id: A, before: undefined, after: made }], { label: 'x', code: 'x' });
    reload$.next({});
    await open.load(HERE);
    expect(open.document.get(A)).toBe(made);
  });
});

describe('The project service', () => {
  it('opens the same project once for several requests', async () => {
    const { projects, server } = desk();
    const id = newUuid();
    const [one, other] = await Promise.all([projects.open(id), projects.open(id)]);
    expect(one).toBe(other);
    expect(await projects.open(id)).toBe(one);
    expect(server.opened).toEqual([id]);
  });

  it('opens for those still waiting if another aborts, and again after all have aborted', async () => {
    const { projects } = desk();
    const id = newUuid();
    const controller = new AbortController();
    const first = projects.open(id, controller.signal).catch((thrown: Error) => thrown.name);
    controller.abort();
    const second = projects.open(id);
    expect(await first).toBe('AbortError');
    expect((await second).project.id).toBe(id);
  });

  it('closes the previous project when another is opened, and when the person signs out', async () => {
    const { projects, me$ } = desk();
    const seen: (string | undefined)[] = [];
    projects.current$.subscribe((open) => seen.push(open?.project.id));
    const [one, two] = [newUuid(), newUuid()];
    await projects.open(one);
    await projects.open(two);
    me$.next(undefined);
    expect(seen).toEqual([undefined, one, undefined, two, undefined]);
  });

  it('has the key of who keeps unsent changes at sign-out also without a network, once it has opened a project', async () => {
    const { projects, server, me$ } = desk();
    await projects.open(newUuid());
    await expect.poll(() => server.keys).toBe(1);
    server.fails = new AppError('http', 'The server cannot be reached.');
    expect((await projects.deviceKey()).extractable).toBe(false);
    me$.next({ userId: newUuid() } as Me);
    await expect(projects.deviceKey()).rejects.toThrow('cannot be reached');
    server.fails = undefined;
    await projects.deviceKey();
    expect(server.keys).toBe(2);
  });

  it('stays open between two pages that show it, and is closed with the second', async () => {
    const { projects } = desk();
    const id = newUuid();
    const first = await projects.open(id);
    projects.handOver();
    projects.close();
    expect(await projects.open(id)).toBe(first);
    projects.close();
    expect(projects.current).toBeUndefined();
    projects.handOver();
    await projects.open(id);
    projects.close();
    expect(projects.current).toBeUndefined();
  });

  it('loads the coordinate system of the project if it is not bundled', async () => {
    const { projects, server } = desk();
    server.crs = 'EPSG:3416';
    await projects.open(newUuid());
    // The system's origin.
    const [east, north] = project('EPSG:3416', [13 + 1 / 3, 47.5]);
    expect(Math.hypot(east - 400_000, north - 400_000)).toBeLessThan(1e-3);
  });

  it('computes with the shift grids of the server, and with none before they are loaded', async () => {
    const { projects, server } = desk();
    server.crs = 'EPSG:3003';
    server.grids = [
      {
        id: newUuid(),
        kind: 'shift',
        name: 'Umbria',
        accuracy: 0.1,
        crs: ['EPSG:3003'],
        area: [12, 42, 13, 43],
      },
    ];
    await projects.open(newUuid());
    await loadCrs('EPSG:3003');
    expect(operationOf('EPSG:3003', [12.5, 42.5])).toMatchObject({ kind: 'grid', names: ['Umbria'] });
    server.grids = [];
    await projects.open(newUuid());
    expect(operationOf('EPSG:3003', [12.5, 42.5]).kind).toBe('parameters');
  });

  it('throws the reason why a project cannot be opened', async () => {
    const { projects, server } = desk();
    server.fails = new AppError('http', 'There is no such project.', { status: 404 });
    await expect(projects.open(newUuid())).rejects.toThrow('There is no such project.');
    server.fails = undefined;
    await expect(projects.open(newUuid())).resolves.toBeDefined();
  });
});
