import { expect, it, vi } from 'vitest';
import type { ExportedObject } from '../api.ts';
import { exportByPlugin } from './plugin-export.ts';

const LIST = ['a', 'b'].map((id) => ({
  id,
  typeName: 'Well',
  location: { type: 'Point', coordinates: [12, 42] },
  properties: { id },
  metadata: {},
}));

function opened(area: 'all' | 'box' | 'selection') {
  const call = vi.fn((_call: unknown, _request: object) => Promise.resolve({ data: LIST }));
  const write = vi.fn((_objects: readonly ExportedObject[], _types: readonly string[]) =>
    Promise.resolve(new Blob(['x'])),
  );
  const desk = { projectId: 'p', area, box: [1, 2, 3, 4], selected: ['b'], chosenTypes: [{ name: 'Wéll' }] };
  const run = () => exportByPlugin({ call } as never, { write }, desk as never);
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
