import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container, ContainerModule } from 'inversify';
import { useState } from 'react';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allows } from '#core/access';
import { I18N, I18nextService } from '#core/i18n';
import { HOST, Plugins, type PluginManifest, type RouteContribution } from '#core/plugin';
import type { Me } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { SESSION, type Session } from '#core/session';
import { Router } from './router.tsx';

vi.mock('./signed-in.tsx', () => ({
  prepare: () => undefined,
  Frame: ({ children }: { children: React.ReactNode }) => <div data-testid="frame">{children}</div>,
}));

const ADA = { userId: 'ada', authorizations: ['admin.users'], blockedLayers: [] } as unknown as Me;
const BOB = { userId: 'bob', authorizations: [], blockedLayers: [] } as unknown as Me;
let me$: BehaviorSubject<Me | undefined>;
let host: Plugins;
const keepRedirection = vi.fn();
const loads = vi.fn();

function plugin(
  id: string,
  route: Partial<RouteContribution> & { path: string },
  page: () => React.ReactNode,
) {
  return {
    id,
    routes: [{ render: `${id}.page`, title: 'title', ...route }],
    load: () => {
      loads(id);
      return Promise.resolve({
        default: new ContainerModule(({ bind }) => void bind(`${id}.page`).toConstantValue(page)),
      });
    },
  } satisfies PluginManifest;
}

beforeEach(() => {
  keepRedirection.mockReset();
  loads.mockReset();
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(path: string, me?: Me): Promise<void> {
  window.history.replaceState(null, '', path);
  const container = new Container();
  me$ = new BehaviorSubject(me);
  host = new Plugins(
    [
      plugin('login', { path: '/login', public: true }, () => 'Sign in here'),
      plugin('home', { path: '/home' }, () => 'Welcome home'),
      plugin('admin', { path: '/management-pages', needs: ['admin.users'] }, () => 'Manage'),
      plugin('broken', { path: '/broken' }, function Broken() {
        const [mended] = useState(() => mend);
        if (!mended) throw new TypeError('x is undefined');
        return 'Mended';
      }),
      plugin('not-found', { path: '*' }, () => 'Nothing here'),
    ],
    container,
  );
  me$.subscribe((who) => host.setAllows(who && ((guard, grant) => allows(who, guard, grant))));
  const i18n = new I18nextService(['en'], (_, namespace) =>
    Promise.resolve<Record<string, string>>(
      namespace === 'workbench'
        ? { 'failed.title': '{{plugin}} is not working', 'failed.retry': 'Try again' }
        : { title: `Title of ${namespace}` },
    ),
  );
  await i18n.load('workbench');
  container.bind(HOST).toConstantValue(host);
  container.bind(I18N).toConstantValue(i18n);
  container.bind(SESSION).toConstantValue({
    me$,
    get me() {
      return me$.value;
    },
    keepRedirection,
  } as unknown as Session);
  render(
    <ServicesProvider container={container}>
      <Router />
    </ServicesProvider>,
  );
}
let mend = false;

it('shows a public page without a session, outside the frame', async () => {
  await open('/login');
  await screen.findByText('Sign in here');
  expect(screen.queryByTestId('frame')).toBeNull();
  await vi.waitFor(() => expect(document.title).toBe('Title of login – Groma'));
});

it('leads to the login page where a session is needed, and remembers the whole address', async () => {
  await open('/home?tab=2#view');
  await screen.findByText('Sign in here');
  expect(window.location.pathname).toBe('/login');
  expect(keepRedirection).toHaveBeenCalledWith('/home?tab=2#view');
});

it('shows the pages of a signed-in person inside the frame', async () => {
  await open('/home', BOB);
  await screen.findByText('Welcome home');
  expect(screen.getByTestId('frame').textContent).toBe('Welcome home');
});

it('has no page that the role may not open, and fetches none of its code', async () => {
  await open('/management-pages', BOB);
  await screen.findByText('Nothing here');
  expect(loads.mock.calls.flat()).toEqual(['not-found']);
});

it('removes a page when the person loses the right to it', async () => {
  await open('/management-pages', ADA);
  await screen.findByText('Manage');
  act(() => me$.next({ ...ADA, authorizations: [] }));
  await screen.findByText('Nothing here');
});

it('leaves the page when the session ends', async () => {
  await open('/home', BOB);
  await screen.findByText('Welcome home');
  act(() => me$.next(undefined));
  await screen.findByText('Sign in here');
});

it('shows a message instead of a page that throws, and tries again on request', async () => {
  mend = false;
  await open('/broken', BOB);
  await screen.findByText('broken is not working');
  expect(host.failures).toHaveLength(1);
  mend = true;
  await userEvent.click(screen.getByText('Try again'));
  await screen.findByText('Mended');
  expect(host.failures).toEqual([]);
});
