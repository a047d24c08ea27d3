import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { of, Subject } from 'rxjs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { API, LIVE, type Api } from '#core/api';
import { I18N, I18nextService } from '#core/i18n';
import type { CallSpec, Job } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { SESSION } from '#core/session';
import { SETTINGS } from '#core/settings';
import { desk } from '#core/testing';
import { Toasts, TOASTS } from '#core/toasts';
import { UtilityPage } from './UtilityPage.tsx';

const JOB: Job = {
  id: 'job-1',
  kind: 'import',
  state: 'running',
  progress: 0.25,
  message: 'Reading parcels.zip',
  createdAt: '2026-11-21T08:00:00.000Z',
  projectId: null,
};
const CACHE = {
  autoInvalidationState: true,
  invalidatedAt: '2026-11-21T08:00:00.000Z',
  kept: { tiles: 12, bytes: 3_000_000 },
};

let sent: { id: string; request: Record<string, unknown> }[];
let jobs: Subject<Job>;
let cache: typeof CACHE;
beforeEach(() => {
  sent = [];
  jobs = new Subject();
  cache = CACHE;
});
afterEach(cleanup);

async function open(authorizations: string[]): Promise<void> {
  const i18n = new I18nextService(['en']);
  await i18n.load('core', 'utility');
  const call = (async (spec: CallSpec, request: { body?: Partial<typeof CACHE> }) => {
    sent.push({ id: spec.id, request });
    if (spec.id === 'jobs.list') return { data: [JOB] };
    if (spec.id === 'health.get')
      return {
        data: {
          status: 'ok',
          database: 'embedded',
          storage: 'ok',
          jobs: 'ok',
          office: 'text',
          version: '1.2.3',
        },
      };
    if (spec.id === 'cache.setState') cache = { ...cache, ...request.body };
    if (spec.id === 'cache.invalidate') cache = { ...cache, kept: { tiles: 0, bytes: 0 } };
    return { data: cache };
  }) as unknown as Api['call'];
  const container = new Container();
  container.bind(I18N).toConstantValue(i18n);
  container.bind(API).toConstantValue({ call } as Api);
  container.bind(LIVE).toConstantValue({ on: () => jobs } as never);
  container.bind(TOASTS).toConstantValue(new Toasts());
  container.bind(SETTINGS).toConstantValue(desk().settings);
  container.bind(SESSION).toConstantValue({ me$: of({ authorizations }), me: { authorizations } } as never);
  render(
    <ServicesProvider container={container}>
      <UtilityPage />
    </ServicesProvider>,
  );
}

it('lets an administrator switch the tile cache, and empty it', async () => {
  await open(['admin.cache']);
  const auto = await screen.findByRole('switch', { name: 'Invalidate automatically' });
  expect(screen.getByText(/12 cached tiles \(3 MB\)/)).toBeTruthy();
  await userEvent.click(auto);
  expect(sent.at(-1)).toEqual({
    id: 'cache.setState',
    request: { body: { autoInvalidationState: false } },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Invalidate all tiles' }));
  expect(await screen.findByText(/0 cached tiles/)).toBeTruthy();
});

it('shows nothing of the cache to others', async () => {
  await open(['geometries.read']);
  await screen.findByText('1.2.3');
  expect(screen.queryByText('Map tiles')).toBeNull();
  expect(sent.map(({ id }) => id)).not.toContain('cache.state');
});

it('shows jobs with live progress, and cancels one', async () => {
  await open([]);
  await screen.findByText('Running 25 %');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(sent).toContainEqual({ id: 'jobs.cancel', request: { params: { id: 'job-1' } } });
  jobs.next({ ...JOB, state: 'cancelled' });
  expect(await screen.findByText('Cancelled')).toBeTruthy();
});

it('converts typed coordinates, and says when they cannot be read', async () => {
  await open([]);
  const field = screen.getByRole('textbox', { name: 'Coordinates' });
  await userEvent.type(field, '0 N 9 E');
  expect(await screen.findByText('E 500000.000, N 0.000', {}, { timeout: 15_000 })).toBeTruthy();
  expect(screen.getByText('Stated accuracy: 0 m')).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, 'Codogno');
  expect(
    await screen.findByText(/Not valid coordinates in this system/, {}, { timeout: 15_000 }),
  ).toBeTruthy();
});
