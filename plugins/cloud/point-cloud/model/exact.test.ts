import { expect, it } from 'vitest';
import type { CloudMeasured, Position } from '#core/protocol';
import { ExactPoints, regionAround, type ClickedPoint } from './exact.ts';

const CLICKED: ClickedPoint = {
  cloudId: 'cloud',
  cloudName: 'hall.laz',
  coordinates: [0.2, 0, 10],
  spacing: 0.5,
  ray: { origin: [0, 0, 110], direction: [0, 0, -1], spread: 0.0005, radius: 0 },
};
const AT: Position = [0.2, 0, 10];

function points(measure: () => Promise<CloudMeasured>): ExactPoints {
  const exact = new ExactPoints({
    measure,
    among: () => ({}),
    position: ([x, y, z]) => [x, y, z],
    say: (key, lengths, values) => JSON.stringify([key, lengths, values]),
  });
  exact.clicked(AT, CLICKED);
  return exact;
}
const source = { cloudId: 'cloud', content: 1, edits: 0, points: 9, complete: true, stoppedBy: null };

it('looks along the line of sight, around the clicked point only', () => {
  const region = regionAround(CLICKED);
  // A pixel is 2 · 100 m · tan 0.0005 = 0.1 m there.
  expect(region).toMatchObject({ kind: 'cone', origin: [0, 0, 12], length: 4, direction: [0, 0, -1] });
  expect(region).toHaveProperty('radius', expect.closeTo(0.4, 6));
});

it('takes the points of the server, and leaves vertices that were not clicked on points', async () => {
  const point = { position: [0.01, 0, 10.1], spacing: 0.02, noise: 0.004, level: 5, attributes: {} };
  const exact = points(() => Promise.resolve({ measure: 'pick', source, point } as CloudMeasured));
  expect(await exact.of([AT, [7, 8]])).toEqual({
    vertices: [
      [0.01, 0, 10.1],
      [7, 8],
    ],
    from: '["exact.noise",{"spacing":0.02,"noise":0.004},null]',
    source:
      'hall.laz (cloud/cloud@1.0); ["exact.metres",{"units":0.02},null] ± ["exact.metres",{"units":0.004},null]',
  });
  expect(await exact.of([[7, 8]])).toBeUndefined();
});

it('says which vertices are not on points, whose height is that of the middle of the view', async () => {
  const point = { position: [0.01, 0, 10.1], spacing: 0.02, noise: 0.004, level: 5, attributes: {} };
  const exact = points(() => Promise.resolve({ measure: 'pick', source, point } as CloudMeasured));
  exact.missed([7, 8, 9]);
  expect(exact.isMiss([7, 8, 9])).toBe(true);
  const said = '["exact.missed",{},{"vertices":"2"}]';
  const found = await exact.of([AT, [7, 8, 9]]);
  expect(found?.from).toBe(`["exact.noise",{"spacing":0.02,"noise":0.004},null] ${said}`);
  expect(found?.source).toContain('; ["exact.missed.source",{},{"vertices":"2"}]');
  expect(await exact.of([[7, 8, 9], [1, 2]])).toEqual({
    vertices: [[7, 8, 9], [1, 2]],
    from: '["exact.missed",{},{"vertices":"1"}]',
  }); // prettier-ignore
});

it('keeps the loaded points and says why when there is no answer', async () => {
  const exact = points(() => Promise.reject(new Error('Offline')));
  const kept = await exact.of([AT]);
  expect(kept?.vertices).toEqual([AT]);
  expect(kept?.from).toContain('exact.loaded');
  expect(kept?.from).toContain('0.5');
});
