import { NEVER, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { NO_STORE } from '#core/autosave';
import { extentOf, extentsMeet, type Extent, type MapObject } from '#core/document';
import { EventBus } from '#core/events';
import type { GeometryObject, Project } from '#core/protocol';
import { LoadedProject } from './index.ts';

/** Degrees of a square of the areas. */
const SQUARE = 360 / 2 ** 13;
const EACH = 25;
const MAX_OBJECTS = 250;

/** A row of squares to the east of the origin, each with `EACH` objects, and the requests for them. */
async function opened(squares = 40) {
  const requests: string[] = [];
  const place = (i: number): [number, number] => [
    SQUARE * (Math.floor(i / EACH) + ((i % EACH) + 0.5) / EACH),
    SQUARE / 2,
  ];
  const objects = new Map<string, GeometryObject>();
  for (let i = 0; i < squares * EACH; i++) objects.set(idOf(i), pole(idOf(i), place(i)));
  const within = ([west, south, east, north]: Extent) =>
    [...objects.values()].filter(({ location }) =>
      extentsMeet(extentOf(location), [west, south, east, north]),
    );
  const bytes = (_: unknown, { query, body }: { query?: { bbox: string }; body?: { ids: string[] } }) => {
    requests.push(query?.bbox ?? `${body!.ids.length} by id`);
    const found = query
      ? within(query.bbox.split(',').map(Number) as unknown as Extent)
      : body!.ids.flatMap((id) => objects.get(id) ?? []);
    const lines = found.map((object) => {
      const { metadata, location } = object;
      const summary = [metadata.version, ...extentOf(location), location.type, '"pole"'];
      return [...summary, JSON.stringify(object)].join('\t');
    });
    return Promise.resolve({ data: new TextEncoder().encode(lines.join('\n')).buffer });
  };
  const call = ({ id }: { id: string }) =>
    id === 'geometries.atPlace' ? Promise.resolve({ data: [] }) : new Promise(() => undefined);
  const extent = [0, 0, SQUARE * (squares - 0.1), SQUARE * 0.9];
  const open = await LoadedProject.open({ id: 'p', extent } as Project, [], {
    api: { call: call as never, bytes: bytes as never },
    live: { on: () => NEVER, follow: () => ({ dispose: () => undefined }) },
    bus: new EventBus(),
    store: NO_STORE,
    automatic$: of(false),
    online$: of(true),
    translate: (key) => key,
    maxObjects: MAX_OBJECTS,
  });
  let looking = new AbortController();
  const look = async (square: number) => {
    looking.abort();
    looking = new AbortController();
    const [west, east] = [SQUARE * (square + 0.1), SQUARE * (square + 0.9)];
    await open.load([west, SQUARE * 0.1, east, SQUARE * 0.9], looking.signal, [
      (west + east) / 2,
      SQUARE / 2,
    ]);
  };
  /** Goes from one square to another, and looks at each on the way. */
  const go = async (from: number, to: number) => {
    for (let at = from; at !== to; at += Math.sign(to - from)) await look(at);
    await look(to);
  };
  return { open, requests, objects, look, go };
}

function idOf(i: number): string {
  return `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
}

function pole(id: string, coordinates: [number, number]): GeometryObject {
  const when = '2026-01-01T00:00:00Z';
  return {
    id,
    typeName: 'pole',
    location: { type: 'Point', coordinates },
    properties: {},
    relatesTo: [],
    transactions: [],
    projectId: 'p',
    metadata: { version: 1, createdAt: when, createdBy: 'u', updatedAt: when, updatedBy: 'u', source: null },
  };
}

const moved = (before: MapObject): MapObject => ({
  ...before,
  properties: { moved: true },
});

describe('A distant object', () => {
  it('is unloaded beyond the budget, and loaded again on return', async () => {
    const { open, requests, go, objects } = await opened();
    const sizes: number[] = [];
    open.document.changes$.subscribe(() => sizes.push(open.document.size));
    await go(0, 39);
    // 250 and the square that made it too many.
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_OBJECTS + EACH);
    expect(open.document.size).toBeLessThanOrEqual(MAX_OBJECTS);
    expect(open.document.get(idOf(0))).toBeUndefined();
    expect(open.document.recordOf(idOf(0))).toBeUndefined();
    expect(requests).toHaveLength(40);
    const seen = new Set<string>();
    for (let at = 38; at >= 0; at--) {
      await go(at, at);
      for (const { id } of open.document.values()) seen.add(id);
    }
    expect(seen.size).toBe(objects.size);
    expect(open.document.recordOf(idOf(0))?.version).toBe(1);
    expect(open.document.size).toBeLessThanOrEqual(MAX_OBJECTS);
  });

  it('is requested again only where it was unloaded', async () => {
    const { requests, go, look } = await opened();
    await go(0, 20);
    const before = requests.length;
    // The last squares are the nearest ones.
    await go(19, 16);
    expect(requests).toHaveLength(before);
    await look(2);
    expect(requests).toHaveLength(before + 1);
  });

  it('stays while the count is within the budget', async () => {
    const { open, go } = await opened(10);
    const origins = new Set<string>();
    open.document.changes$.subscribe(({ origin }) => origins.add(origin));
    await go(0, 9);
    // Ten squares of 25 are 250.
    expect(open.document.size).toBe(250);
    expect([...origins]).toEqual(['load']);
  });

  it('stays where another map shows it', async () => {
    const { open, go } = await opened();
    const other = new AbortController();
    const first: Extent = [SQUARE * 0.1, SQUARE * 0.1, SQUARE * 0.9, SQUARE * 0.9];
    await open.load(first, other.signal, [SQUARE / 2, SQUARE / 2]);
    await go(1, 39);
    expect(open.document.get(idOf(12))).toBeDefined();
    other.abort();
    await go(38, 20);
    expect(open.document.get(idOf(12))).toBeUndefined();
  });

  it('stays if it extends into the near area', async () => {
    const { open, objects, go } = await opened();
    const coordinates: [number, number][] = [0.5, 39.5].map((x) => [SQUARE * x, SQUARE * 0.5]);
    const wire = { ...pole(idOf(9_999), [0, 0]), location: { type: 'LineString' as const, coordinates } };
    objects.set(wire.id, wire);
    const comings: boolean[] = [];
    open.document.changes$.subscribe(({ changes }) =>
      comings.push(...changes.filter(({ id }) => id === wire.id).map(({ after }) => after !== undefined)),
    );
    await go(0, 39);
    expect(comings).toEqual([true]);
    expect(open.document.get(idOf(0))).toBeUndefined();
  });

  it('stays while it is retained', async () => {
    const { open, go } = await opened();
    let selected = [idOf(3)];
    const keeping = open.retain(() => selected);
    open.retain(() => [idOf(4)]);
    await go(0, 39);
    expect([3, 4, 5].map((i) => open.document.get(idOf(i)) !== undefined)).toEqual([true, true, false]);
    selected = [];
    keeping.dispose();
    await go(38, 0);
    await go(1, 20);
    expect([3, 4].map((i) => open.document.get(idOf(i)) !== undefined)).toEqual([false, true]);
  });

  it('stays if it was changed locally, unsent or undoable, or if it is not on the server', async () => {
    const { open, go } = await opened();
    await go(0, 0);
    const { document, history, autosave } = open;
    const change = (i: number) => {
      const before = document.get(idOf(i))!;
      history.perform(() => [{ id: before.id, before, after: moved(before) }], { label: 'l', code: 'c' });
    };
    change(0);
    change(1);
    history.undo();
    const drawn: MapObject = { ...document.get(idOf(2))!, id: idOf(8_888) };
    document.apply([{ id: drawn.id, before: undefined, after: drawn }], 'resolve');
    expect(autosave.has(idOf(0))).toBe(true);
    // Taken back it is nothing to send.
    expect(autosave.has(idOf(1))).toBe(false);
    await go(1, 39);
    expect([0, 1, 2].map((i) => document.get(idOf(i)) !== undefined)).toEqual([true, true, false]);
    expect(document.get(drawn.id)).toBe(drawn);
    expect(history.redo()).toBe(true);
    expect(document.get(idOf(1))?.properties).toEqual({ moved: true });
    expect([history.undo(), history.undo()]).toEqual([true, true]);
    expect(document.get(idOf(0))?.properties).toEqual({});
  });

  it('is treated as never loaded: a remote update adds it, a remote deletion does not', async () => {
    const { open, objects, go } = await opened();
    await go(0, 39);
    const changed = { ...objects.get(idOf(0))!, properties: { theirs: 1 } };
    const version2 = { ...changed, metadata: { ...changed.metadata, version: 2 } };
    objects.set(version2.id, version2);
    objects.delete(idOf(1));
    open.receive([version2], [{ id: idOf(1), version: 2 }]);
    expect(open.document.get(idOf(0))?.properties).toEqual({ theirs: 1 });
    expect(open.document.size).toBeLessThanOrEqual(MAX_OBJECTS + 1);
    await go(38, 0);
    expect(open.document.get(idOf(0))?.properties).toEqual({ theirs: 1 });
    expect(open.document.get(idOf(1))).toBeUndefined();
    expect(open.document.get(idOf(2))).toBeDefined();
  });
});

describe('A project', () => {
  it('tells whether all objects of an extent are loaded', async () => {
    const { open, go } = await opened(4);
    const square: Extent = [SQUARE * 0.1, SQUARE * 0.1, SQUARE * 0.9, SQUARE * 0.9];
    expect([open.covers(square), open.covers()]).toEqual([false, false]);
    await go(0, 0);
    expect([open.covers(square), open.covers()]).toEqual([true, false]);
    // Beyond its objects there is nothing to load.
    expect(open.covers([-2, -2, -1, -1])).toBe(true);
    expect(open.covers([-2, -2, SQUARE * 0.9, SQUARE * 0.9])).toBe(true);
    expect(open.covers([179, -2, -179, 2])).toBe(false);
    await go(1, 3);
    expect(open.covers()).toBe(true);
    await open.refresh([]);
    expect([open.covers(square), open.covers()]).toEqual([false, false]);
  });

  it('loads objects by their ids, and says which ones the server does not have', async () => {
    const { open, requests } = await opened();
    expect(await open.loadObjects([idOf(7), idOf(9_999), idOf(8)])).toEqual([idOf(9_999)]);
    expect([...open.document.values()].map(({ id }) => id)).toEqual([idOf(7), idOf(8)]);
    expect(requests).toEqual(['3 by id']);
  });

  it('loads again what the server has changed, and drops what it has deleted', async () => {
    const { open, objects, go } = await opened(4);
    const generations: number[] = [];
    open.generation$.subscribe((generation) => generations.push(generation));
    await go(0, 0);
    const changed = { ...objects.get(idOf(0))!, properties: { theirs: 1 } };
    objects.set(idOf(0), { ...changed, metadata: { ...changed.metadata, version: 2 } });
    objects.delete(idOf(1));
    await open.refresh([idOf(0), idOf(1), idOf(99)]);
    expect(open.document.get(idOf(0))?.properties).toEqual({ theirs: 1 });
    expect(open.document.get(idOf(1))).toBeUndefined();
    expect(open.document.get(idOf(99))).toBeUndefined();
    // Maps load their areas again.
    expect(generations).toEqual([0, 1]);
  });
});
