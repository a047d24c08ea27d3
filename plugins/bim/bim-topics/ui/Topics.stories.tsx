import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { NEVER, of } from 'rxjs';
import { expect, userEvent, within } from 'storybook/test';
import { PROJECTS } from '#core/project';
import type { BimTopic } from '#core/protocol';
import { SESSION } from '#core/session';
import { TOPIC_DESK, TopicDesk } from '../model/topic-desk.ts';
import { TOPIC_VIEWS } from '../model/topic-views.ts';
import TopicsPanel from './TopicsPanel.tsx';

const topic = (id: string, over: Partial<BimTopic> = {}): BimTopic => ({
  id,
  projectId: 'p',
  modelId: 'm',
  title: `Topic ${id}`,
  description: 'The pipe goes through the wall.\nMove it by 20 cm.',
  status: 'Open',
  type: 'Clash',
  priority: 'High',
  assignedTo: 'sara@example.test',
  labels: ['Pipes'],
  dueAt: '2026-12-24',
  version: 1,
  createdAt: '2026-11-25T10:00:00Z',
  author: 'Ada',
  updatedAt: '2026-11-25T10:00:00Z',
  comments: [
    {
      id: 'c',
      text: 'Is it of steel?',
      author: 'Sara',
      isMine: false,
      at: '2026-11-25T11:00:00Z',
      viewpointId: null,
    },
    {
      id: 'd',
      text: 'Of copper.',
      author: 'Ada',
      isMine: true,
      at: '2026-11-25T12:00:00Z',
      viewpointId: null,
    },
  ],
  viewpoints: [],
  ...over,
});

function serving(topics: readonly BimTopic[], may = ['*']) {
  return (container: Container) => {
    const api = { call: () => Promise.resolve({ data: topics }), bytes: () => NEVER } as never;
    const current = { project: { id: 'p' } };
    const projects = { current, current$: of(current) } as never;
    const views = { modelId: 'm', take: () => Promise.resolve(undefined), show: () => Promise.resolve(true) };
    container.bind(PROJECTS).toConstantValue(projects);
    const me = { authorizations: may };
    container.bind(SESSION).toConstantValue({ me, me$: of(me) } as never);
    container.bind(TOPIC_VIEWS).toConstantValue(views as never);
    container
      .bind(TOPIC_DESK)
      .toConstantValue(new TopicDesk(api, { on: () => NEVER } as never, projects, views));
  };
}

const meta: Meta<typeof TopicsPanel> = {
  title: 'Workspace/Topics of models',
  component: TopicsPanel,
  parameters: {
    namespaces: ['bim-topics'],
    services: serving([topic('one'), topic('two', { status: 'Closed', dueAt: null, comments: [] })]),
  },
};
export default meta;
type Story = StoryObj<typeof TopicsPanel>;

/** Closed ones are shown when they are asked for. */
export const Some: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('Topic one');
    await expect(canvas.queryByText('Topic two')).toBeNull();
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Also resolved and closed ones' }));
    await canvas.findByText('Topic two');
  },
};
export const None: Story = { parameters: { services: serving([]) } };
export const Opened: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: /Topic one/ }));
    await canvas.findByText('Of copper.');
    // Only comments of one's own are deleted.
    await expect(canvas.getAllByRole('button', { name: 'Delete the comment' })).toHaveLength(1);
  },
};
export const New: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'New topic…' }));
    await expect(canvas.getByRole('button', { name: 'Open the topic' })).toBeDisabled();
  },
};
export const OnlyLooking: Story = {
  parameters: { services: serving([topic('one')], ['bim.read']) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('Topic one');
    await expect(canvas.queryByRole('button', { name: 'New topic…' })).toBeNull();
  },
};
