import { BehaviorSubject } from 'rxjs';
import { expect, it } from 'vitest';
import type { Vector } from '#core/geodesy';
import type { PanoramicPlace } from '#core/protocol';
import { Measuring } from '../measuring.ts';
import { Suggesting } from './suggesting.ts';

const placeOf = (id: string) => ({ id, name: id, position: [12.5, 41.9, 50] }) as unknown as PanoramicPlace;
const NORTH: Vector = [0, 0, 1];

function suggested() {
  const measuring = new Measuring({ accuracyOf: () => ({ assumed: false }) as never });
  const current$ = new BehaviorSubject<PanoramicPlace | undefined>(undefined);
  const stage = { current: undefined, current$ };
  const suggesting = new Suggesting(measuring, stage, {} as never);
  measuring.sight(placeOf('first'), NORTH);
  suggesting.match = { distance: 5, score: 0.9, next: 0.2, isSure: true, position: [12.5, 41.9, 50], direction: NORTH }; // prettier-ignore
  return { measuring, suggesting, current$ };
}

it('a suggested point goes when the point is clicked by hand, or its line of sight is taken back', () => {
  const clicked = suggested();
  clicked.measuring.sight(placeOf('second'), NORTH);
  expect(clicked.suggesting.match).toBeUndefined();
  const undone = suggested();
  undone.measuring.takeBack();
  expect(undone.suggesting.match).toBeUndefined();
});

it('a suggested point goes with the panorama that is left', () => {
  const { suggesting, current$ } = suggested();
  current$.next(placeOf('third'));
  expect(suggesting.match).toBeUndefined();
});
