import { describe, expect, it, vi } from 'vitest';
import { setProperties } from '#core/document';
import { MAX_LISTED, type ObjectType } from '#core/protocol';
import { desk, field, object, selectionOf } from '#core/testing';
import { PAGE, TableRows } from './table.ts';

const TYPES = [
  { name: 'tree', fields: [field('kind'), field('height', { type: 'number' })] },
  { name: 'road', fields: [] },
] as unknown as ObjectType[];
const tree = (id: string, properties: Record<string, unknown>) =>
  object(id, { type: 'Point', coordinates: [0, 0] }, { typeName: 'tree', properties });
const TREES = [
  tree('a', { kind: 'Oak 10', height: 9 }),
  tree('b', { kind: 'oak 9', height: 12.5 }),
  tree('c', { kind: 'Elm' }),
  tree('d', { height: 0 }),
];

function opened(loaded = TREES, selected: readonly string[] = []) {
  const { project, i18n } = desk([...loaded, object('r', TREES[0]!.location, { typeName: 'road' })], TYPES);
  const receive = vi.fn();
  Object.assign(project, { receive });
  const call = vi.fn();
  const selection = selectionOf(selected);
  const table = new TableRows({ project, selection, api: { call }, views: i18n }, 'tree');
  return { table, project, call, receive };
}

describe('The rows of the table', () => {
  it('are the loaded objects of the type', () => {
    expect(opened().table.rows).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are sorted ascending, descending or not; empty values are last in either direction', () => {
    const { table } = opened();
    table.sortBy('kind');
    expect(table.rows).toEqual(['c', 'b', 'a', 'd']);
    table.sortBy('kind');
    expect(table.rows).toEqual(['a', 'b', 'c', 'd']);
    table.sortBy('kind');
    expect([table.sort, table.rows]).toEqual([undefined, ['a', 'b', 'c', 'd']]);
    table.sortBy('height');
    expect(table.rows).toEqual(['d', 'a', 'b', 'c']);
  });

  it('match where a value contains the text', () => {
    const { table } = opened();
    table.ask({ search: 'OAK' });
    expect(table.rows).toEqual(['a', 'b']);
    table.ask({ search: '12.5' });
    expect(table.rows).toEqual(['b']);
  });

  it('match a negative number, typed with a hyphen or a minus', () => {
    const { table } = opened([...TREES, tree('e', { height: -3.5 })]);
    for (const search of ['-3.5', '−3.5']) {
      table.ask({ search });
      expect(table.rows, search).toEqual(['e']);
    }
  });

  it('keep their order while a value is edited, and are listed again when one is deleted', async () => {
    const { table, project } = opened();
    const stop = table.follow();
    table.sortBy('height');
    project.history.perform(setProperties(['d'], { height: 99 }), { label: 'x', code: 'x' });
    const before = table.rows;
    project.history.perform((document) => [{ id: 'a', before: document.get('a'), after: undefined }], {
      label: 'x',
      code: 'x',
    });
    expect(before).toEqual(['d', 'a', 'b', 'c']);
    await vi.waitFor(() => expect(table.rows).toEqual(['b', 'd', 'c']));
    stop();
  });

  it('are the selected objects on request', () => {
    const { table } = opened(TREES, ['c', 'r', 'a']);
    table.ask({ source: 'selected' });
    expect(table.rows).toEqual(['c', 'a']);
  });

  it('are fetched from the server page by page, each once, when they become visible', async () => {
    const { table, call, receive, project } = opened();
    call.mockImplementation((_: unknown, { headers: { page } }: { headers: { page: number } }) => {
      const first = (page - 1) * PAGE;
      const data = Array.from({ length: Math.min(PAGE, 450 - first) }, (_, i) => ({ id: `s${first + i}` }));
      return Promise.resolve({ data, total: 450 });
    });
    table.sortBy('height');
    table.ask({ source: 'project', search: '5%' });
    await vi.waitFor(() => expect(table.rows).toHaveLength(450));
    expect(call.mock.calls[0]![1]).toMatchObject({
      headers: { projectid: project.project.id, paginate: PAGE, page: 1 },
      body: {
        filter: {
          and: [
            { field: 'typeName', op: 'eq', value: 'tree' },
            {
              or: [
                { field: 'properties.kind', op: 'like', value: '%5\\%%' },
                { field: 'properties.height', op: 'like', value: '%5\\%%' },
              ],
            },
          ],
        },
        orderby: 'properties.height',
        order: 'asc',
      },
    });
    expect([table.rows[PAGE - 1], table.rows[PAGE]]).toEqual(['s199', undefined]);
    table.inSight(400, 460);
    table.inSight(410, 460);
    await vi.waitFor(() => expect(table.rows[449]).toBe('s449'));
    expect(call).toHaveBeenCalledTimes(2);
    expect(receive).toHaveBeenCalledTimes(2);
  });

  it('are all listed, even those not yet fetched, but none when the server does not answer', async () => {
    const { table, call } = opened();
    const total = MAX_LISTED + 5;
    call.mockImplementation((_: unknown, { headers }: { headers: { page: number; paginate: number } }) => {
      const first = (headers.page - 1) * headers.paginate;
      const data = Array.from({ length: headers.paginate }, (_, i) => ({ id: `s${first + i}` }));
      return Promise.resolve({ data, total });
    });
    table.ask({ source: 'project' });
    await vi.waitFor(() => expect(table.rows).toHaveLength(total));
    const all = await table.all();
    expect([all.length, all[0], all.at(-1)]).toEqual([MAX_LISTED, 's0', `s${MAX_LISTED - 1}`]);
    await table.all();
    expect(call).toHaveBeenCalledTimes(2);
    table.ask({ search: 'oak' });
    await vi.waitFor(() => expect(table.rows).toHaveLength(total));
    call.mockRejectedValueOnce(new Error('The server cannot be reached.'));
    expect(await table.all()).toEqual([]);
    expect(table.error).toBe('The server cannot be reached.');
    table.ask({ source: 'loaded', search: '' });
    expect(await table.all()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('find an object that has not been fetched', async () => {
    const { table, call } = opened();
    call.mockRejectedValueOnce(new Error('The server cannot be reached.'));
    table.ask({ source: 'project' });
    await vi.waitFor(() => expect(table.error).toBe('The server cannot be reached.'));
    call.mockResolvedValueOnce({ data: [{ id: 'a' }], total: 1 });
    table.list();
    await vi.waitFor(() => expect(table.rows).toEqual(['a']));
    expect(table.error).toBeUndefined();
  });

  it('of a hundred thousand objects are listed and sorted within the time of one test', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => tree(`t${i}`, { height: (i * 7919) % 100_003 }));
    const { table } = opened(many);
    table.sortBy('height');
    expect(table.rows).toHaveLength(100_000);
    const heights = table.rows.map((_, i) => table.objectAt(i)?.properties.height as number);
    expect(heights.every((height, i) => i === 0 || heights[i - 1]! <= height)).toBe(true);
  });
});
