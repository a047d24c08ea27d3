import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { MemoryRouter } from 'react-router-dom';
import { of } from 'rxjs';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { PROJECTS } from '#core/project';
import type { Bookmark } from '#core/protocol';
import { SESSION } from '#core/session';
import { MAPS } from '#plugins/work/map-2d/api';
import { Bookmarks, BOOKMARKS } from '../model/bookmarks.ts';
import BookmarksPanel from './BookmarksPanel.tsx';

const place = { longitude: 12.61, latitude: 42.93, zoom: 17 };
const about = { projectId: 'p', version: 1, createdAt: '2026-11-21T10:00:00Z' };
const SOME: readonly Bookmark[] = [
  { ...about, id: 'a', name: 'Ponte di mezzo', viewpoint: { viewer: '2d', ...place }, createdBy: 'Ada Neri' },
  {
    ...about,
    id: 'b',
    name: 'The slope below the old quarry, seen from the other bank of the river',
    viewpoint: { viewer: '3d', ...place, heading: 30, tilt: 60 },
    createdBy: null,
  },
];

const flown: unknown[] = [];
function bookmarksOf(list: readonly Bookmark[], authorizations: readonly string[]) {
  return (container: Container) => {
    flown.length = 0;
    const current = { project: { id: 'p' } };
    const api = {
      call: ({ method }: { method: string }, { body }: { body?: { name: string } } = {}) =>
        Promise.resolve({ data: method === 'GET' ? list : { ...SOME[0], id: 'new', ...body } }),
    };
    const notices = { failed: () => undefined, deleted: () => undefined };
    const map = {
      kind: '2d',
      camera: { center: [12.61, 42.93], zoom: 17, heading: 0 },
      fly: (...to: unknown[]) => flown.push(to),
    };
    container.bind(BOOKMARKS).toConstantValue(new Bookmarks(api as never, { current } as never, notices));
    container.bind(PROJECTS).toConstantValue({ current, current$: of(current) } as never);
    container
      .bind(MAPS)
      .toConstantValue({ current: map, current$: of(map), addressOf: () => '/draw/p' } as never);
    container.bind(SESSION).toConstantValue({ me: { authorizations } } as never);
  };
}
const DRAWS = ['geometries.read', 'geometries.write'];

const meta: Meta<typeof BookmarksPanel> = {
  title: 'Workspace/Bookmarks',
  component: BookmarksPanel,
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Story />
      </MemoryRouter>
    ),
  ],
  parameters: { namespaces: ['bookmarks'], services: bookmarksOf(SOME, DRAWS) },
};
export default meta;
type Story = StoryObj<typeof BookmarksPanel>;

export const Some: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: /^Ponte di mezzo/ }));
    await expect(flown).toEqual([[[12.61, 42.93], { zoom: 17 }]]);
    await userEvent.type(canvas.getByRole('textbox'), 'Arch{Enter}');
    await canvas.findByRole('button', { name: /^Arch/ });
    await waitFor(() => expect(canvas.getByRole('textbox')).toHaveValue(''));
  },
};
export const None: Story = { parameters: { services: bookmarksOf([], DRAWS) } };
export const Reader: Story = { parameters: { services: bookmarksOf([], ['geometries.read']) } };
export const Italian: Story = { globals: { language: 'it', theme: 'dark' } };
