import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { of } from 'rxjs';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { UploadState } from '#core/api';
import { PROJECTS } from '#core/project';
import type { Tileset, TilesetLook } from '#core/protocol';
import { SESSION } from '#core/session';
import { MAPS } from '#plugins/work/map-2d/api';
import { TILESETS, type TilesetLayer } from '#plugins/globe/map-3d/api';
import { SELECTION } from '#plugins/work/selection/api';
import { SETS } from '../model/sets.ts';
import TilesPanel from './TilesPanel.tsx';

const CITY: Tileset = {
  id: 'a',
  projectId: 'p',
  name: 'Perugia, old town',
  fileName: 'perugia.3tz',
  address: null,
  root: 'tileset.json',
  edition: '1.1',
  bytes: 1,
  place: null,
  tint: null,
  opacity: 1,
  clip: null,
  visible: true,
  version: 1,
  createdAt: '2026-11-21T10:00:00Z',
  createdBy: 'Ada',
  updatedAt: '2026-11-21T10:00:00Z',
  updatedBy: 'Ada',
};
const layer = (state: TilesetLayer['state'], over: Partial<Tileset> = {}, shown = true): TilesetLayer => {
  const tileset = { ...CITY, ...over };
  return {
    tileset,
    look: tileset,
    shown,
    state,
    url: '/api/tilesets/a/files/tileset.json',
    cloud: undefined,
  };
};
const BOTH = [
  layer('drawn'),
  layer('unplaced', { id: 'b', name: 'Bridge, without a place' }),
  layer('failed', {
    id: 'c',
    name: 'Aqueduct of another server',
    fileName: null,
    address: 'https://a.example',
  }),
  layer('drawn', { id: 'd', name: 'Walls' }, false),
  {
    ...layer('drawn', { id: 'e', name: 'nave.laz' }),
    cloud: { colour: undefined, hasColour: true },
  },
];

const tried: (TilesetLook | undefined)[] = [];
function placed(layers: readonly TilesetLayer[], state: UploadState = { kind: 'idle' }, may = ['*']) {
  return (container: Container) => {
    tried.length = 0;
    const tilesets = {
      layers,
      layers$: of(layers),
      reload: async () => {},
      show: () => {},
      paint: () => {},
      try: (_id: string, look: TilesetLook | undefined) => tried.push(look),
      drawing: undefined,
      lend: () => undefined,
    };
    container.bind(TILESETS).toConstantValue(tilesets);
    container.bind(SETS).toConstantValue({ desk: { state, state$: of(state) } } as never);
    const map = { kind: '3d', camera: { center: [12.39, 43.11], extent: [12.38, 43.1, 12.4, 43.12] } };
    container.bind(MAPS).toConstantValue({ current: map, current$: of(map) } as never);
    container.bind(SELECTION).toConstantValue({ ids: [], ids$: of([]) } as never);
    const current = { project: { id: 'p' }, document: { get: () => undefined } };
    container.bind(PROJECTS).toConstantValue({ current, current$: of(current) } as never);
    const me = { authorizations: may };
    container.bind(SESSION).toConstantValue({ me, me$: of(me) } as never);
  };
}

const meta: Meta<typeof TilesPanel> = {
  title: 'Workspace/3D Tiles',
  component: TilesPanel,
  parameters: { namespaces: ['tiles-3d'], services: placed(BOTH) },
};
export default meta;
type Story = StoryObj<typeof TilesPanel>;

export const Some: Story = {};

export const None: Story = { parameters: { services: placed([]) } };

export const Changing: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit Perugia, old town' }));
    await userEvent.click(await canvas.findByRole('switch', { name: 'Tint' }));
    await waitFor(() => expect(tried.at(-1)).toMatchObject({ tint: '#c8501e', opacity: 1 }));
    await userEvent.click(canvas.getByRole('button', { name: 'Clip to current view' }));
    await expect(tried.at(-1)?.clip).toMatchObject({ keep: 'inside' });
    await userEvent.click(canvas.getByRole('switch', { name: 'Set position manually' }));
    await expect(tried.at(-1)?.place).toMatchObject({ longitude: 12.39, latitude: 43.11, scale: 1 });
  },
};

export const Reading: Story = {
  parameters: { services: placed([], { kind: 'working', name: 'perugia.3tz', part: 0.4 }) },
};

export const OnlyLooking: Story = {
  parameters: { services: placed(BOTH, { kind: 'idle' }, ['geometries.read']) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('Perugia, old town');
    await expect(canvas.queryByRole('button', { name: /^Delete/ })).toBeNull();
  },
};
