import { observable, runInAction } from 'mobx';
import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { Arrival, type ArrivalServices } from './arrival.ts';

const SURVEY = { id: 's', projectId: 'p' };

function arrivalOf(tracks: number, positions: readonly (readonly [number, number])[]) {
  const done: string[] = [];
  const sending = observable.box(true);
  const changed$ = new Subject<void>();
  const services = {
    desk: {
      projectId: 'p',
      surveys: [{ ...SURVEY, tracks: Array.from({ length: tracks }) }],
      panoramas: new Map([['s', [{ position: [9.2, 45.5, 100] }, { position: null }]]]),
      isSendingTo: () => sending.get(),
      changed$,
      reload: async () => void done.push('reload'),
      showPanoramas: async () => undefined,
    },
    tracks: { show: async () => void done.push('tracks') },
    photos: {
      isShown: () => true,
      show: async () => void done.push('photos'),
      positionsOf: () => positions,
    },
    views: { active: { fly: (to: readonly number[]) => void done.push(`fly ${to.join(' ')}`) } },
    panoramas: async () => ({
      showOnMaps: (shown: boolean) => void done.push(`panoramas ${shown}`),
      reload: async () => void done.push('panoramas read'),
    }),
  } as unknown as ArrivalServices;
  const arrived = () => runInAction(() => sending.set(false));
  return { arrival: new Arrival(services), done, arrived, changed$ };
}

describe('What is added to a survey', () => {
  it('is shown on the maps at once, and flown to with its track when all has arrived', async () => {
    const { arrival, done, arrived } = arrivalOf(1, []);
    const following = arrival.follow(SURVEY);
    await expect.poll(() => done).toEqual(['panoramas true', 'photos']);
    arrived();
    await following;
    expect(done.slice(2)).toEqual(['reload', 'photos', 'panoramas read', 'tracks']);
  });

  it('is read anew when its clock, accuracy or track has changed', async () => {
    const { done, changed$ } = arrivalOf(1, []);
    changed$.next();
    await expect.poll(() => done).toEqual(['photos', 'panoramas read']);
  });

  it('without a track is flown to by the places of its pictures', async () => {
    const { arrival, done, arrived } = arrivalOf(0, [[9.1, 45.6]]);
    arrived();
    await arrival.follow(SURVEY);
    expect(done.at(-1)).toBe('fly 9.1 45.5 9.2 45.6');
  });
});
