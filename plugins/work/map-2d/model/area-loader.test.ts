import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Extent } from '#core/document';
import type { Camera } from '#core/mapview';
import type { OpenProject } from '#core/project';
import type { Position } from '#core/protocol';
import { desk } from '#core/testing';
import { AreaLoader } from './area-loader.ts';
import { ProjectSize } from './project-size.ts';

const WHOLE: Extent = [11, 44, 12, 45];
const HERE: Extent = [11.1, 44.1, 11.2, 44.2];
const THERE: Extent = [11.5, 44.5, 11.6, 44.6];

const looking = (extent: Extent, zoom: number): Camera => ({
  center: [11, 44],
  extent,
  zoom,
  resolution: 1,
  heading: 0,
});

function setUp(objectCount: number, zoom: number) {
  const requests: { extent: Extent; signal: AbortSignal; place: Position | undefined }[] = [];
  const generation$ = new BehaviorSubject(0);
  let counted = objectCount;
  const project = {
    ...desk().project,
    project: { id: 'p', objectCount, extent: objectCount > 0 ? WHOLE : null },
    generation$,
    load: (extent: Extent, signal: AbortSignal, place?: Position) => {
      requests.push({ extent, signal, place });
      return new Promise<void>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    },
  } as unknown as OpenProject;
  const api = {
    call: () =>
      Promise.resolve({
        data: { objectCount: counted, extent: WHOLE },
        version: 1,
        total: undefined,
        status: 200,
      }),
  };
  const size = new ProjectSize(project, api as never);
  const camera$ = new BehaviorSubject(looking(HERE, zoom));
  const loader = new AreaLoader(project, size, camera$, new BehaviorSubject(15));
  return { requests, camera$, generation$, loader, size, recount: (count: number) => (counted = count) };
}

const rest = () => vi.advanceTimersByTimeAsync(200);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('loading what comes into view', () => {
  it('loads all of a small project, however far away the map is', async () => {
    const { requests, camera$ } = setUp(60, 8);
    await rest();
    camera$.next(looking(THERE, 9));
    await rest();
    expect(requests.map(({ extent, place }) => [extent, place])).toEqual([[WHOLE, undefined]]);
  });

  it('loads what is in view of a large one, from the centre outwards, above the zoom in the settings', async () => {
    const { requests, camera$ } = setUp(100_000, 14.9);
    await rest();
    expect(requests).toEqual([]);
    camera$.next(looking(HERE, 15));
    await rest();
    expect(requests.map(({ extent, place }) => [extent, place])).toEqual([[HERE, [11, 44]]]);
  });

  it('aborts what has left the view before it was loaded', async () => {
    const { requests, camera$ } = setUp(100_000, 16);
    await rest();
    camera$.next(looking(THERE, 16));
    await rest();
    expect(requests.map(({ extent, signal }) => [extent, signal.aborted])).toEqual([
      [HERE, true],
      [THERE, false],
    ]);
  });

  it('waits until the map rests', async () => {
    const { requests, camera$ } = setUp(100_000, 16);
    camera$.next(looking(THERE, 16));
    camera$.next(looking(HERE, 16));
    await rest();
    expect(requests).toHaveLength(1);
  });

  it('notices that an import has made a small project large', async () => {
    const { requests, generation$, size, recount } = setUp(0, 8);
    await rest();
    expect(requests).toHaveLength(1);
    recount(100_000);
    generation$.next(1);
    expect(size.small).toBe(false);
    await rest();
    expect(size.small).toBe(false);
    expect(requests).toHaveLength(1);
    expect(requests.every(({ signal }) => signal.aborted)).toBe(true);
  });

  it('stops with the map', async () => {
    const { requests, loader } = setUp(100_000, 16);
    await rest();
    loader.dispose();
    expect(requests[0]!.signal.aborted).toBe(true);
  });
});
