import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Survey } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { TOASTS } from '#core/toasts';
import { SURVEY_DESK } from '../model/survey-desk.ts';
import { TRACKS } from '../model/tracks-on-maps.ts';
import { ClockShift } from './ClockShift.tsx';

afterEach(cleanup);

async function shown(hasMore: boolean) {
  const desk = {
    timesOf: () => [0, 1],
    hasMore: () => hasMore,
    showPanoramas: () => Promise.resolve(),
    showDocuments: () => Promise.resolve(),
  };
  await fetchParts();
  const tracks = { tryShift: () => {}, tried: undefined };
  const container = await servicesOf(
    ['surveys'],
    [[SURVEY_DESK, desk], [TRACKS, tracks], [TOASTS, {}]], // prettier-ignore
  );
  render(
    <ServicesProvider container={container}>
      <ClockShift survey={{ id: 's', clockShift: 0 } as Survey} />
    </ServicesProvider>,
  );
  return (await screen.findByText(/Move the slider/)).textContent;
}

it('says that not all pictures of a survey are tried with a shift of the clocks', async () => {
  expect(await shown(false)).not.toContain('at most');
  cleanup();
  expect(await shown(true)).toContain('at most 500 panoramas and 500 photos; all are placed so.');
});
