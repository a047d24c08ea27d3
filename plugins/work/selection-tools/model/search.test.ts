import { describe, expect, it, vi } from 'vitest';
import type { ObjectType, Position } from '#core/protocol';
import { desk, field, loadedFinder, object, selectionOf } from '#core/testing';
import { invertSelection, selectLayer, selectMeeting, selectNone } from './commands.ts';
import { AttributeSearch } from './search.ts';

const TYPES = [
  { name: 'tree', fields: [field('kind'), field('height', { type: 'number' })] },
  { name: 'road', fields: [] },
] as unknown as ObjectType[];
const tree = (id: string, x: number, properties: Record<string, unknown>) =>
  object(id, { type: 'Point', coordinates: [x, 0] }, { typeName: 'tree', properties });
const along = (...coordinates: Position[]) => ({ type: 'LineString' as const, coordinates });
const OBJECTS = [
  tree('oak', 0, { kind: 'Oak', height: 12 }),
  tree('elm', 1, { kind: 'Elm', height: 20 }),
  tree('ash', 5, { kind: 'Ash', height: 30 }),
  object('road', along([0, -1], [0, 1]), { typeName: 'road' }),
  object('path', along([1, 0], [5, 5]), { typeName: 'road' }),
];

function searchOf(ids: readonly string[] = []) {
  const { project } = desk(OBJECTS, TYPES);
  const selection = selectionOf(ids, project.document);
  const idsOf = vi.fn(loadedFinder.idsOf);
  const notify = vi.fn();
  const parts = {
    projects: { current: project },
    selection,
    accepts: () => true,
    finder: { ...loadedFinder, idsOf },
  };
  const search = new AttributeSearch({ ...parts, notify });
  search.open();
  const condition = (name: string, comparison: 'more' | 'contains', value: unknown) => {
    search.add();
    const { key } = search.conditions.at(-1)!;
    search.edit(key, { field: name });
    search.edit(key, { comparison, value });
  };
  return { project, selection, search, idsOf, notify, parts, condition };
}

describe('Selecting by attributes', () => {
  it('selects what matches all conditions, or any of them', async () => {
    const { search, selection, condition, notify } = searchOf();
    condition('height', 'more', 15);
    condition('kind', 'contains', 'e');
    await search.run();
    expect(selection.ids).toEqual(['elm']);
    expect(search.isOpen).toBe(false);
    expect(notify).toHaveBeenCalledWith(1);
    search.open();
    search.change({ joined: 'any', mode: 'add' });
    await search.run();
    expect(selection.ids).toEqual(['elm', 'elm', 'ash']);
  });

  it('counts what an expression holds for, then selects it', async () => {
    const { search, selection, idsOf } = searchOf();
    search.change({ by: 'expression', expression: "height > 15 and kind <> 'Ash'" });
    await search.countFound();
    expect([search.state, search.count, selection.ids]).toEqual(['counted', 1, []]);
    await search.run();
    expect(selection.ids).toEqual(['elm']);
    const [{ sought }] = idsOf.mock.calls[0] as unknown as [{ sought: object }];
    expect(sought).toMatchObject({
      filter: { field: 'typeName', op: 'eq', value: 'tree' },
      expression: "height > 15 and kind <> 'Ash'",
    });
  });

  it('says why an expression cannot be used, also of a field that the type does not have', () => {
    const { search } = searchOf();
    const problemOf = (expression: string) => {
      search.change({ by: 'expression', expression });
      return [search.isReady, search.problem?.kind];
    };
    expect(problemOf('')).toEqual([false, undefined]);
    expect(problemOf('height >')).toEqual([false, 'incomplete']);
    expect(problemOf('height + 1')).toEqual([false, 'not-a-condition']);
    expect(problemOf('kind')).toEqual([false, 'not-a-condition']);
    expect(problemOf('width > 1')).toEqual([false, 'unknown-field']);
    expect(problemOf('height > 1')).toEqual([true, undefined]);
  });

  it('asks again when a condition is added after counting', async () => {
    const { search } = searchOf();
    await search.countFound();
    expect(search.state).toBe('counted');
    search.add();
    expect(search.state).toBe('asking');
  });

  it('is disabled while a value is missing', () => {
    const { search } = searchOf();
    search.add();
    expect(search.isReady).toBe(false);
    search.edit(search.conditions[0]!.key, { comparison: 'empty' });
    expect(search.isReady).toBe(true);
  });

  it('stays open and says so where nothing matches; the selection stays', async () => {
    const { search, selection, condition } = searchOf(['road']);
    search.ask('tree');
    condition('height', 'more', 99);
    await search.run();
    expect([search.state, search.isOpen, selection.ids]).toEqual(['nothing', true, ['road']]);
  });

  it('selects only what intersects the selection on request', async () => {
    const { search, selection } = searchOf(['road', 'path']);
    search.ask('tree');
    search.change({ meets: true });
    await search.run();
    expect(selection.ids).toEqual(['oak', 'elm']);
  });

  it('seeks by the filter in the whole project, and with the selection only around it', async () => {
    const { search, idsOf, condition } = searchOf(['road']);
    search.ask('tree');
    condition('kind', 'contains', '50%');
    await search.run();
    const filter = {
      and: [
        { field: 'typeName', op: 'eq', value: 'tree' },
        { and: [{ field: 'properties.kind', op: 'like', value: '%50\\%%' }] },
      ],
    };
    expect(idsOf.mock.calls[0]![0]).toMatchObject({ sought: { filter }, extent: undefined });
    search.change({ meets: true });
    await search.run();
    expect(idsOf.mock.calls[1]![0]).toMatchObject({
      sought: { filter, meets: ['road'] },
      extent: [0, -1, 0, 1],
    });
  });

  it('says why the server did not answer', async () => {
    const { search, idsOf } = searchOf();
    idsOf.mockRejectedValue(new Error('The server cannot be reached.'));
    await search.run();
    expect([search.state, search.error]).toEqual(['failed', 'The server cannot be reached.']);
  });
});

describe('The selection', () => {
  it('grows by what intersects it', () => {
    const { parts, selection } = searchOf(['road']);
    void selectMeeting(parts).run();
    expect(selection.ids).toEqual(['road', 'oak']);
  });
  it('grows to all objects of its types, and inverts within them', () => {
    const { parts, selection } = searchOf(['oak']);
    void selectLayer(parts).run();
    expect(selection.ids).toEqual(['oak', 'elm', 'ash']);
    selection.set(['oak']);
    void invertSelection(parts).run();
    expect(selection.ids).toEqual(['elm', 'ash']);
  });
  it('becomes everything when an empty one is inverted, and empty again', () => {
    const { parts, selection } = searchOf();
    void invertSelection(parts).run();
    expect(selection.ids).toHaveLength(5);
    expect(selectNone(parts).disabled?.()).toBeUndefined();
    void selectNone(parts).run();
    expect(selection.ids).toEqual([]);
    expect(selectMeeting(parts).disabled?.()).toBe('disabled.selection');
  });
});
