import { NEVER, of } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/kernel';
import { MAX_SELECTED, type ObjectType } from '#core/protocol';
import { desk, object } from '#core/testing';
import { ServerFinder } from './finder.ts';
import { ProjectTargets } from './project-targets.ts';
import { SelectedObjects } from './selected.ts';

const TYPES = ['parcel', 'locked', 'hidden'].map((name) => ({ name })) as ObjectType[];
const here = object('here', { type: 'Point', coordinates: [9, 45] }, { typeName: 'parcel' });
const drawn = object('drawn', { type: 'Point', coordinates: [9, 45] }, { typeName: 'parcel' });
const BOX = [8, 44, 200, 46] as const;

/** A project of which two objects are loaded, one of them not sent yet, and a server that has three more. */
function opened({ isLoaded = false } = {}) {
  const { project } = desk([here, drawn], TYPES);
  const receive = vi.fn();
  const loadObjects = vi.fn(() => Promise.resolve([] as string[]));
  Object.assign(project, {
    covers: () => isLoaded,
    autosave: { has: (id: string) => id === 'drawn' },
    receive,
    loadObjects,
  });
  const projects = { current: project, current$: of(project) };
  const selection = new SelectedObjects(projects);
  const stateOf = (name: string) => ({ locked: name === 'locked', visible: name !== 'hidden' });
  const layers = { stateOf, states: [], states$: NEVER } as never;
  const targets = new ProjectTargets(selection, projects, layers, { ask: () => undefined });
  const types = [{ typeName: 'parcel', count: 4, ids: ['here', 'drawn', 'far', 'farther'] }];
  const call = vi.fn((_spec: unknown, _request: unknown, _options?: { signal?: AbortSignal }) =>
    Promise.resolve<{ data: unknown }>({ data: { count: 4, types } }),
  );
  const show = vi.fn();
  const i18n = { t: (key: string, values?: object) => `${key} ${JSON.stringify(values)}`, number: String };
  const toasts = { show } as never;
  const finder = new ServerFinder({ api: { call: call as never }, projects, targets, toasts, i18n });
  const search = { sought: { bbox: BOX, wholly: true }, extent: BOX, loaded: () => [here, drawn] };
  return { finder, search, selection, targets, call, show, projects, receive, loadObjects };
}

describe('Finding objects to select', () => {
  it('asks nobody where all objects are loaded', () => {
    const { finder, search, call } = opened({ isLoaded: true });
    const take = vi.fn();
    finder.find(search, take);
    finder.near([9, 45], 5, take);
    expect(take.mock.calls).toEqual([[['here', 'drawn']], [false]]);
    expect(call).not.toHaveBeenCalled();
  });

  it('asks the server otherwise, without hidden and locked layers, and knows the types of what is not loaded', async () => {
    const { finder, search, call, selection } = opened();
    finder.find(search, (ids) => selection.set(ids));
    expect(finder.isSearching).toBe(true);
    await vi.waitFor(() => expect(selection.ids).toHaveLength(4));
    expect(finder.isSearching).toBe(false);
    const body = { wholly: true, bbox: '8,44,180,46', excluded: ['locked', 'hidden'] };
    expect(call.mock.calls[0]![1]).toMatchObject({ body });
    expect([selection.missing, selection.typeOf('farther')]).toEqual([2, 'parcel']);
  });

  it('decides itself on objects with unsent changes, which the server does not know', async () => {
    const { finder, search, selection } = opened();
    finder.find({ ...search, loaded: () => [here] }, (ids) => selection.set(ids));
    await vi.waitFor(() => expect(selection.ids).toEqual(['here', 'far', 'farther']));
  });

  it('says how many there are when they are too many, and selects none of them', async () => {
    const { finder, search, call, show } = opened();
    call.mockResolvedValue({ data: { count: 1_000_000, types: [] } });
    const take = vi.fn();
    finder.find(search, take);
    const max = `"max":"${MAX_SELECTED}"`;
    const sentence = `selection:too-many {"count":"1000000",${max}}`;
    await vi.waitFor(() => expect(show).toHaveBeenCalledWith('error', sentence));
    expect([take.mock.calls.length, finder.isSearching]).toEqual([0, false]);
    const meets = Array.from({ length: 1001 }, (_, i) => String(i));
    const ids = finder.idsOf({ ...search, sought: { meets } }, new AbortController().signal);
    await expect(ids).rejects.toThrow('selection:meets.too-many');
  });

  it('says why the server does not answer, and takes only the newest answer', async () => {
    const { finder, search, call, show } = opened();
    const take = vi.fn();
    let answer: (value: unknown) => void = () => undefined;
    call.mockReturnValueOnce(new Promise((resolve) => (answer = resolve as never)));
    finder.find(search, take);
    finder.find(search, take);
    answer({ data: { count: 0, types: [] } });
    await vi.waitFor(() => expect(take).toHaveBeenCalledOnce());
    expect(take.mock.calls[0]![0]).toHaveLength(4);
    call.mockRejectedValue(new AppError('http', 'The server cannot be reached.'));
    finder.find(search, take);
    await vi.waitFor(() => expect(show).toHaveBeenCalledWith('error', 'The server cannot be reached.'));
    expect(take).toHaveBeenCalledOnce();
  });

  it('loads what is seen under the pointer, of the layers that can be selected', async () => {
    const { finder, call, receive } = opened();
    call.mockResolvedValue({ data: [{ id: 'far' }] });
    const take = vi.fn();
    finder.near([9, 45], 1e6, take);
    await vi.waitFor(() => expect(take).toHaveBeenCalledWith(true));
    expect(receive).toHaveBeenCalledWith([{ id: 'far' }]);
    expect(call.mock.calls[0]![1]).toMatchObject({
      headers: { type: 'parcel' },
      query: { x: '9', y: '45', radius: 10_000 },
    });
  });
});

describe('A selection that is not wholly loaded', () => {
  it('loads its objects as long as they are few, and drops what the server does not have', async () => {
    const { selection, loadObjects } = opened();
    loadObjects.mockResolvedValue(['gone']);
    selection.set(['here', 'gone', 'far']);
    expect(loadObjects).toHaveBeenCalledWith(['gone', 'far'], expect.anything());
    await vi.waitFor(() => expect(selection.ids).toEqual(['here', 'far']));
  });

  it('is not loaded when it is large: tools get none of it and say why, commands its ids', () => {
    const { selection, targets, loadObjects } = opened();
    const many = Array.from({ length: 6000 }, (_, i) => `parcel ${i}`);
    selection.know('parcel', many.slice(0, 5999));
    selection.know('locked', ['parcel 5999']);
    selection.set(['here', ...many]);
    expect(loadObjects).not.toHaveBeenCalled();
    expect([selection.missing, targets.objects.length, targets.ids.length]).toEqual([6000, 0, 6000]);
    expect(targets.reason('none')).toBe('selection:problem.partial');
    selection.set(['here']);
    expect([selection.missing, targets.objects, targets.reason('none')]).toEqual([0, [here], 'none']);
  });

  it('keeps objects that are unloaded, with their type', () => {
    const { selection, projects } = opened();
    selection.set(['here', 'drawn']);
    projects.current.document.apply([{ id: 'here', before: here, after: undefined }], 'unload');
    expect([selection.ids, selection.missing, selection.typeOf('here')]).toEqual([
      ['here', 'drawn'],
      1,
      'parcel',
    ]);
  });
});
