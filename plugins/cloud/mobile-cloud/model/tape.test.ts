import { describe, expect, it } from 'vitest';
import type { CloudCoordinates, LoneCloud } from '#plugins/cloud/point-cloud/api';
import { Tape } from './tape.ts';

/** A cloud in feet whose loaded points are 0.1 beside the stored ones; the pixel is the place. */
function cloud(exactPoint: (at: CloudCoordinates) => Promise<CloudCoordinates>) {
  const view = {
    unit: 0.3048,
    fromCloud: ([x, y, z]: CloudCoordinates) => [x, y, z * 0.3048],
    pointAt: ([x, y]: [number, number]) => {
      const coordinates: CloudCoordinates = [x + 0.1, y, 10 + x];
      return x < 0 ? undefined : { coordinates, position: view.fromCloud(coordinates), spacing: 0.5 };
    },
  };
  return {
    view,
    exactPoint: (_: unknown, { coordinates: [x, y, z] }: { coordinates: CloudCoordinates }) =>
      exactPoint([x - 0.1, y, z]),
  } as unknown as LoneCloud;
}

describe('The tape', () => {
  it('measures between the stored points, in metres', async () => {
    const tape = new Tape(cloud((at) => Promise.resolve(at)));
    await tape.tap([0, 0]);
    expect(tape.length).toBeUndefined();
    await tape.tap([3, 4]);
    // 3 and 4 feet aside make 5; the second is 3 feet higher; √(5² + 3²).
    expect(tape.length!.horizontal).toBeCloseTo(5 * 0.3048, 9);
    expect(tape.length!.rise).toBeCloseTo(3 * 0.3048, 9);
    expect(tape.length!.distance).toBeCloseTo(Math.sqrt(34) * 0.3048, 9);
    expect(tape.why).toBeUndefined();
  });

  it('takes the drawn point where the server gives none, and says why', async () => {
    const tape = new Tape(cloud(() => Promise.reject(new Error('The server cannot be reached.'))));
    await tape.tap([0, 0]);
    expect(tape.ends).toMatchObject([{ at: [0.1, 0, 10], why: 'The server cannot be reached.' }]);
    expect(tape.ends[0]!.spacing).toBeCloseTo(0.5 * 0.3048, 9);
    expect(tape.why).toBe('The server cannot be reached.');
  });

  it('says when a tap meets no point, and keeps the end it has', async () => {
    const tape = new Tape(cloud((at) => Promise.resolve(at)));
    await tape.tap([0, 0]);
    await tape.tap([-1, 0]);
    expect([tape.missed, tape.ends.length]).toEqual([true, 1]);
  });

  it('begins again with the third tap', async () => {
    const tape = new Tape(cloud((at) => Promise.resolve(at)));
    for (const x of [0, 1, 2]) await tape.tap([x, 0]);
    expect(tape.ends.map(({ at }) => at[0])).toEqual([2]);
  });

  it('forgets an answer that comes after it was cleared', async () => {
    let answer: (at: CloudCoordinates) => void = () => {};
    const tape = new Tape(cloud(() => new Promise((resolve) => (answer = resolve))));
    const tapped = tape.tap([0, 0]);
    tape.clear();
    answer([0, 0, 0]);
    await tapped;
    expect([tape.ends.length, tape.isAsking]).toEqual([0, false]);
  });
});
