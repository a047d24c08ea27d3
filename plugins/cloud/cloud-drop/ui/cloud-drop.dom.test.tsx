import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ContainerModule } from 'inversify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HOST, Plugins } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { ServicesProvider } from '#core/react';
import { SESSION } from '#core/session';
import { servicesOf } from '#core/testing';
import { TOASTS, Toasts } from '#core/toasts';
import { CloudDrop } from './CloudDrop.tsx';

afterEach(cleanup);

const files = (...names: string[]) => ({
  dataTransfer: { types: ['Files'], files: names.map((name) => new File(['x'], name)) },
});

const EVERYTHING = ['geometries.read', 'pointcloud.write', 'bim.write', 'files.write'];

async function open({ isCut = false, authorizations = EVERYTHING } = {}) {
  const added: [string, string[]][] = [];
  const toasts = new Toasts();
  const container = await servicesOf(
    ['cloud-drop'],
    [
      [PROJECTS, { current: { project: { id: 'p' } } }],
      [TOASTS, toasts],
      [SESSION, { me: { authorizations, blockedLayers: [] } }],
    ],
  );
  const add = (projectId: string, dropped: readonly File[]) =>
    void added.push([projectId, dropped.map(({ name }) => name)]);
  const load = vi.fn(async () => {
    if (isCut) throw new TypeError('Failed to fetch');
    return { default: new ContainerModule(({ bind }) => void bind('clouds.Add').toConstantValue(add)) };
  });
  const addModels = (projectId: string, dropped: readonly File[]) =>
    void added.push([`models of ${projectId}`, dropped.map(({ name }) => name)]);
  const loadModels = async () => ({
    default: new ContainerModule(({ bind }) => void bind('bim-models.Add').toConstantValue(addModels)),
  });
  const addDocuments = (projectId: string, dropped: readonly File[]) =>
    void added.push([`documents of ${projectId}`, dropped.map(({ name }) => name)]);
  const loadDocuments = async () => ({
    default: new ContainerModule(({ bind }) => void bind('documents.Add').toConstantValue(addDocuments)),
  });
  const showLayers = (projectId: string, dropped: readonly File[]) =>
    void added.push([`layers of ${projectId}`, dropped.map(({ name }) => name)]);
  const loadLayers = async () => ({
    default: new ContainerModule(({ bind }) => void bind('external-layers.Add').toConstantValue(showLayers)),
  });
  const host = new Plugins(
    [
      { id: 'clouds', load },
      { id: 'bim-models', load: loadModels },
      { id: 'external-layers', load: loadLayers },
      { id: 'documents', load: loadDocuments },
    ],
    container,
  );
  host.setAllows(() => true);
  container.bind(HOST).toConstantValue(host);
  render(
    <ServicesProvider container={container}>
      <CloudDrop />
      <div role="dialog">A dialog</div>
      <main>The map</main>
    </ServicesProvider>,
  );
  return { load, added, toasts };
}

describe('A point cloud dropped on the map', () => {
  it('loads what adds it when dragged there, and is added to the open project', async () => {
    const { load, added } = await open();
    expect(load).not.toHaveBeenCalled();
    fireEvent.dragOver(screen.getByText('The map'), files('quarry.laz'));
    screen.getByText(/^Drop files to add them/);
    await expect.poll(() => load.mock.calls.length).toBe(1);
    fireEvent.drop(
      screen.getByText('The map'),
      files('quarry.laz', 'notes.pdf', 'roads.KML', 'table.csv', 'photo.tif'),
    );
    expect(screen.queryByText(/^Drop files/)).toBeNull();
    await expect
      .poll(() => added)
      .toEqual([
        ['p', ['quarry.laz']],
        ['layers of p', ['roads.KML', 'photo.tif']],
        ['documents of p', ['notes.pdf', 'table.csv']],
      ]);
  });

  it('is told from a model, which is added as one', async () => {
    const { added } = await open();
    fireEvent.drop(screen.getByText('The map'), files('House.ifc', 'house.IFCZIP', 'notes.ifcx'));
    await expect
      .poll(() => added)
      .toEqual([
        ['models of p', ['House.ifc', 'house.IFCZIP']],
        ['documents of p', ['notes.ifcx']],
      ]);
  });

  it('is refused with a sentence where the role allows models alone', async () => {
    const { added, toasts } = await open({ authorizations: ['bim.write'] });
    fireEvent.drop(screen.getByText('The map'), files('quarry.laz', 'House.ifc'));
    await expect.poll(() => added).toEqual([['models of p', ['House.ifc']]]);
    expect(toasts.shown.map(({ message }) => message)).toEqual([
      'Your role does not allow adding point clouds.',
    ]);
  });

  it('is left to a dialog that takes files itself', async () => {
    const { load } = await open();
    fireEvent.dragOver(screen.getByText('A dialog'), files('quarry.laz'));
    fireEvent.drop(screen.getByText('A dialog'), files('quarry.laz'));
    expect(screen.queryByText(/^Drop files/)).toBeNull();
    expect(load).not.toHaveBeenCalled();
  });

  it('says so if the code cannot be loaded', async () => {
    const { toasts } = await open({ isCut: true });
    act(() => void fireEvent.drop(screen.getByText('The map'), files('quarry.laz')));
    await expect
      .poll(() => toasts.shown.map(({ message }) => message))
      .toEqual([expect.stringMatching(/Failed to fetch/)]);
  });
});
