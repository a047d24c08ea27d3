import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { fetchParts, ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { SURVEY_DESK, type SurveyFile } from '../model/survey-desk.ts';
import { FileRow } from './FileRow.tsx';

afterEach(cleanup);

it('offers to send a track again that could not be sent', async () => {
  const readAgain = vi.fn();
  await fetchParts();
  const container = await servicesOf(['surveys'], [[SURVEY_DESK, { readAgain }]]);
  const file = {
    name: 'walk.gpx',
    kind: 'track',
    error: 'The file storage does not respond.',
  } as SurveyFile;
  render(
    <ServicesProvider container={container}>
      <FileRow file={file} />
    </ServicesProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(readAgain).toHaveBeenCalledWith(file);
});
