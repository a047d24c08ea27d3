import { describe, expect, it } from 'vitest';
import { OpenViews, type Gesture } from '#core/mapview';
import { desk, SlantView } from '#core/testing';
import { HILL, measuresOver } from '../ui/testing/hill.ts';
import { followPointer } from './pointed-profile.ts';

describe('The pointer on the globe', () => {
  it('marks the position of a profile under it, and none elsewhere', async () => {
    let hear: (gesture: Gesture) => unknown = () => false;
    class Heard extends SlantView {
      override readonly kind = '3d' as never;
      override listen(one = hear) {
        hear = one;
        return { dispose: () => undefined };
      }
    }
    const measures = measuresOver(HILL);
    const views = new OpenViews();
    followPointer(measures, views);
    views.register(new Heard(desk().project.document));
    measures.add('profile', [[0, 0], [0.001, 0]], false); // prettier-ignore
    await expect.poll(() => measures.list[0]?.reading).toBeDefined();
    const at = (x: number, y: number) => hear({ kind: 'move', pixel: [x, y] } as unknown as Gesture);
    // The top of the hill, 140 m: 140 pixels above its position.
    at(499, 362);
    expect(measures.pointed).toEqual([0, 0, 140]);
    at(499, 300);
    expect(measures.pointed).toBeUndefined();
  });
});
