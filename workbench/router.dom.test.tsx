import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container, ContainerModule } from 'inversify';
import { useState } from 'react';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allows } from '#core/access';
import { I18N, I18nextService } from '#core/i18n';
import { HOST, Plugins, type PluginCode, type PluginManifest, type RouteContribution } from '#core/plugin';
import type { Me } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { SESSION, type Session } from '#core/session';
import { TOASTS, Toasts } from '#core/toasts';
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
      return code(id, page);
    },
  } satisfies PluginManifest;
}

const code = (id: string, page: () => React.ReactNode): Promise<PluginCode> =>
  Promise.resolve({
    default: new ContainerModule(({ bind }) => void bind(`${id}.page`).toConstantValue(page)),
  });

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
      {
        ...plugin('lost', { path: '/lost' }, () => 'Found again'),
        load: () =>
          lost ? Promise.reject(new TypeError('Failed to fetch')) : code('lost', () => 'Found again'),
      },
      plugin('not-found', { path: '*' }, () => 'Nothing here'),
    ],
    container,
  );
  me$.subscribe((who) => host.setAllows(who && ((guard, grant) => allows(who, guard, grant))));
  const i18n = new I18nextService(['en'], (_, namespace) =>
    Promise.resolve<Record<string, string>>(
      namespace === 'workbench'
        ? { 'failed.title': '{{plugin}} is not working', 'failed.retry': 'Try again' }
        : namespace === 'core'
          ? { 'error.retry': 'Try again', 'failed.copy': 'Copy details', 'copy.done': 'Copied' }
          : { title: `Title of ${namespace}` },
    ),
  );
  await i18n.load('workbench');
  container.bind(HOST).toConstantValue(host);
  container.bind(I18N).toConstantValue(i18n);
  container.bind(TOASTS).toConstantValue(new Toasts());
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
/** Whether the code of a plugin is missing. */
let lost = false;

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

it('shows the error in the place of a page that throws, with details to copy, and tries again on request', async () => {
  mend = false;
  const user = userEvent.setup();
  await open('/broken', BOB);
  const box = await screen.findByRole('alert');
  expect(box.textContent).toContain('x is undefined');
  expect(screen.getByTestId('frame').contains(box)).toBe(true);
  // Other parts of the plugin stay in use.
  expect(host.failures).toEqual([]);
  await user.click(await screen.findByText('Copy details'));
  expect(await navigator.clipboard.readText()).toMatch(
    /^Plugin: broken\nPart: broken\.page\n[^]*TypeError: x is/,
  );
  mend = true;
  await user.click(screen.getByText('Try again'));
  await screen.findByText('Mended');
});

it('keeps the page of a plugin whose code cannot be loaded, and loads it again on request', async () => {
  lost = true;
  await open('/lost', BOB);
  await screen.findByText('lost is not working');
  expect(host.failures).toHaveLength(1);
  lost = false;
  await userEvent.click(screen.getByText('Try again'));
  await screen.findByText('Found again');
  expect(host.failures).toEqual([]);
});
