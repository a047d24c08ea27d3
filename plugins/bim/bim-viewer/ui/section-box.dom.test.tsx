import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject, of } from 'rxjs';
import { afterEach, expect, it } from 'vitest';
import { fetchParts, ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { desk, servicesOf } from '#core/testing';
import { BIM_SELECTION, BIM_STAGE, type BimLook, type BimView } from '../api.ts';
import { MODEL_FINDER } from '../model/finding.ts';
import { SectionBox } from './SectionBox.tsx';

afterEach(cleanup);

it('a box around the model cuts none of its faces', async () => {
  const look$ = new BehaviorSubject<Partial<BimLook>>({ box: undefined });
  const stage = {
    look$,
    get look() {
      return look$.value;
    },
    change: (look: Partial<BimLook>) => look$.next({ ...look$.value, ...look }),
  };
  await fetchParts();
  const container = await servicesOf(
    ['bim-viewer'],
    [
      [BIM_STAGE, stage],
      [BIM_SELECTION, { elements: [], elements$: of([]) }],
      [MODEL_FINDER, { modelId: 'house' }],
      [SETTINGS, desk().settings],
    ],
  );
  const view = {
    extentOf: () => ({ middle: [500_103, 5_000_102, 104.25], size: [6.6, 4.6, 2.9], rotation: 0 }),
  } as unknown as BimView;
  render(
    <ServicesProvider container={container}>
      <SectionBox view={view} />
    </ServicesProvider>,
  );
  await userEvent.click(screen.getByRole('switch'));
  expect(look$.value.box).toEqual({
    center: [500_103, 5_000_102, 104.25],
    size: [6.6 + 0.2, 4.6 + 0.2, 2.9 + 0.2],
    turn: 0,
  });
  // Read whole, also those of a map.
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Centre N' })).value).toBe('5000102');
});
