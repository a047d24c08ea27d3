import { describe, expect, it, vi } from 'vitest';
import { LoadedAreas, type Extent } from './index.ts';

const HERE: Extent = [11.01, 45.01, 11.02, 45.02];

function server(answer: (extent: Extent, signal: AbortSignal) => Promise<'done' | 'too-many'>) {
  const requests: Extent[] = [];
  const areas = new LoadedAreas((extent, signal) => {
    requests.push(extent);
    return answer(extent, signal);
  });
  return { requests, areas };
}
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );

describe('Loading by area', () => {
  it('fetches nothing twice, neither later nor at the same time', async () => {
    const { requests, areas } = server(() => Promise.resolve('done'));
    await Promise.all([areas.load(HERE), areas.load(HERE)]);
    await areas.load(HERE);
    expect(requests).toHaveLength(1);
    expect(areas.has(HERE)).toBe(true);
  });

  it('forgets a failed area, so that it is tried again', async () => {
    let broken = true;
    const { requests, areas } = server(() =>
      broken ? Promise.reject(new Error('no line')) : Promise.resolve('done'),
    );
    await expect(areas.load(HERE)).rejects.toThrow('no line');
    broken = false;
    await areas.load(HERE);
    expect(requests).toHaveLength(2);
  });

  it('aborts an area only when nobody waits for it any more', async () => {
    let aborted = 0;
    const { areas } = server((_, signal) => {
      signal.addEventListener('abort', () => aborted++);
      return untilAborted(signal);
    });
    const first = new AbortController();
    const second = new AbortController();
    const loads = [areas.load(HERE, first.signal), areas.load(HERE, second.signal)].map((load) =>
      load.catch((thrown: Error) => thrown.name),
    );
    first.abort();
    expect(await loads[0]).toBe('AbortError');
    expect(aborted).toBe(0);
    second.abort();
    expect(await loads[1]).toBe('AbortError');
    expect(aborted).toBe(1);
    expect(areas.pending).toEqual([]);
  });

  it('splits an area with too many objects in four, as deep as needed', async () => {
    const width = (extent: Extent) => extent[2] - extent[0];
    const { requests, areas } = server((extent) =>
      Promise.resolve(width(extent) > 360 / 2 ** 14 + 1e-9 ? 'too-many' : 'done'),
    );
    await areas.load(HERE);
    // One cell of level 13 (0.0439°), then its four quarters of level 14.
    expect(requests).toHaveLength(5);
    expect(requests.slice(1).reduce((sum, extent) => sum + width(extent) ** 2, 0)).toBeCloseTo(
      width(requests[0]!) ** 2,
      12,
    );
  });

  it('remembers a split area, and fetches its parts directly the next time', async () => {
    const width = (extent: Extent) => extent[2] - extent[0];
    const { requests, areas } = server((extent) =>
      Promise.resolve(width(extent) > 360 / 2 ** 14 + 1e-9 ? 'too-many' : 'done'),
    );
    await areas.load(HERE);
    expect(areas.has(HERE)).toBe(true);
    const quarters = requests.splice(0).slice(1);
    const [gone] = quarters;
    areas.retain([[11, 45]], (extent) => extent.join() !== gone!.join());
    expect(areas.has(HERE)).toBe(false);
    await areas.load(HERE);
    expect(requests).toEqual([gone]);
  });

  it('begins with the area nearest to the given place, also when that is split', async () => {
    const answers: (() => void)[] = [];
    const width = (extent: Extent) => extent[2] - extent[0];
    const { requests, areas } = server(
      (extent) =>
        new Promise((resolve) =>
          answers.push(() => resolve(width(extent) > 360 / 2 ** 14 + 1e-9 ? 'too-many' : 'done')),
        ),
    );
    const place: [number, number] = [11.08, 45.06];
    const loading = areas.load([11, 45, 11.13, 45.13], undefined, place);
    const holds = ([west, south, east, north]: Extent) =>
      west <= place[0] && place[0] <= east && south <= place[1] && place[1] <= north;
    expect(requests.map(holds)).toEqual([true, false, false, false]);
    // Its slot goes to the next area; its quarters come before all others that wait.
    answers.shift()!();
    await vi.waitFor(() => expect(requests).toHaveLength(5));
    answers.shift()!();
    await vi.waitFor(() => expect(requests).toHaveLength(6));
    expect([width(requests[5]!), holds(requests[5]!)]).toEqual([360 / 2 ** 14, true]);
    while (!areas.has([11, 45, 11.13, 45.13])) {
      for (const answer of answers.splice(0)) answer();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await loading;
  });

  it('asks for each loaded area whether to keep it, the nearest first', async () => {
    const { areas } = server(() => Promise.resolve('done'));
    await areas.load([11, 45, 11.13, 45.01]);
    const west: number[] = [];
    areas.retain([[11.2, 45]], ([from]) => west.push(from) < 2);
    expect(west).toEqual([...west].sort((a, b) => b - a));
    expect([areas.has([11.12, 45, 11.13, 45.01]), areas.has(HERE)]).toEqual([true, false]);
  });

  it('covers a continent with a few coarse areas, with everything inside loaded', async () => {
    const { requests, areas } = server(() => Promise.resolve('done'));
    await areas.load([-10, 35, 30, 60]);
    expect(requests.length).toBeLessThanOrEqual(16);
    const before = requests.length;
    await areas.load(HERE);
    expect(requests).toHaveLength(before);
  });

  it('fetches both sides of the antimeridian', async () => {
    const { requests, areas } = server(() => Promise.resolve('done'));
    await areas.load([179.99, 0.01, -179.99, 0.02]);
    expect(requests.map(([west, , east]) => (west < 0 ? east < 0 : west > 0))).toEqual([true, true]);
  });

  it('fetches at most four areas at once', async () => {
    let running = 0;
    let max = 0;
    const { requests, areas } = server(async () => {
      max = Math.max(max, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return 'done';
    });
    await areas.load([11, 45, 11.13, 45.13]);
    expect(requests.length).toBeGreaterThan(8);
    expect(max).toBe(4);
  });

  it('fetches forgotten areas again, and ignores earlier responses', async () => {
    let answer = (_: 'done') => {};
    const { requests, areas } = server(() => new Promise((resolve) => (answer = resolve)));
    const early = areas.load(HERE);
    areas.forget();
    answer('done');
    await early;
    expect(areas.has(HERE)).toBe(false);
    const late = areas.load(HERE);
    answer('done');
    await late;
    expect(requests).toHaveLength(2);
  });
});
