import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { runInAction } from 'mobx';
import { MemoryRouter } from 'react-router-dom';
import userEvent from '@testing-library/user-event';
import { of } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { API } from '#core/api';
import { PROJECTS } from '#core/project';
import type { CloudSample, Pointcloud } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { SESSION } from '#core/session';
import { servicesOf } from '#core/testing';
import { TOASTS, Toasts } from '#core/toasts';
import { CLOUD_DESK } from '../model/cloud-desk.ts';
import { fakeDesk } from '../model/testing/fake-desk.ts';
import { CloudList } from './CloudList.tsx';
import DraftDialog from './DraftDialog.tsx';

afterEach(cleanup);

async function open(superAdministrator: boolean, hasList = true, text: Partial<CloudSample> = {}) {
  const { desk, sent, add, addText } = fakeDesk(text);
  const project = { id: 'p', crs: 'EPSG:32632' };
  const toasts = new Toasts();
  const me = { authorizations: ['*'], superAdministrator };
  await fetchParts();
  const container = await servicesOf(
    ['clouds', 'point-classes'],
    [
      [API, {}],
      [CLOUD_DESK, desk],
      [PROJECTS, { current: { project } }],
      [TOASTS, toasts],
      [SESSION, { me, me$: of(me) }],
    ],
  );
  render(
    <ServicesProvider container={container}>
      <MemoryRouter>
        {hasList && <CloudList projectId="p" />}
        <DraftDialog />
      </MemoryRouter>
    </ServicesProvider>,
  );
  const bodies = (id: string) => sent.filter((one) => one.id === id).map(({ request }) => request.body);
  return { user: userEvent.setup(), bodies, add, addText, desk, toasts };
}

describe('Adding a point cloud', () => {
  it('that was dropped on the map says when it can be opened', async () => {
    const { desk, toasts } = await open(false, false);
    const cloud = { id: 'c', name: 'quarry.laz', state: 'converting' } as Pointcloud;
    const shown = () => toasts.shown.map(({ message, action }) => [message, action?.title]);
    runInAction(() => (desk.dropped = [cloud]));
    await waitFor(() => expect(shown()).toEqual([['Being prepared for viewing: quarry.laz.', undefined]]));
    runInAction(() => (desk.clouds = [{ ...cloud, state: 'ready' }]));
    await waitFor(() => expect(shown()).toEqual([['quarry.laz is ready.', 'Open']]));
    expect([desk.dropped, desk.isOpen]).toEqual([[], false]);
  });

  it('asks for the unit of the heights, shows what follows, and sends it', async () => {
    const { user, bodies, add } = await open(false);
    add();
    await screen.findByText('30.48 m × 24.38 m × 3.66 m');
    screen.getByText(/does not say in which unit its heights are/);
    await screen.findByText('Of a sample of 1,000,000 points from all over the file.');
    const shares = within(screen.getByRole('region', { name: 'Classes and returns' }));
    const said = shares.getAllByRole('definition').map(({ textContent }) => textContent);
    // 240,000, 756,000 and 4,000 of a million; then the first and second returns.
    expect(said).toEqual(['24%', '76%', '0.4%', '90%', '10%']);
    shares.getByText('2 Ground');
    shares.getByText('Class 70');
    await user.click(screen.getByRole('button', { name: /Unit of the heights/ }));
    await user.click(await screen.findByRole('option', { name: 'Metre' }));
    await screen.findByText('30.48 m × 24.38 m × 12 m');
    expect(screen.queryByText(/does not say in which unit/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add point cloud' }));
    await waitFor(() => expect(bodies('pointcloud.create')).toHaveLength(1));
    expect(bodies('pointcloud.create')).toEqual([
      { uploadId: 'u', name: 'quarry.laz', unit: 'stated', heightUnit: 'metre' },
    ]);
  });

  it('asks what the columns of a text hold, says which values are no numbers, and sends them', async () => {
    const { user, bodies, addText } = await open(false);
    addText();
    await screen.findByRole('cell', { name: '5000002,25' });
    const choose = async (column: number, title: string) => {
      await user.click(screen.getByRole('button', { name: new RegExp(`Column ${column}$`) }));
      await user.click(await screen.findByRole('option', { name: title }));
    };
    const addButton = screen.getByRole<HTMLButtonElement>('button', { name: 'Add point cloud' });
    expect(addButton.disabled).toBe(true);
    screen.getByText('Choose a column each for E, N and height.');
    await choose(2, 'N / Y');
    await choose(3, 'E / X');
    await choose(5, 'Height');
    await screen.findByText('Line 1 of fence.txt, column 5: “fence” is not a number.');
    await choose(4, 'Height');
    // What was the height before is ignored: there is one.
    await waitFor(() => expect(screen.queryByText(/is not a number/)).toBeNull());
    await screen.findByText('Of all 2 points.');
    screen.getByText('The points have no classes.');
    // Where they lie, which a text says nowhere.
    screen.getByText('400,000.50 – 400,001.00');
    screen.getByText('0.5 m × 0.75 m × 1 m');
    expect(screen.queryByText(/^Place and size/)).toBeNull();
    // A text names no reference system; that of the project is offered, and local coordinates need none.
    expect(addButton.disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'That of the project: EPSG:32632' }));
    await waitFor(() => expect(addButton.disabled).toBe(false));
    await user.click(screen.getByRole('switch', { name: /^Local coordinates/ }));
    expect(screen.queryByRole('combobox', { name: /Reference system/ })).toBeNull();
    expect(addButton.disabled).toBe(false);
    await user.click(addButton);
    await waitFor(() => expect(bodies('pointcloud.create')).toHaveLength(1));
    expect(bodies('pointcloud.create')[0]).not.toHaveProperty('crs');
    expect(bodies('pointcloud.create')).toMatchObject([
      {
        uploadId: 't',
        columns: {
          separator: 'semicolon',
          decimal: 'comma',
          skip: 0,
          columns: ['skip', 'y', 'x', 'z', 'skip'],
        },
      },
    ]);
  });

  it('says where only the beginning of a text tells its place and size', async () => {
    const { desk, addText } = await open(false, false, { points: 1_000_000, isWhole: false });
    addText();
    await screen.findByRole('cell', { name: '5000002,25' });
    const columns = ['skip', 'y', 'x', 'z', 'skip'] as const;
    desk.shown!.setColumns({ ...desk.shown!.shownColumns!, columns: [...columns] });
    await screen.findByText('Place and size are those of the first 1,000,000 points.');
    screen.getByText('0.5 m × 0.75 m × 1 m');
  });

  it('takes a file of the import folder for super administrators', async () => {
    const { user, bodies } = await open(true);
    await user.click(await screen.findByRole('button', { name: 'From the server…' }));
    await screen.findByText('1 other file is not listed.');
    await user.click(screen.getByRole('button', { name: 'Open flights' }));
    await user.click(await screen.findByRole('button', { name: 'Take july.laz into the project' }));
    await screen.findByRole('dialog', { name: 'Add july.laz' });
    expect(bodies('uploads.takeFile')).toEqual([{ path: 'flights/july.laz', kind: 'pointcloud' }]);
  });

  it('does not offer the import folder to others', async () => {
    await open(false);
    await screen.findByText('No point clouds yet');
    expect(screen.queryByRole('button', { name: 'From the server…' })).toBeNull();
  });
});
