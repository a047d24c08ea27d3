import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject, of } from 'rxjs';
import { afterEach, expect, it } from 'vitest';
import { API } from '#core/api';
import { loadProjections } from '#core/geodesy';
import { PROJECTS } from '#core/project';
import { ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { desk, servicesOf } from '#core/testing';
import { MAPS, type WorkspaceMap } from '../api.ts';
import { Coordinates } from './Status.tsx';

afterEach(cleanup);

async function shown(workingCrs: string, center = [9, 45]) {
  const { settings } = desk();
  settings.set('workingCrs', workingCrs);
  // On the central meridian of zone 32 the easting is 500,000 m.
  const camera = { center, zoom: 10, resolution: 1 };
  const map = { camera, camera$: new BehaviorSubject(camera), listen: () => ({ dispose: () => undefined }) };
  const project$ = new BehaviorSubject({ id: 'p', crs: 'EPSG:32632' });
  const current = { project: project$.value, project$ };
  const call = () => Promise.resolve({ data: [] });
  const container = await servicesOf(
    ['core', 'map-2d'],
    [
      [SETTINGS, settings],
      [API, { call }],
      [PROJECTS, { current, current$: of(current) }],
      [MAPS, { current: map as unknown as WorkspaceMap, current$: of(map) }],
    ],
  );
  render(
    <ServicesProvider container={container}>
      <Coordinates />
    </ServicesProvider>,
  );
  return { settings, project$, user: userEvent.setup() };
}

it('chooses in the status line the system in which coordinates are read', async () => {
  await loadProjections();
  const { settings, project$, user } = await shown('EPSG:32632');
  expect(screen.getByText('E 500000.0, N 4982950.4')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'EPSG:32632' }));
  await user.click(await screen.findByRole('button', { name: 'Longitude and latitude: EPSG:4326' }));
  expect(settings.get('workingCrs')).toBe('EPSG:4326');
  expect(screen.getByText('45.000000° N, 9.000000° E')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'EPSG:4326' }));
  expect(await screen.findByRole('button', { name: 'The project’s: EPSG:32632' })).toBeDefined();
  // Somebody changes the project while the picker is open.
  act(() => project$.next({ id: 'p', crs: 'EPSG:32633' }));
  await user.click(screen.getByRole('button', { name: 'The project’s: EPSG:32633' }));
  expect(settings.get('workingCrs')).toBe('EPSG:32633');
});

it('says that coordinates appear with the pointer while what computes them is not loaded', async () => {
  await shown('EPSG:99999');
  expect(screen.getByTitle('The coordinates appear when the pointer is over the map.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'EPSG:99999' })).toBeDefined();
});

it('says that a place is outside of the area of use of the system', async () => {
  await loadProjections();
  await shown('EPSG:32632', [9, 45]);
  expect(screen.queryByText('Outside its area')).toBeNull();
  cleanup();
  await shown('EPSG:32632', [-104, 40]);
  expect(screen.getByText('Outside its area')).toBeDefined();
});
