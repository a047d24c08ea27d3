import { expect, it } from 'vitest';
import { overlayOf } from './overlay.ts';

it('shows the text of a point beside it, and others where they are', () => {
  const location = { type: 'Point' as const, coordinates: [12, 42] as [number, number] };
  const sketch = overlayOf({
    shapes: [{ location }],
    labels: [
      { position: [12, 42], text: 'Gauge' },
      { position: [13, 42], text: 'Area' },
    ],
  });
  expect(sketch?.labels).toEqual([
    {
      position: [12, 42],
      text: 'Gauge',
      on: [
        [12, 42],
        [12, 42],
      ],
      aside: true,
    },
    { position: [13, 42], text: 'Area' },
  ]);
});
