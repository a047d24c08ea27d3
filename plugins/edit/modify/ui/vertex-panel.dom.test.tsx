import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { of } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { loadProjections, project as inCrs } from '#core/geodesy';
import { I18N, I18nextService } from '#core/i18n';
import { PROJECTS } from '#core/project';
import type { Position } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { desk, object } from '#core/testing';
import { addVertex } from '../edits/vertices.ts';
import { VERTEX_EDITING, VertexEditing } from '../model/vertex-editing.ts';
import VertexPanel from './VertexPanel.tsx';

afterEach(cleanup);

const FIRST: Position = [12.610123456789, 42.94, 215.5];
const line = object('line', { type: 'LineString', coordinates: [FIRST, [12.62, 42.95, 220]] });

async function chosen(workingCrs: string) {
  const { project, settings } = desk([line]);
  settings.set('workingCrs', workingCrs);
  const editing = new VertexEditing(() => false);
  const i18n = new I18nextService(['en']);
  await i18n.load('modify', 'core');
  const container = new Container();
  container.bind(I18N).toConstantValue(i18n);
  container.bind(SETTINGS).toConstantValue(settings);
  container.bind(PROJECTS).toConstantValue({ current: project, current$: of(project) } as never);
  container.bind(VERTEX_EDITING).toConstantValue(editing);
  render(
    <ServicesProvider container={container}>
      <VertexPanel />
    </ServicesProvider>,
  );
  const vertex = (): Position => (project.document.get('line')!.location.coordinates as Position[])[0]!;
  return { project, editing, vertex, user: userEvent.setup() };
}

describe('The vertex panel', () => {
  it('says what to do while no vertex is active', async () => {
    await chosen('EPSG:4326');
    expect(screen.getByText('No vertex selected')).toBeDefined();
  });

  it('moves the vertex to the typed values, and keeps all digits of the others', async () => {
    const { editing, vertex, project, user } = await chosen('EPSG:4326');
    act(() => editing.activate({ id: 'line', path: [0] }));
    const latitude = screen.getByLabelText(/Latitude/);
    await user.clear(latitude);
    await user.type(latitude, '42,945{Enter}');
    expect(vertex()).toEqual([FIRST[0], 42.945, 215.5]);
    expect(project.history.state.done.map(({ code }) => code)).toEqual(['move-vertex']);
  });

  it('accepts easting and northing in the working CRS', async () => {
    const { editing, vertex, user } = await chosen('EPSG:32633');
    act(() => editing.activate({ id: 'line', path: [0] }));
    // The projection code is loaded on demand.
    await loadProjections();
    const [east, north] = inCrs('EPSG:32633', FIRST);
    const northing = await screen.findByLabelText(/Northing/);
    await user.clear(northing);
    await user.type(northing, `${(north + 10).toFixed(4)}{Enter}`);
    const moved = inCrs('EPSG:32633', vertex());
    expect(moved[0]).toBeCloseTo(east, 6);
    expect(moved[1]).toBeCloseTo(north + 10, 3);
    expect(vertex()[2]).toBe(215.5);
  });

  it('removes the vertex without a keyboard, but keeps at least two in a line', async () => {
    const { project, editing, user } = await chosen('EPSG:4326');
    project.history.perform(addVertex({ id: 'line', path: [1] }, [12.615, 42.946]), {
      label: 'add',
      code: 'add',
    });
    act(() => editing.activate({ id: 'line', path: [0] }));
    await user.click(screen.getByRole('button', { name: 'Remove vertex' }));
    expect(project.history.state.done.map(({ code }) => code)).toEqual(['add', 'remove-vertex']);
    expect(project.document.get('line')!.location.coordinates).toHaveLength(2);
    act(() => editing.activate({ id: 'line', path: [0] }));
    await user.click(screen.getByRole('button', { name: 'Remove vertex' }));
    expect(screen.getByRole('alert').textContent).toMatch(/^This vertex cannot be removed/);
    expect(project.document.get('line')!.location.coordinates).toHaveLength(2);
  });

  it('changes only the height without moving the vertex', async () => {
    const { editing, vertex, user } = await chosen('EPSG:32633');
    act(() => editing.activate({ id: 'line', path: [0] }));
    const height = screen.getByLabelText(/Height/);
    await user.clear(height);
    await user.type(height, '216{Enter}');
    expect(vertex()).toEqual([FIRST[0], FIRST[1], 216]);
  });
});
