import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { NEVER, of } from 'rxjs';
import { expect, userEvent, within } from 'storybook/test';
import { API, LIVE, type Api } from '#core/api';
import { AppError } from '#core/kernel';
import type { CallSpec, Job } from '#core/protocol';
import { SESSION } from '#core/session';
import { UtilityPage } from './UtilityPage.tsx';

const job = (id: string, kind: string, state: Job['state'], progress: number, message: string): Job => ({
  ...{ id, kind, state, progress, message },
  createdAt: '2026-11-21T08:00:00.000Z',
  projectId: null,
});
const ANSWERS: Record<string, unknown> = {
  'jobs.list': [
    job('1', 'import', 'running', 0.25, 'Reading parcels.zip'),
    job('2', 'export', 'done', 1, ''),
  ],
  'health.get': {
    status: 'ok',
    database: 'embedded',
    storage: 'ok',
    jobs: 'ok',
    office: 'text',
    version: '1.2.3',
  },
  'cache.state': {
    autoInvalidationState: true,
    invalidatedAt: '2026-11-21T08:00:00.000Z',
    kept: { tiles: 12, bytes: 3_000_000 },
  },
};

/** A person with these authorizations and these server answers. */
function before(answers: Record<string, unknown>, authorizations: string[]) {
  return (container: Container) => {
    const call = (async (spec: CallSpec) => {
      if (!(spec.id in answers)) throw new AppError('network', 'The server cannot be reached.');
      return { data: answers[spec.id] };
    }) as unknown as Api['call'];
    container.bind(API).toConstantValue({ call } as Api);
    container.bind(LIVE).toConstantValue({ on: () => NEVER } as never);
    container.bind(SESSION).toConstantValue({ me$: of({ authorizations }), me: { authorizations } } as never);
  };
}

const meta: Meta = {
  title: 'Utility/Page',
  component: UtilityPage,
  parameters: { namespaces: ['utility'] },
};
export default meta;
type Story = StoryObj;

export const Administrator: Story = {
  parameters: { services: before(ANSWERS, ['admin.cache']) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Coordinates' }), '0 N 9 E');
    await expect(await canvas.findByText('E 500000.000, N 0.000', {}, { timeout: 15_000 })).toBeVisible();
    await expect(await canvas.findByText('Invalidate automatically')).toBeVisible();
  },
};
export const NothingToSay: Story = {
  parameters: { services: before({ ...ANSWERS, 'jobs.list': [] }, []) },
};
export const ServerAway: Story = { parameters: { services: before({}, ['admin.cache']) } };
