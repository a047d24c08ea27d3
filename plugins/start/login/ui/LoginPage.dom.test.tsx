import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { BehaviorSubject, of } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { API, type Api } from '#core/api';
import { I18N, I18nextService } from '#core/i18n';
import { AppError } from '#core/kernel';
import type { CallSpec, LoginResult, Me, SignInProviders } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { SESSION, type Session } from '#core/session';
import { SETTINGS, type Settings } from '#core/settings';
import { LoginPage } from './LoginPage.tsx';
import RecoveryPage from './RecoveryPage.tsx';

const ADA = { userId: 'ada', name: 'Ada' } as Me;
const me$ = new BehaviorSubject<Me | undefined>(undefined);
let token: string | undefined;
let ended: string | undefined;
let organizations: string[];
let startPage: string;
/** Fetches the person's preferences. */
let preferences: () => Promise<void>;
let redirection: string | undefined;
const signIn = vi.fn<Session['signIn']>();
const signInByToken = vi.fn<Session['signInByToken']>();
const set = vi.fn();
const result = {} as LoginResult;
let ways: SignInProviders;
/** The server's answer to the page's calls, and the calls made. */
let answer: () => Promise<unknown>;
let requests: [string, unknown][];

/** Signed in as Ada from now on. */
const enter = (): LoginResult => {
  token = 'T';
  me$.next(ADA);
  return result;
};

beforeEach(() => {
  me$.next(undefined);
  token = undefined;
  ended = undefined;
  organizations = [];
  startPage = 'List';
  preferences = () => Promise.resolve();
  redirection = undefined;
  ways = { signOn: false, providers: [] };
  requests = [];
  answer = () => Promise.resolve();
  for (const mock of [signIn, signInByToken, set]) mock.mockReset();
});
afterEach(cleanup);

async function open(path: string): Promise<void> {
  const i18n = new I18nextService(['en']);
  await i18n.load('login');
  const container = new Container();
  container.bind(I18N).toConstantValue(i18n);
  container.bind(SETTINGS).toConstantValue({
    get: (key: string) => (key === 'defaultView' ? startPage : ''),
    ready: () => preferences(),
    observe: () => of('auto'),
    set,
  } as unknown as Settings);
  container.bind(API).toConstantValue({
    call: async ({ path }: CallSpec, { body }: { body?: unknown }) => {
      if (path === '/sso/providers') return { data: ways };
      requests.push([path, body]);
      return { data: await answer() };
    },
  } as unknown as Api);
  container.bind(SESSION).toConstantValue({
    me$,
    get me() {
      return me$.value;
    },
    get token() {
      return token;
    },
    get ended() {
      return ended;
    },
    get organizations() {
      return organizations;
    },
    signIn,
    signInByToken,
    chooseOrganization: () => Promise.resolve(void enter()),
    signOut: () => {
      organizations = [];
      return Promise.resolve();
    },
    takeRedirection: () => redirection,
  } as unknown as Session);
  const Address = () => <output data-testid="address">{useLocation().pathname}</output>;
  render(
    <ServicesProvider container={container}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          {['/', '/login', '/auth', '/auth/:loginToken', '/auth/:loginToken/:id'].map((route) => (
            <Route key={route} path={route} element={<LoginPage />} />
          ))}
          <Route path="/password-recovery" element={<RecoveryPage />} />
          <Route path="*" element={<Address />} />
        </Routes>
      </MemoryRouter>
    </ServicesProvider>,
  );
}
const arrivedAt = async () => (await screen.findByTestId('address')).textContent;
async function fillAndEnter(): Promise<void> {
  await userEvent.type(screen.getByLabelText('E-mail address'), ' ada@example.org ');
  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
}

it('signs in with the keyboard alone and leads to the project list', async () => {
  signIn.mockImplementation(() => Promise.resolve(enter()));
  await open('/');
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail address'));
  await userEvent.keyboard('ada@example.org{Tab}secret{Enter}');
  expect(signIn).toHaveBeenCalledExactlyOnceWith('ada@example.org', 'secret');
  expect(await arrivedAt()).toBe('/projectList');
});

it('leads to the start page of the preferences also on the first visit from a device', async () => {
  signIn.mockImplementation(() => Promise.resolve(enter()));
  preferences = () => Promise.resolve(void (startPage = 'Home'));
  await open('/login');
  await fillAndEnter();
  expect(await arrivedAt()).toBe('/home');
});

it('is also at /auth, where a link without its token leads', async () => {
  signIn.mockImplementation(() => Promise.resolve(enter()));
  await open('/auth');
  await fillAndEnter();
  expect(await arrivedAt()).toBe('/projectList');
});

it('says that the session ended, and returns to where it did', async () => {
  redirection = '/draw/7';
  ended = 'The session has ended. Sign in again.';
  signIn.mockImplementation(() => Promise.resolve(enter()));
  await open('/login');
  expect(screen.getByRole('alert').textContent).toBe('The session has ended. Sign in again.');
  await fillAndEnter();
  expect(await arrivedAt()).toBe('/draw/7');
});

it("shows the server's error until the next attempt", async () => {
  signIn.mockRejectedValueOnce(new AppError('http', 'E-mail address or password is wrong.', { status: 401 }));
  await open('/login');
  await fillAndEnter();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Sign-in failed. E-mail address or password is wrong.',
  );
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret');
  signIn.mockImplementation(() => Promise.resolve(enter()));
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await arrivedAt()).toBe('/projectList');
});

it('says when the server cannot be reached', async () => {
  signIn.mockRejectedValueOnce(new AppError('http', 'Check the connection.'));
  await open('/login');
  await fillAndEnter();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The server cannot be reached. Check the connection.',
  );
});

it('signs in by a link, once, and opens the project it names', async () => {
  signInByToken.mockImplementation(() => Promise.resolve(enter()));
  await open('/auth/one-time/7');
  expect(await arrivedAt()).toBe('/draw/7');
  expect(signInByToken).toHaveBeenCalledExactlyOnceWith('one-time');
});

it('keeps the current session when the link is invalid', async () => {
  enter();
  signInByToken.mockRejectedValue(new AppError('http', 'This link was used.', { status: 401 }));
  await open('/auth/used');
  await userEvent.click(await screen.findByRole('button', { name: 'Continue as Ada' }));
  expect(await arrivedAt()).toBe('/projectList');
});

it('asks which organization, and offers to sign in as someone else instead', async () => {
  signIn.mockImplementation(() => {
    organizations = ['Alpi', 'Mare'];
    return Promise.resolve(result);
  });
  await open('/login');
  await fillAndEnter();
  await screen.findByRole('button', { name: 'Alpi' });
  await userEvent.click(screen.getByRole('button', { name: 'Sign in as someone else' }));
  await fillAndEnter();
  await userEvent.click(await screen.findByRole('button', { name: 'Mare' }));
  expect(await arrivedAt()).toBe('/projectList');
});

it('offers both languages and themes before sign-in', async () => {
  await open('/login');
  await userEvent.click(screen.getByRole('button', { name: 'Italiano' }));
  await userEvent.click(screen.getByRole('button', { name: 'Dark' }));
  expect(set.mock.calls).toEqual([
    ['language', 'it'],
    ['theme', 'dark'],
  ]);
});

it('offers the configured providers as links through the server, and shows why one rejected a person', async () => {
  ways = { signOn: false, providers: [{ id: 'acme', title: 'Acme' }] };
  await open('/login?refused=unknown-person&by=acme');
  const link = await screen.findByRole('link', { name: 'Sign in with Acme' });
  expect(link.getAttribute('href')).toBe('/api/sso/oidc/acme');
  expect(screen.getByRole('alert').textContent).toBe(
    'Sign-in failed. Acme recognized you, but you have no account here. Ask an administrator to create one.',
  );
});

it('asks the sign-on service where one is configured, and follows its token', async () => {
  ways = { signOn: true, providers: [] };
  answer = () => Promise.resolve({ loginToken: 'one/time' });
  signInByToken.mockImplementation(() => Promise.resolve(enter()));
  await open('/login');
  await screen.findByRole('button', { name: 'Single sign-on' });
  await userEvent.type(screen.getByLabelText('E-mail address'), 'ada@example.org');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Single sign-on' }));
  expect(await arrivedAt()).toBe('/projectList');
  expect(requests).toEqual([['/sso/auth', { email: 'ada@example.org', password: 'secret' }]]);
  expect(signInByToken).toHaveBeenCalledExactlyOnceWith('one/time');
});

it('leads to password recovery, which answers the same to everybody', async () => {
  await open('/login');
  await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  await userEvent.type(screen.getByLabelText('E-mail address'), ' ada@example.org {Enter}');
  expect((await screen.findByRole('status')).textContent).toContain(
    'If there is an account for ada@example.org, you will receive a link.',
  );
  expect(requests).toEqual([['/passwordrecovery/sendtoken', { email: 'ada@example.org' }]]);
});

it('sets the new password with the token of the link, when both entries match', async () => {
  await open('/password-recovery#t0ken');
  await userEvent.type(screen.getByLabelText('New password'), 'long enough for all');
  await userEvent.type(screen.getByLabelText('Repeat new password'), 'long enough');
  expect(screen.getByText('The passwords do not match.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save password' }).disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Repeat new password'), ' for all{Enter}');
  await screen.findByText('Your password is set');
  expect(requests).toEqual([
    ['/passwordrecovery/savechange', { token: 't0ken', password: 'long enough for all' }],
  ]);
});

it('offers another link when this one is no longer valid', async () => {
  answer = () => Promise.reject(new AppError('http', 'This link has been used.', { status: 401 }));
  await open('/password-recovery#used');
  await userEvent.type(screen.getByLabelText('New password'), 'long enough for all');
  await userEvent.type(screen.getByLabelText('Repeat new password'), 'long enough for all{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The password was not reset. This link has been used.',
  );
  await userEvent.click(screen.getByRole('link', { name: 'Request a new link' }));
  await screen.findByRole('button', { name: 'Send link' });
});
