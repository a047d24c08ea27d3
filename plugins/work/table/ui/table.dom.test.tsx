import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { API } from '#core/api';
import { VIEWS } from '#core/mapview';
import { HOST } from '#core/plugin';
import { MAX_PREVIEWED, type Geometry, type ObjectType } from '#core/protocol';
import { fetchParts, ServicesProvider, useObjectNames } from '#core/react';
import { SETTINGS } from '#core/settings';
import { atWork, desk, field, memoryStorage, object, selectionOf, servicesOf } from '#core/testing';
import { TOASTS } from '#core/toasts';
import { LAYERS } from '#plugins/work/layers/api';
import { SELECTION, SERVER_CHANGES } from '#plugins/work/selection/api';
import { relatedIn } from '../model/related-in.ts';
import { savedProject, tableServer } from '../model/testing/table-server.ts';
import { StoredWidths, WIDTHS } from '../model/widths.ts';
import TablePanel from './TablePanel.tsx';
import { cellText, type CellTexts } from './texts.ts';

afterEach(cleanup);

// Happy DOM has no layout: the size of the table in these tests.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 240 });
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 640 });
// Scrolling fires the event that a browser fires.
Element.prototype.scrollTo = function (this: Element, to?: number | ScrollToOptions) {
  const { top = 0, left = 0 } = to as ScrollToOptions;
  Object.assign(this, { scrollTop: top, scrollLeft: left });
  this.dispatchEvent(new Event('scroll'));
};

const TYPES = [
  {
    name: 'tree',
    title: { en: 'Tree', it: 'Albero' },
    geometryType: 'Point',
    fields: [field('code', { pattern: 'T\\d+' }), field('height', { type: 'number', max: 60 })],
  },
] as unknown as ObjectType[];

async function opened(
  count: number,
  authorizations = ['geometries.write'],
  storage = memoryStorage(),
  selected: readonly string[] = [],
  locked = false,
) {
  const trees = Array.from({ length: count }, (_, i) =>
    object(
      `t${i}`,
      { type: 'Point', coordinates: [0, 0] },
      { typeName: 'tree', properties: { code: `T${i}`, ...(i % 4 > 0 && { height: i }) } },
    ),
  );
  const { project } = desk(trees, TYPES);
  const server = tableServer(() => project.document.values());
  Object.assign(project, savedProject(), { receive: () => undefined });
  const selection = selectionOf([], project.document);
  selection.set(selected);
  const show = vi.fn();
  const changed = vi.fn((_: { ids: readonly string[] }, __: object) => Promise.resolve(true));
  const container = await servicesOf(
    ['table'],
    [
      ...atWork(project, authorizations),
      [API, { call: server.call }],
      [HOST, { contributions: () => of([]), current: () => [] }],
      [SETTINGS, desk().settings],
      [VIEWS, { active: undefined, active$: of(undefined) }],
      [TOASTS, { show }],
      [SELECTION, selection],
      [SERVER_CHANGES, { change: changed }],
      [WIDTHS, new StoredWidths(storage)],
      ...(locked
        ? ([[LAYERS, { states$: of([{ typeName: 'tree', visible: true, locked }]) }]] as const)
        : []),
    ],
  );
  await fetchParts();
  render(
    <ServicesProvider container={container}>
      <div style={{ blockSize: 300, inlineSize: 640 }}>
        <TablePanel />
      </div>
    </ServicesProvider>,
  );
  const grid = await screen.findByRole('grid');
  const codeOf = (id: string) => project.document.get(id)?.properties.code;
  return {
    project,
    selection,
    grid,
    codeOf,
    user: userEvent.setup(),
    changed,
    show,
    requests: server.requests,
  };
}

it('a cell says what related objects are called, and the end of the id of one that is not loaded', () => {
  const near = { ...field('near'), type: 'relation' as const };
  const column = { key: 'properties.near', kind: 'field' as const, name: 'near', field: near };
  const names = new Map([['a', 'Tree T1']]);
  const texts = { nameOf: (id: string) => names.get(id) } as unknown as CellTexts;
  const text = (value: unknown) =>
    cellText(
      object('t', { type: 'Point', coordinates: [0, 0] }, { properties: { near: value } }),
      column,
      texts,
    );
  expect(text('a')).toBe('Tree T1');
  expect(text(['a', '660cc14b-1fb3-46f8-903e-89f689576ebb'])).toBe('Tree T1, …89576ebb');
});

it('fetches the objects to which rows in view are related, for their names', async () => {
  const near = { ...field('near'), type: 'relation' as const };
  const point: Geometry = { type: 'Point', coordinates: [0, 0] };
  const rows = [['b', 'c'], 'b', undefined, 'd'].map((value, n) =>
    object(`t${n}`, point, { typeName: 'tree', properties: value === undefined ? {} : { near: value } }),
  );
  const related = relatedIn({ objectAt: (row) => rows[row] }, [near], [0, 3]);
  expect(related).toEqual(['b', 'c']);
  const labelled = TYPES.map((type) => ({ ...type, style: { stroke: '#112233', width: 2, label: 'code' } }));
  const loaded = [object('b', point, { typeName: 'tree', properties: { code: 'T2' } })];
  const { project } = desk(loaded, labelled);
  const loadObjects = vi.fn((): Promise<string[]> => {
    const after = object('c', point, { typeName: 'tree', properties: { code: 'T3' } });
    project.document.apply([{ id: 'c', before: undefined, after }], 'load');
    return Promise.resolve([]);
  });
  Object.assign(project, { loadObjects });
  const container = await servicesOf(['table'], []);
  const { result } = renderHook(() => useObjectNames(project, related), {
    wrapper: ({ children }) => <ServicesProvider container={container}>{children}</ServicesProvider>,
  });
  await waitFor(() => expect(['b', 'c', 'x'].map(result.current)).toEqual(['Tree T2', 'Tree T3', undefined]));
  expect(loadObjects).toHaveBeenCalledExactlyOnceWith(['c'], expect.anything());
});

describe('The attribute table', () => {
  it('renders only the visible rows of very many, and moves to the last one', async () => {
    const { grid, user } = await opened(20_000);
    expect(grid.getAttribute('aria-rowcount')).toBe('20001');
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(5));
    expect(screen.getAllByRole('row').length).toBeLessThan(40);
    act(() => grid.focus());
    await user.keyboard('{Control>}{End}{/Control}{Home}{ArrowRight}');
    expect(await screen.findByText('T19999')).toBeDefined();
    expect(document.getElementById(grid.getAttribute('aria-activedescendant')!)?.textContent).toBe('T19999');
  });

  it('copies a cell, but none of a locked layer', async () => {
    for (const locked of [false, true]) {
      const { grid, user, show } = await opened(10, [], memoryStorage(), [], locked);
      const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
      act(() => grid.focus());
      await user.keyboard('{ArrowDown}{Control>}c{/Control}');
      await waitFor(() => expect(show).toHaveBeenCalledTimes(1));
      expect([locked, write.mock.calls.length]).toEqual([locked, locked ? 0 : 1]);
      cleanup();
      vi.restoreAllMocks();
    }
  });

  it("selects with keyboard and mouse, and shows the map's selection", async () => {
    const { grid, user, selection } = await opened(1000);
    act(() => grid.focus());
    await user.keyboard('{ArrowDown} {Shift>}{ArrowDown}{/Shift}');
    expect(selection.ids).toEqual(['t1', 't2']);
    await user.click(await screen.findByText('T4'));
    expect(selection.ids).toEqual(['t4']);
    act(() => selection.set(['t700']));
    const cell = await screen.findByText('T700');
    expect(cell.closest('[role=row]')?.getAttribute('aria-selected')).toBe('true');
  });

  it('opens at the selection, continues from there, and stays in place when it selects more itself', async () => {
    const { grid, user, selection } = await opened(1000, [], memoryStorage(), ['t700']);
    await screen.findByText('T700');
    act(() => grid.focus());
    await user.keyboard('{ArrowDown}{Control>} {/Control}');
    expect(selection.ids).toEqual(['t700', 't701']);
    await user.keyboard('{Control>}{End} {/Control}');
    // 1001 rows of 32 pixels with the header, of which 240 are visible.
    expect(grid.scrollTop).toBe(1001 * 32 - 240);
  });

  it('edits a value in place, refuses an invalid one, and makes it one step', async () => {
    const { grid, user, codeOf, project } = await opened(20);
    act(() => grid.focus());
    await user.keyboard('{ArrowRight}{Enter}');
    const input = await screen.findByRole('textbox', { name: 'code' });
    await user.clear(input);
    await user.type(input, 'wrong{Enter}');
    expect(await screen.findByText(/does not match the pattern/)).toBeDefined();
    await user.clear(input);
    await user.type(input, 'T77{Enter}');
    expect(codeOf('t0')).toBe('T77');
    expect(project.history.state.done).toHaveLength(1);
    await user.keyboard('{ArrowDown}{F2}9{Escape}');
    expect(codeOf('t1')).toBe('T1');
    expect(document.activeElement).toBe(grid);
  });

  it('sets one value for the whole selection in one step', async () => {
    const { user, selection, codeOf, project } = await opened(20);
    act(() => selection.set(['t3', 't4', 't5']));
    await user.click(screen.getByRole('button', { name: 'Change values' }));
    await user.type(await screen.findByRole('textbox', { name: 'Value' }), 'T9');
    await user.click(screen.getByRole('button', { name: 'Change 3 objects' }));
    expect(['t2', 't3', 't4', 't5'].map(codeOf)).toEqual(['T2', 'T9', 'T9', 'T9']);
    expect(project.history.state.done).toHaveLength(1);
  });

  it('remembers the widths of its columns', async () => {
    const storage = memoryStorage();
    const { user } = await opened(3, [], storage);
    const edge = () => screen.getByRole('separator', { name: 'Width of code' });
    const width = () => screen.getByRole('columnheader', { name: /code/ }).style.inlineSize;
    expect(width()).toBe('168px');
    act(() => edge().focus());
    // Two steps of 16 wider, one of 1 narrower.
    await user.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowLeft}{/Shift}');
    expect([width(), edge().getAttribute('aria-valuenow')]).toEqual(['199px', '199']);
    await user.pointer([
      { keys: '[MouseLeft>]', target: edge(), coords: { clientX: 400 } },
      { target: edge(), coords: { clientX: 340 } },
      { keys: '[/MouseLeft]', target: edge(), coords: { clientX: 340 } },
    ]);
    expect(width()).toBe('139px');
    const third = screen.getAllByRole('gridcell')[2]!;
    // After 64 of the numbers, 128 of the ids and 139.
    expect(third.style.insetInlineStart).toBe('331px');
    cleanup();
    await opened(3, [], storage);
    expect(width()).toBe('139px');
  });

  it('filters a column, says how many rows are left, and shows all again', async () => {
    const { user } = await opened(300);
    expect(await screen.findByText(/of 300/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Filter height' }));
    await user.type(await screen.findByRole('textbox', { name: 'From' }), '10');
    await user.type(screen.getByRole('textbox', { name: 'To' }), '17{Enter}');
    // 10 to 17 without 12 and 16, which have no height.
    expect(await screen.findByText(/1–6 of 6/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Filter height (active)' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText(/of 300/)).toBeDefined();
  });

  it('sums a column over the rows, and says how many have no value', async () => {
    const { user, selection } = await opened(9);
    // 1 + 2 + 3 + 5 + 6 + 7; 0, 4 and 8 have none.
    expect(await screen.findByText('24')).toBeDefined();
    expect(screen.getByText('6 · 3 without value')).toBeDefined();
    act(() => selection.set(['t4', 't7']));
    await user.click(screen.getByRole('button', { name: /Objects of the statistics/ }));
    await user.click(await screen.findByRole('option', { name: 'Selected objects' }));
    expect(await screen.findByText('1 · one without value')).toBeDefined();
  });

  it('selects all rows, also those that are not rendered', async () => {
    const { user, selection, grid } = await opened(450);
    act(() => grid.focus());
    await user.keyboard('{Control>}a{/Control}');
    await waitFor(() => expect(selection.ids).toHaveLength(450));
  });

  it('calculates a field of all rows by an expression, after showing what it would do', async () => {
    const { user, changed, requests } = await opened(9);
    await user.click(await screen.findByRole('button', { name: 'Field calculator' }));
    const expression = await screen.findByRole('textbox', { name: 'Expression' });
    const action = () => screen.getByRole('button', { name: /Calculate/ });
    await user.click(screen.getByRole('button', { name: /^Field$|code.*Field|Field.*code/ }));
    await user.click(await screen.findByRole('option', { name: 'height' }));
    await user.type(expression, 'depth');
    expect(await screen.findByText('There is no field depth')).toBeDefined();
    expect(action()).toHaveProperty('disabled', true);
    await user.clear(expression);
    await user.type(expression, 'height * 2');
    expect(await screen.findByText(/5 get another value, 4 stay/)).toBeDefined();
    expect(screen.getByText('One is refused: Too large.')).toBeDefined();
    await user.click(action());
    const calculate = { typeName: 'tree', field: 'height', expression: 'height * 2' };
    expect(changed).toHaveBeenCalledWith(
      expect.objectContaining({ calculate }),
      expect.objectContaining({ label: 'table:step.calculate', values: { field: 'height', count: 9 } }),
    );
    expect(changed.mock.calls[0]![0].ids).toHaveLength(9);
    const previews = requests.filter(({ id }) => id === 'geometries.previewCalculation');
    expect(previews.at(-1)!.request.body).toMatchObject({ calculate });
  });

  it.each([
    [9, true],
    [3_000, false],
  ])('of %i rows calculates nothing only where all were tried', async (count, disabled) => {
    const { user, requests } = await opened(count);
    await user.click(await screen.findByRole('button', { name: 'Field calculator' }));
    await user.click(await screen.findByRole('button', { name: /^Field$|code.*Field|Field.*code/ }));
    await user.click(await screen.findByRole('option', { name: 'height' }));
    await user.type(screen.getByRole('textbox', { name: 'Expression' }), 'height');
    await screen.findByText(/0 get another value/);
    expect(screen.getByRole('button', { name: /Calculate/ })).toHaveProperty('disabled', disabled);
    const previews = requests.filter(({ id }) => id === 'geometries.previewCalculation');
    expect(previews.at(-1)!.request.body!.ids!.length).toBe(Math.min(count, MAX_PREVIEWED));
  });

  it('is read only without the right to write', async () => {
    const { grid, user } = await opened(3, ['geometries.read']);
    act(() => grid.focus());
    await user.keyboard('{ArrowRight}{Enter}');
    expect(screen.queryByRole('textbox', { name: 'code' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Change values' })).toHaveProperty('disabled', true);
  });
});
