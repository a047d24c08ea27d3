import { expect, it } from 'vitest';
import type { Sketch } from '#core/mapview';
import type { CloudMeasure, CloudMeasured } from '#core/protocol';
import { CloudSnap, type HoveredPoint } from './cloud-snap.ts';

const source = { cloudId: 'c', content: 1, edits: 0, points: 9, complete: true, stoppedBy: null };
const corner = { measure: 'corner', source, corner: { point: [0, 0, 1], planes: [], plusMinus: 0.01 } };

/** Straight down onto a point at x; a pixel is 2 cm, so that a search reaches 24 times as far. */
const above = (x: number): HoveredPoint => ({
  cloudId: 'c',
  coordinates: [x, 0, 0],
  spacing: 0.01,
  ray: { origin: [x, 0, 100], direction: [0, 0, -1], spread: 0, radius: 0.01 },
});

function opened() {
  const requests: CloudMeasure[] = [];
  const answers: ((measured: CloudMeasured) => void)[] = [];
  let shown: Sketch | undefined;
  const snap = new CloudSnap({
    measure: (_, request) => {
      requests.push(request);
      return new Promise((resolve) => answers.push(resolve));
    },
    among: () => ({}),
    position: ([x, y, z]) => [x, y, z],
    show: (sketch) => (shown = sketch),
    say: (part, plusMinus) => `${part} ${plusMinus}`,
  });
  snap.isOn = true;
  snap.kind = 'corner';
  const answer = async () => {
    answers.shift()!(corner as unknown as CloudMeasured);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { snap, requests, answer, shown: () => shown };
}

it('moves the pointer to a corner once the server has found it, and shows it with its ±', async () => {
  const { snap, requests, answer, shown } = opened();
  expect(snap.at(above(0))).toBeUndefined();
  expect(requests).toEqual([{ measure: 'corner', at: [{ near: [0, 0, 0], radius: 0.48 }] }]);
  await answer();
  expect(snap.at(above(0.1))).toMatchObject({ place: [0, 0, 1], plusMinus: 0.01 });
  expect(requests).toHaveLength(1);
  expect(shown()?.labels).toMatchObject([{ position: [0, 0, 1], text: 'corner 0.01' }]);
});

it('searches one place after the other, and of those that wait the last', async () => {
  const { snap, requests, answer } = opened();
  for (const x of [0, 10, 20]) snap.at(above(x));
  expect(requests).toHaveLength(1);
  await answer();
  expect(requests[1]).toMatchObject({ at: [{ near: [20, 0, 0] }] });
});

it('forgets what it is searching for when the points change or the pointer leaves', async () => {
  const { snap, answer, requests, shown } = opened();
  snap.at(above(0));
  snap.forget();
  await answer();
  expect(shown()).toBeUndefined();
  expect(snap.at(above(0))).toBeUndefined();
  expect(requests).toHaveLength(2);
});
