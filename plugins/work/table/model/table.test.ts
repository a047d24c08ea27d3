import { BehaviorSubject, of } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import type { MapObject } from '#core/document';
import { mapObjectOf, setProperties } from '#core/document';
import type { GeometryObject, ObjectType } from '#core/protocol';
import { desk, field, object, selectionOf } from '#core/testing';
import { conditionOf, filterKindsOf } from './column-filter.ts';
import { columnsOf } from './columns.ts';
import { PAGE } from './pages.ts';
import { TableRows } from './table.ts';
import { tableServer } from './testing/table-server.ts';

const TYPES = [
  {
    name: 'tree',
    geometryType: 'Point',
    fields: [field('kind'), field('height', { type: 'number' }), field('planted', { type: 'date' })],
  },
  { name: 'road', geometryType: 'LineString', fields: [] },
] as unknown as ObjectType[];
const tree = (id: string, properties: Record<string, unknown> = {}, at: [number, number] = [0, 0]) =>
  object(id, { type: 'Point', coordinates: at }, { typeName: 'tree', properties });
const TREES = [
  tree('a', { kind: 'Oak 10', height: 9 }),
  tree('b', { kind: 'oak 9', height: 12.5 }),
  tree('c', { kind: 'Elm' }),
  tree('d', { height: 0 }),
];

/** `loaded` are here, `there` on the server; `unsaved` have changes that the server does not have. */
function opened({
  loaded = [] as MapObject[],
  there = TREES,
  selected = [] as string[],
  unsaved = [] as string[],
} = {}) {
  const { project, view } = desk(loaded, TYPES);
  const stored = new Map(there.map((each) => [each.id, each]));
  for (const id of stored.keys()) project.document.acknowledge(id, { version: 1 });
  const server = tableServer(() => stored.values());
  const state$ = new BehaviorSubject({ queued: unsaved.length, savedAt: undefined as Date | undefined });
  const generation$ = new BehaviorSubject(0);
  Object.assign(project, {
    autosave: { has: (id: string) => unsaved.includes(id), state$, get state() { return state$.value; } }, // prettier-ignore
    generation$,
    receive: (objects: readonly GeometryObject[]) =>
      project.document.apply(
        objects
          .filter(({ id }) => !unsaved.includes(id))
          .map((each) => ({
            id: each.id,
            before: project.document.get(each.id),
            after: mapObjectOf(each),
          })),
        'remote',
      ),
  });
  const selection = selectionOf(selected, project.document);
  const call = vi.fn(server.call as (...given: unknown[]) => Promise<unknown>);
  const views = { active$: of(view), active: view };
  const table = new TableRows({ project, selection, api: { call: call as never }, views }, 'tree');
  const rows = () => Array.from({ length: table.total ?? 0 }, (_, row) => table.idAt(row));
  const shows = (ids: readonly (string | undefined)[]) => vi.waitFor(() => expect(rows()).toEqual(ids));
  return {
    table,
    project,
    selection,
    requests: server.requests,
    call,
    stored,
    state$,
    generation$,
    rows,
    shows,
  };
}

describe('The rows of the table', () => {
  it('are all objects of the type on the server, loaded or not', async () => {
    const { table, shows, project } = opened({ loaded: [TREES[1]!] });
    await shows(['a', 'b', 'c', 'd']);
    expect(table.objectAt(0)).toEqual(TREES[0]);
    // Reading the table does not fill the map.
    expect(project.document.size).toBe(1);
  });

  it('show unsent edits, new objects first, and what is deleted but not yet sent', async () => {
    const edited = tree('b', { kind: 'Ash', height: 1 });
    const added = tree('new', { kind: 'Fir' });
    const { table, shows } = opened({ loaded: [edited, added], unsaved: ['b', 'new', 'd'] });
    await shows(['new', 'a', 'b', 'c', 'd']);
    expect(table.unsent).toEqual(['new']);
    expect(table.objectAt(2)?.properties.kind).toBe('Ash');
    expect(['b', 'd'].map((id) => table.isDeleted(id))).toEqual([false, true]);
    table.choose({ search: 'elm' });
    await shows(['c']);
    table.choose({ search: 'fir' });
    await shows(['new']);
  });

  it('are sorted by the server: ascending, descending or not', async () => {
    const { table, shows, requests } = opened();
    table.sortBy('properties.height');
    await shows(['d', 'a', 'b', 'c']);
    table.sortBy('properties.height');
    await shows(['b', 'a', 'd', 'c']);
    table.sortBy('properties.height');
    await shows(['a', 'b', 'c', 'd']);
    expect(requests.at(-1)!.request.body).toEqual({});
  });

  it('are searched and filtered by the server, column by column', async () => {
    const { table, shows, requests } = opened();
    table.choose({ search: ' −5% ' });
    await shows([]);
    expect(requests.at(-1)!.request.body!.filter).toEqual({
      or: ['id', 'properties.kind', 'properties.height', 'properties.planted'].map((key) => ({
        field: key,
        op: 'like',
        value: '%-5\\%%',
      })),
    });
    table.choose({ search: '' });
    table.setFilter('properties.kind', { kind: 'contains', text: 'OAK' });
    await shows(['a', 'b']);
    table.setFilter('properties.height', { kind: 'range', from: 10 });
    await shows(['b']);
    table.setFilter('properties.kind', undefined);
    table.setFilter('properties.height', { kind: 'empty' });
    await shows(['c']);
    table.clearFilters();
    await shows(['a', 'b', 'c', 'd']);
  });

  it('keep their order while a value is edited, and are listed again when one is deleted', async () => {
    const { table, project, shows, stored, rows } = opened({ loaded: TREES });
    const stop = table.follow();
    table.sortBy('properties.height');
    await shows(['d', 'a', 'b', 'c']);
    project.history.perform(setProperties(['d'], { height: 99 }), { label: 'x', code: 'x' });
    expect([table.objectAt(0)?.properties.height, rows()]).toEqual([99, ['d', 'a', 'b', 'c']]);
    stored.delete('a');
    project.document.apply([{ id: 'a', before: project.document.get('a'), after: undefined }], 'remote');
    await shows(['d', 'b', 'c']);
    stop();
  });

  it('are listed again when what was added here has been saved', async () => {
    const { table, project, shows, stored, state$ } = opened({ loaded: TREES });
    await shows(['a', 'b', 'c', 'd']);
    const stop = table.follow();
    state$.next({ queued: 1, savedAt: undefined });
    const added = tree('e');
    project.history.perform(() => [{ id: 'e', before: undefined, after: added }], { label: 'x', code: 'x' });
    await shows(['e', 'a', 'b', 'c', 'd']);
    stored.set('e', added);
    project.document.acknowledge('e', { version: 1 });
    state$.next({ queued: 0, savedAt: new Date() });
    await shows(['a', 'b', 'c', 'd', 'e']);
    stop();
  });

  it('are the selected objects, or those in view, on request', async () => {
    const { table, shows, requests, selection } = opened({ loaded: TREES, selected: ['c', 'a'] });
    const stop = table.follow();
    table.choose({ source: 'selected' });
    await shows(['a', 'c']);
    selection.set([]);
    await shows([]);
    table.choose({ source: 'view' });
    await shows(['a', 'b', 'c', 'd']);
    expect(requests.at(-1)!.request.body).toEqual({ bbox: '-0.005,-0.005,0.005,0.005' });
    stop();
  });

  it('are fetched page by page when they become visible, each once, the next one by the row before', async () => {
    const there = Array.from({ length: 1050 }, (_, i) => tree(`s${i}`));
    const { table, requests, rows } = opened({ there });
    await vi.waitFor(() => expect(table.total).toBe(1050));
    expect([table.idAt(PAGE - 1), table.idAt(PAGE)]).toEqual(['s199', undefined]);
    table.setVisibleRows(195, 210);
    table.setVisibleRows(196, 211);
    await vi.waitFor(() => expect(table.idAt(PAGE)).toBe('s200'));
    table.setVisibleRows(1000, 1050);
    await vi.waitFor(() => expect(rows().at(-1)).toBe('s1049'));
    const pages = requests.map(({ request }) => [request.headers?.page, request.body?.after]);
    expect(pages).toEqual([
      [1, undefined],
      [1, 's199'],
      [6, undefined],
    ]);
  });

  it('find an object that has not been fetched', async () => {
    const there = Array.from({ length: 700 }, (_, i) => tree(`s${i}`));
    const { table } = opened({ there });
    await vi.waitFor(() => expect(table.total).toBe(700));
    expect([await table.locate('s5'), await table.locate('s650'), await table.locate('x')]).toEqual([
      5,
      650,
      undefined,
    ]);
  });

  it('name all that they are, also those not fetched', async () => {
    const there = Array.from({ length: 700 }, (_, i) => tree(`s${i}`, { height: i }));
    const { table, requests } = opened({ there });
    await vi.waitFor(() => expect(table.total).toBe(700));
    expect(await table.allIds()).toMatchObject({ count: 700 });
    table.setFilter('properties.height', { kind: 'range', from: 10, to: 11 });
    expect(await table.allIds()).toEqual({ ids: ['s10', 's11'], count: 2 });
    expect(requests.at(-1)!.request.body).toMatchObject({ typeNames: ['tree'] });
  });

  it('say why the server did not send them, and are fetched on retry', async () => {
    const { table, call, shows } = opened();
    await shows(['a', 'b', 'c', 'd']);
    call.mockRejectedValueOnce(new Error('The server cannot be reached.'));
    table.sortBy('properties.kind');
    await vi.waitFor(() => expect(table.error).toBe('The server cannot be reached.'));
    table.list();
    await vi.waitFor(() => expect(table.total).toBe(4));
    expect(table.error).toBeUndefined();
  });
});

describe('The columns of the table', () => {
  const kinds = (geometryType: ObjectType['geometryType']) =>
    columnsOf({ fields: [field('kind')], geometryType }).map(({ kind }) => kind);

  it('are the id, the fields and the measures that the type can have', () => {
    expect(kinds('Point')).toEqual(['id', 'field']);
    expect(kinds('MultiLineString')).toEqual(['id', 'field', 'length']);
    expect(kinds('Polygon')).toEqual(['id', 'field', 'area', 'perimeter']);
    expect(kinds(null)).toEqual(['id', 'field', 'area', 'perimeter', 'length']);
  });

  it('offer the conditions of their values; the last day of a range belongs to it', () => {
    const [id, kind, height, planted] = columnsOf(TYPES[0]);
    expect([id, kind, height].map((each) => filterKindsOf(each!)[0])).toEqual([
      'contains',
      'contains',
      'range',
    ]);
    expect(conditionOf(planted!, { kind: 'range', from: '2026-02-01', to: '2026-02-28' })).toEqual({
      and: [
        { field: 'properties.planted', op: 'ge', value: '2026-02-01' },
        { field: 'properties.planted', op: 'lt', value: '2026-03-01' },
      ],
    });
    expect(conditionOf(kind!, { kind: 'contains', text: ' ' })).toBeUndefined();
    expect(conditionOf(height!, { kind: 'range' })).toBeUndefined();
  });
});
