import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { BehaviorSubject, EMPTY, of } from 'rxjs';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { UploadState } from '#core/api';
import { PROJECTS } from '#core/project';
import type { Terrain } from '#core/protocol';
import { SESSION } from '#core/session';
import { GROUNDS } from '#plugins/globe/map-3d/api';
import { TERRAIN_UPLOADS } from '../model/adding.ts';
import TerrainPanel from './TerrainPanel.tsx';

const about = {
  projectId: 'p',
  fileName: 'a.tif',
  address: null,
  bytes: 1,
  createdAt: '2026-11-21T10:00:00Z',
  createdBy: 'Ada',
};
const VALLEY: Terrain = {
  ...about,
  id: 'a',
  name: 'Valnerina, 1 m from the air',
  heights: 'egm96',
  unit: 'us-foot',
  unitFrom: 'file',
  crs: 'EPSG:32633',
  resolution: 1,
  extent: [12.6, 42.5, 12.8, 42.7],
  lowest: 268.31,
  highest: 1_204.8,
  finest: 19,
};
const COARSE: Terrain = { ...VALLEY, id: 'b', name: 'Umbria, 10 m', heights: 'ellipsoid', resolution: 10.02 };

const added: unknown[] = [];
let activeTerrain: Terrain | undefined;
function placed(terrains: readonly Terrain[], state: UploadState = { kind: 'idle' }, may = ['*']) {
  return (container: Container) => {
    added.length = 0;
    activeTerrain = terrains[0];
    const changes$ = new BehaviorSubject(undefined);
    const grounds = {
      terrains,
      terrains$: of(terrains),
      changes$: terrains.length > 0 ? changes$ : EMPTY,
      get activeTerrain() {
        return activeTerrain;
      },
      setTerrain: (terrain: Terrain | undefined) => {
        activeTerrain = terrain;
      },
    };
    container.bind(GROUNDS).toConstantValue(grounds as never);
    container.bind(TERRAIN_UPLOADS).toConstantValue({
      desk: { state, state$: of(state) },
      add: (one: unknown) => added.push(one),
      changeUnit: ({ id }: Terrain, unit: string) => Promise.resolve(added.push([id, unit])),
      addRemote: (...one: unknown[]) => Promise.resolve(added.push(one)),
    } as never);
    const current = { project: { id: 'p' } };
    container.bind(PROJECTS).toConstantValue({ current, current$: of(current) } as never);
    const me = { authorizations: may };
    container.bind(SESSION).toConstantValue({ me, me$: of(me) } as never);
  };
}

const meta: Meta<typeof TerrainPanel> = {
  title: 'Workspace/Terrain',
  component: TerrainPanel,
  parameters: { namespaces: ['terrain-3d'], services: placed([VALLEY, COARSE]) },
};
export default meta;
type Story = StoryObj<typeof TerrainPanel>;

export const Active: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('EPSG:32633')).toBeVisible();
    await userEvent.click(canvas.getByRole('radio', { name: 'No terrain' }));
    await expect(activeTerrain).toBeUndefined();
  },
};

export const OtherUnit: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: /Read the heights in another unit/ }));
    const page = within(canvasElement.ownerDocument.body);
    await userEvent.click(await page.findByRole('option', { name: 'Foot (0.3048 m)' }));
    await waitFor(() => expect(added).toEqual([['a', 'foot']]));
  },
};

export const None: Story = {
  parameters: { services: placed([]) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const input = canvasElement.querySelector<HTMLInputElement>('input[type=file]');
    await userEvent.upload(input!, new File(['x'], 'valley.tif', { type: 'image/tiff' }));
    const system = await canvas.findByRole('textbox', { name: /Reference system/ });
    await userEvent.type(system, 'Rome');
    await expect(canvas.getByRole('button', { name: 'Add terrain' })).toBeDisabled();
    await userEvent.clear(system);
    await userEvent.type(system, '32633');
    await userEvent.click(canvas.getByRole('button', { name: 'Add terrain' }));
    await waitFor(() => expect(added).toHaveLength(1));
    await expect(added[0]).toMatchObject({ projectId: 'p', name: 'valley', crs: 'EPSG:32633' });
  },
};

export const External: Story = {
  parameters: { services: placed([]) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const address = await canvas.findByRole('textbox', { name: /URL of a terrain/ });
    await userEvent.type(address, ' https://maps.example/world/layer.json{Enter}');
    await waitFor(() => expect(added).toEqual([['p', 'https://maps.example/world/layer.json', 'ellipsoid']]));
    await waitFor(() => expect(address).toHaveValue(''));
  },
};

export const Making: Story = {
  parameters: { services: placed([], { kind: 'working', name: 'Valnerina', part: 0.4 }) },
};

export const Refused: Story = {
  parameters: {
    services: placed([], {
      kind: 'idle',
      error: 'The file has 3 bands: that is a picture. An elevation model has one.',
    }),
  },
};

export const OnlyLooking: Story = {
  parameters: { services: placed([VALLEY], { kind: 'idle' }, ['geometries.read']) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('EPSG:32633');
    await expect(canvas.queryByRole('button', { name: 'Delete terrain' })).toBeNull();
    await expect(canvas.queryByRole('button', { name: /another unit/ })).toBeNull();
  },
};
