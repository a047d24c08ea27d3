import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER } from 'rxjs';
import { afterEach, expect, it } from 'vitest';
import { API, type Api, type Live, type ResumableUploads } from '#core/api';
import type { Pointcloud } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { CLOUD_DESK, CloudDesk } from '../model/cloud-desk.ts';
import { ChangeDialog } from './ChangeDialog.tsx';

afterEach(cleanup);

const FAILED = {
  id: 'c',
  name: 'fence.txt',
  version: 1,
  crs: 'EPSG:32633',
  state: 'failed',
  unit: 'stated',
  heightUnit: 'stated',
  header: { format: 'xyz', crs: null, lines: ['P1,5,6,7,fence', 'P2,5,6,8,gate'] },
  columns: null,
} as unknown as Pointcloud;

it('takes the columns of a text whose conversion failed, and converts it again', async () => {
  const sent: { id: string; body: unknown }[] = [];
  const call = async ({ id }: { id: string }, { body }: { body?: unknown }) => {
    sent.push({ id, body });
    return { data: FAILED };
  };
  const api = { call } as unknown as Api;
  const live = { on: () => NEVER } as unknown as Live;
  const desk = new CloudDesk(api, live, {} as ResumableUploads);
  await fetchParts();
  const container = await servicesOf(
    ['clouds'],
    [
      [API, api],
      [CLOUD_DESK, desk],
    ],
  );
  render(
    <ServicesProvider container={container}>
      <ChangeDialog cloud={FAILED} onClose={() => {}} />
    </ServicesProvider>,
  );
  const user = userEvent.setup();
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save changes' });
  // A name alone can be changed.
  expect(save.disabled).toBe(false);
  for (const [column, title] of [
    [2, 'E / X'],
    [3, 'N / Y'],
    [4, 'Height'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: new RegExp(`Column ${column}$`) }));
    await user.click(await screen.findByRole('option', { name: title }));
    expect(save.disabled).toBe(column < 4);
  }
  await user.click(save);
  await waitFor(() => expect(sent.map(({ id }) => id)).toEqual(['pointcloud.update', 'pointcloud.convert']));
  expect(sent[0]!.body).toMatchObject({
    columns: { separator: 'comma', decimal: 'point', skip: 0, columns: ['skip', 'x', 'y', 'z'] },
  });
});
