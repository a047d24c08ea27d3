import { expect, it, vi } from 'vitest';
import { LazyPart } from './lazy-part.ts';

it('a part is loaded once, when it is first wanted, and again where that failed', async () => {
  const load = vi.fn(() => Promise.resolve('part'));
  load.mockRejectedValueOnce(new Error('offline'));
  const loaded = vi.fn();
  const part = new LazyPart(load, loaded);
  expect([part.current, load.mock.calls.length]).toEqual([undefined, 0]);
  expect([part.want(), part.want(), load.mock.calls.length]).toEqual([undefined, undefined, 1]);
  await vi.waitFor(() => {
    part.want();
    expect(load).toHaveBeenCalledTimes(2);
  });
  await vi.waitFor(() => expect(loaded.mock.calls).toEqual([['part']]));
  expect([part.current, part.want(), load.mock.calls.length]).toEqual(['part', 'part', 2]);
});
