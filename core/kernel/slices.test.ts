import { describe, expect, it } from 'vitest';
import { runInSlices } from './slices.ts';

describe('Work in slices', () => {
  it('yields to the page, and stops on abort', async () => {
    const controller = new AbortController();
    let steps = 0;
    const endless = function* () {
      for (;;) yield steps++;
    };
    const turn = new Promise<void>((go) => setTimeout(() => (controller.abort(new Error('enough')), go())));
    await expect(runInSlices(endless(), () => undefined, controller.signal)).rejects.toThrow('enough');
    await turn;
    expect(steps).toBeGreaterThan(0);
  });
});
