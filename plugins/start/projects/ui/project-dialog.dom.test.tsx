import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { of } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { API } from '#core/api';
import { AppError } from '#core/kernel';
import { HOST } from '#core/plugin';
import { crsSearch, DEFAULT_FORMAT, type Project } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { SESSION } from '#core/session';
import { servicesOf } from '#core/testing';
import type { PlainMapProps, WorkspaceMap } from '#plugins/work/map-2d/api';
import { ProjectChangedError } from '../model/change-project.ts';
import { ProjectDialog } from './ProjectDialog.tsx';

afterEach(cleanup);

const BRIDGE = {
  id: 'p',
  projectName: 'Bridge',
  crs: 'EPSG:7792',
  displayFormat: DEFAULT_FORMAT,
  version: 3,
} as Project;
const FOLIGNO = {
  name: 'Foligno',
  context: 'Perugia, Umbria',
  position: [12.7, 42.95],
  extent: [12.6, 42.9, 12.8, 43],
};

const ITALY = { code: 'EPSG:7792', name: 'System of Italy', area: 'Italy', bounds: [12, 34, 18, 48] };

/** Only the second is offered for a new project; its text is one of this plugin. */
const ACTIONS = [
  { id: 'other', plugin: 'projects', title: 'copy', dialog: 'x', order: 1 },
  { id: 'types', plugin: 'projects', title: 'copy', onNew: 'archived', dialog: 'x', order: 2 },
];

/** Calls the listener of a map with a click when its button is pressed. */
function FakeMap({ label, onOpen }: PlainMapProps) {
  const [{ map, listeners }] = useState(fakeMap);
  useEffect(() => void onOpen(map), [map, onOpen]);
  const position = [11.25, 43.75, 0] as const;
  return (
    <button onClick={() => listeners.forEach((give) => void give({ kind: 'click', position } as never))}>
      {label}
    </button>
  );
}

function fakeMap() {
  const listeners = new Set<Parameters<WorkspaceMap['listen']>[0]>();
  const map = {
    setLayers: () => undefined,
    listen: (listener: Parameters<WorkspaceMap['listen']>[0]) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    camera: { extent: [0, 0, 90, 90] },
  };
  return { map: map as unknown as WorkspaceMap, listeners };
}

async function shown(project?: Project, authorizations = ['geometries.read']) {
  const call = (spec: unknown) =>
    Promise.resolve({ data: spec === crsSearch ? [ITALY] : { results: [FOLIGNO], notice: null } });
  const saved = vi.fn<Parameters<typeof ProjectDialog>[0]['onSave']>(() => Promise.resolve());
  const container = await servicesOf(
    ['projects'],
    [
      [API, { call }],
      [SESSION, { me: { authorizations } }],
      [
        HOST,
        {
          contributions: () => of(ACTIONS),
          current: () => ACTIONS,
          manifests: [{ id: 'map-2d' }],
          service: () => Promise.resolve(FakeMap),
        },
      ],
    ],
  );
  await fetchParts();
  render(
    <ServicesProvider container={container}>
      <ProjectDialog {...(project && { project })} onSave={saved} onClose={() => undefined} />
    </ServicesProvider>,
  );
  return { saved, user: userEvent.setup() };
}

describe('The dialog of a project', () => {
  it('creates a project on the extent of the place chosen for it', async () => {
    const { saved, user } = await shown();
    await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Survey');
    await user.type(screen.getByRole('combobox', { name: /Place/ }), 'foli');
    await user.click(await screen.findByRole('option', { name: /Foligno/ }));
    await user.click(screen.getByRole('button', { name: 'Create and open' }));
    const ring = [[12.6, 42.9], [12.8, 42.9], [12.8, 43], [12.6, 43], [12.6, 42.9]]; // prettier-ignore
    expect(saved).toHaveBeenCalledExactlyOnceWith(
      {
        projectName: 'Survey',
        crs: 'EPSG:4326',
        displayFormat: DEFAULT_FORMAT,
        location: { type: 'Polygon', coordinates: [ring] },
      },
      undefined,
      [],
    );
  });

  it('creates a project at a place that is clicked on a map', async () => {
    const { saved, user } = await shown();
    await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Bridge');
    await user.click(screen.getByRole('button', { name: 'Choose on a map' }));
    await user.click(await screen.findByRole('button', { name: /^Map: a click/ }));
    await screen.findByDisplayValue('Latitude 43.75000, longitude 11.25000');
    await user.click(screen.getByRole('button', { name: 'Create and open' }));
    const location = { type: 'Point', coordinates: [11.25, 43.75] };
    expect(saved).toHaveBeenCalledWith(expect.objectContaining({ location }), undefined, []);
  });

  it('suggests reference systems for the place, and takes the one that is clicked', async () => {
    const { saved, user } = await shown();
    await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Survey');
    await user.type(screen.getByRole('combobox', { name: /Place/ }), 'foli');
    await user.click(await screen.findByRole('option', { name: /Foligno/ }));
    const suggested = await screen.findByRole('group', { name: 'Suggested for Foligno:' });
    expect(suggested.textContent).toContain('EPSG:7792 – System of Italy');
    await user.click(screen.getByRole('button', { name: 'EPSG:7792 – System of Italy' }));
    await user.click(screen.getByRole('button', { name: 'Create and open' }));
    expect(saved.mock.calls[0]![0].crs).toBe('EPSG:7792');
  });

  it('goes on to the dialog of a plugin and to the members of a new project where they are chosen', async () => {
    const { saved, user } = await shown();
    await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Survey');
    // In their order, not that of the clicks.
    await user.click(screen.getByRole('checkbox', { name: 'Choose its members' }));
    await user.click(screen.getByRole('checkbox', { name: 'Archived' }));
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Create and open' }));
    expect(saved.mock.calls[0]![2]).toEqual([ACTIONS[1], 'members']);
  });

  it('asks for no place where there is already a project, or without the right to search', async () => {
    await shown(BRIDGE);
    expect(screen.queryByRole('combobox', { name: /Place/ })).toBeNull();
    cleanup();
    await shown(undefined, []);
    expect(screen.queryByRole('combobox', { name: /Place/ })).toBeNull();
  });

  it('shows what someone else changed, also the units, and saves over it only when asked again', async () => {
    const { saved, user } = await shown(BRIDGE);
    const current = {
      ...BRIDGE,
      version: 4,
      displayFormat: { ...DEFAULT_FORMAT, lengthUnit: 'ftUS' as const },
    };
    saved.mockRejectedValueOnce(new ProjectChangedError(current, new AppError('http', '412')));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Someone else changed this project: it is now called “Bridge”, in EPSG:7792, with lengths in ftUS and areas in m². Save again to overwrite their changes.',
    );
    await user.click(screen.getByRole('button', { name: 'Overwrite' }));
    expect(saved).toHaveBeenLastCalledWith(
      expect.objectContaining({ displayFormat: DEFAULT_FORMAT }),
      current,
      [],
    );
  });
});
