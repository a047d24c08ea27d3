import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { NEVER } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { API, LIVE, type Api } from '#core/api';
import { HOST, Plugins, type PluginManifest } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { ServicesProvider } from '#core/react';
import { SESSION } from '#core/session';
import { servicesOf } from '#core/testing';
import { TOASTS, Toasts } from '#core/toasts';
import clouds from '../../clouds/manifest.ts';
import { CloudDrop } from './CloudDrop.tsx';

afterEach(cleanup);

/** Offers the point that the manifest fills. */
const PROJECTS_PLUGIN: PluginManifest = {
  id: 'projects',
  points: ['projectActions'],
  load: () => Promise.reject(new Error('Nothing here needs it.')),
};

const files = (...names: string[]) => ({
  dataTransfer: { types: ['Files'], files: names.map((name) => new File(['x'], name)) },
});

async function open(manifest = clouds) {
  const sent: string[] = [];
  const call: Api['call'] = async ({ id }) => {
    sent.push(id);
    throw new TypeError('There is no server here.');
  };
  const toasts = new Toasts();
  const container = await servicesOf(
    ['cloud-drop'],
    [
      [API, { call }],
      [LIVE, { on: () => NEVER }],
      [PROJECTS, { current: { project: { id: 'p' } } }],
      [SESSION, { token: 'T' }],
      [TOASTS, toasts],
    ],
  );
  const load = vi.fn(manifest.load);
  const host = new Plugins([PROJECTS_PLUGIN, { ...manifest, load }], container);
  host.setAllows(() => true);
  container.bind(HOST).toConstantValue(host);
  render(
    <ServicesProvider container={container}>
      <CloudDrop />
      <div role="dialog">A dialog</div>
      <main>The map</main>
    </ServicesProvider>,
  );
  const desk = async () => container.getAsync<{ drafts: { sending: { name: string } }[]; isOpen: boolean }>('clouds.Desk'); // prettier-ignore
  const dialogs = () => host.current('overlays').map(({ id }) => id);
  return { load, desk, dialogs, toasts };
}

describe('A point cloud dropped on the map', () => {
  it('loads what adds it when dragged there, and opens its dialog', async () => {
    const { load, desk, dialogs } = await open();
    expect(load).not.toHaveBeenCalled();
    expect(dialogs()).toEqual([]);
    fireEvent.dragOver(screen.getByText('The map'), files('quarry.laz'));
    screen.getByText('Drop the point cloud to add it to this project');
    await expect.poll(() => load.mock.calls.length).toBe(1);
    fireEvent.drop(screen.getByText('The map'), files('quarry.laz', 'notes.pdf', 'table.csv'));
    expect(screen.queryByText(/Drop the point cloud/)).toBeNull();
    await expect.poll(dialogs).toEqual(['clouds.dialog']);
    const { drafts, isOpen } = await desk();
    expect(drafts.map(({ sending }) => sending.name)).toEqual(['quarry.laz']);
    expect(isOpen).toBe(true);
  });

  it('is left to a dialog that takes files itself', async () => {
    const { load } = await open();
    fireEvent.dragOver(screen.getByText('A dialog'), files('quarry.laz'));
    fireEvent.drop(screen.getByText('A dialog'), files('quarry.laz'));
    expect(screen.queryByText(/Drop the point cloud/)).toBeNull();
    expect(load).not.toHaveBeenCalled();
  });

  it('says so if the code cannot be loaded', async () => {
    const load = () => Promise.reject(new TypeError('Failed to fetch'));
    const { toasts } = await open({ ...clouds, load });
    act(() => void fireEvent.drop(screen.getByText('The map'), files('quarry.laz')));
    await expect
      .poll(() => toasts.shown.map(({ message }) => message))
      .toEqual([expect.stringMatching(/Failed to fetch/)]);
  });
});
