import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { fetchParts, ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { SURVEY_DESK, type SurveyFile } from '../model/survey-desk.ts';
import { ColumnsDialog } from './ColumnsDialog.tsx';

afterEach(cleanup);

it('proposes columns of common names, and sends what is chosen, also that there is none', async () => {
  const readAgain = vi.fn();
  await fetchParts();
  const container = await servicesOf(['surveys'], [[SURVEY_DESK, { readAgain }]]);
  const table = new File(['punto;est_m;nord_m;quota;ora\n1;304900,5;4756500;250;\n'], 'odd.csv');
  const file = { name: 'odd.csv', file: table } as SurveyFile;
  render(
    <ServicesProvider container={container}>
      <ColumnsDialog file={file} onClose={() => {}} />
    </ServicesProvider>,
  );
  const read = await screen.findByRole<HTMLButtonElement>('button', { name: 'Read' });
  await waitFor(() => expect(read.disabled).toBe(false));
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /Ellipsoidal height/ }));
  await user.click(await screen.findByRole('option', { name: '–' }));
  await user.type(screen.getByRole('textbox', { name: 'Reference system' }), 'epsg:7792');
  await user.click(read);
  expect(readAgain).toHaveBeenCalledWith(file, {
    columns: {
      longitude: '2',
      latitude: '3',
      height: '',
      time: '5',
      heading: '',
      pitch: '',
      roll: '',
      quality: '',
    },
    crs: 'EPSG:7792',
  });
});
