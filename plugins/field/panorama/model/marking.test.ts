import { BehaviorSubject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import type { PanoramicPlace } from '#core/protocol';
import { PanoramaMarking } from './marking.ts';

function panorama() {
  const current$ = new BehaviorSubject({ id: 'a' } as PanoramicPlace | undefined);
  const add = vi.fn();
  const create = vi.fn((id: string) => ({ id, marks: [], load: () => Promise.resolve(), add }) as never);
  const marking = new PanoramaMarking(create, { current$ });
  marking.paint('#c2410c');
  return { marking, add, create, current$ };
}

describe('A mark over a panorama', () => {
  it('is an arrow between two clicks, or a line that is finished', () => {
    const { marking, add } = panorama();
    marking.choose('arrow');
    marking.point([0.2, 0.5]);
    marking.point([0.3, 0.6]);
    expect(add).toHaveBeenLastCalledWith({ kind: 'arrow', colour: '#c2410c', points: [[0.2, 0.5], [0.3, 0.6]] }); // prettier-ignore
    marking.choose('line');
    marking.point([0.2, 0.5]);
    marking.finish();
    expect(add).toHaveBeenCalledTimes(1);
  });

  it('goes on over the edge of the picture', () => {
    const { marking } = panorama();
    marking.choose('line');
    marking.point([0.98, 0.5]);
    marking.point([0.01, 0.5]);
    expect(marking.shown[0]!.points).toEqual([[0.98, 0.5], [1.01, 0.5]]); // prettier-ignore
  });

  it('that is a line has at most 200 points, and says so', () => {
    const { marking } = panorama();
    marking.choose('line');
    for (let n = 0; n < 200; n++) expect(marking.point([n / 200, 0.5])).toBeUndefined();
    expect([marking.point([0.1, 0.6]), marking.points.length]).toEqual(['full', 200]);
  });

  it('that is a text needs its words first', () => {
    const { marking, add } = panorama();
    marking.choose('text');
    expect([marking.point([0.5, 0.5]), add.mock.calls.length]).toEqual(['words', 0]);
    marking.write(' Crack ');
    expect(marking.point([0.5, 0.5])).toBeUndefined();
    expect(add).toHaveBeenCalledWith({
      kind: 'text',
      colour: '#c2410c',
      points: [[0.5, 0.5]],
      text: 'Crack',
    });
  });

  it('is of the panorama that is seen', () => {
    const { marking, create, current$ } = panorama();
    marking.choose('line');
    marking.point([0.5, 0.5]);
    current$.next({ id: 'a' } as PanoramicPlace);
    expect([marking.points.length, create.mock.calls.length]).toEqual([1, 1]);
    current$.next({ id: 'b' } as PanoramicPlace);
    expect([marking.points.length, create.mock.lastCall]).toEqual([0, ['b']]);
  });
});
