import { expect, it, vi } from 'vitest';
import { getLockedLayers } from '#core/protocol';
import type { ExportedObject } from '../api.ts';
import { exportByPlugin } from './plugin-export.ts';

const LIST = ['a', 'b'].map((id) => ({
  id,
  typeName: 'Well',
  location: { type: 'Point', coordinates: [12, 42] },
  properties: { id },
  metadata: {},
}));

function opened(area: 'all' | 'box' | 'selection', locked: string[] | null = null) {
  const call = vi.fn((asked: unknown, _request: { headers: { type: string } }) =>
    Promise.resolve({ data: asked === getLockedLayers ? { typeNames: locked } : LIST }),
  );
  const write = vi.fn((_objects: readonly ExportedObject[], _types: readonly string[]) =>
    Promise.resolve(new Blob(['x'])),
  );
  const chosenTypes = ['Path', 'Wéll'].slice(locked ? 0 : 1).map((name) => ({ name }));
  const desk = { projectId: 'p', area, box: [1, 2, 3, 4], selected: ['b'], chosenTypes };
  const run = (lockCopy = true, readable?: () => string[]) =>
    exportByPlugin({ call } as never, { write, ...(readable && { readable }) }, desk as never, lockCopy);
  return { call, write, run };
}

it('gives a plugin all objects of the chosen types, without what it does not need', async () => {
  const { call, write, run } = opened('all');
  expect((await run()).count).toBe(2);
  expect(call.mock.lastCall![1]).toEqual({ headers: { projectid: 'p', type: 'W%C3%A9ll' }, query: {} });
  expect(write.mock.lastCall![0][0]).toEqual({
    typeName: 'Well',
    location: LIST[0]!.location,
    properties: { id: 'a' },
  });
  expect(write.mock.lastCall![1]).toEqual(['Well']);
});

it('gives it the objects of the box, or the selected ones', async () => {
  const boxed = opened('box');
  await boxed.run();
  expect(boxed.call.mock.lastCall![1]).toMatchObject({ query: { bbox: '1,2,3,4' } });
  const selected = opened('selection');
  expect((await selected.run()).count).toBe(1);
});

it('leaves locked layers out, and says which, unless the protection is off', async () => {
  const asked = ({ call }: ReturnType<typeof opened>) =>
    call.mock.calls.filter(([one]) => one !== getLockedLayers).map(([, { headers }]) => headers.type);
  const one = opened('all', ['Path', 'Road']);
  expect((await one.run()).locked).toEqual(['Path']);
  expect(asked(one)).toEqual(['W%C3%A9ll']);

  const all = opened('all', ['Path', 'Wéll']);
  expect(await all.run()).toEqual({
    file: undefined,
    count: 0,
    locked: ['Path', 'Wéll'],
    unreadable: [],
  });
  expect(all.write).not.toHaveBeenCalled();

  const off = opened('all', ['Path']);
  expect((await off.run(false)).locked).toEqual([]);
  expect(asked(off)).toEqual(['Path', 'W%C3%A9ll']);
});

it('leaves out the types that the plugin may not read, and says which', async () => {
  const some = opened('all', []);
  expect(await some.run(true, () => ['Wéll'])).toMatchObject({ count: 2, unreadable: ['Path'] });
  expect(some.call.mock.calls.map(([, { headers }]) => headers?.type)).not.toContain('Path');

  const none = opened('all', []);
  expect(await none.run(true, () => [])).toMatchObject({ file: undefined, unreadable: ['Path', 'Wéll'] });
  expect(none.write).not.toHaveBeenCalled();
});
