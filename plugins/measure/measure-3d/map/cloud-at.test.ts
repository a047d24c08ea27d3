import { expect, it } from 'vitest';
import type { Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { cloudAt } from './cloud-at.ts';

const view = {
  toPixel: ([x, y]: Position): Pixel => [x * 100, y * 100],
  pointAt: ([x]: Pixel) =>
    x < 500
      ? { position: [x / 100, 1, 7] as Position, cloud: { name: 'hall.laz', version: '3' } }
      : undefined,
};

it('names the cloud and its version under a vertex, only where a point of it is seen', () => {
  expect(cloudAt(view as never, [1, 1, 7])).toBe('hall.laz (3)');
  // Ten pixels away from the point that is seen.
  expect(cloudAt(view as never, [1, 1.1, 7])).toBeUndefined();
  expect(cloudAt(view as never, [9, 1, 7])).toBeUndefined();
  expect(cloudAt(view as never, [1, 1])).toBeUndefined();
  expect(cloudAt(undefined, [1, 1, 7])).toBeUndefined();
});
