import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { BehaviorSubject, of } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { I18N, Languages } from '#core/i18n';
import { AppError } from '#core/kernel';
import type { LoginResult, Me } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { SESSION, type Session } from '#core/session';
import { SETTINGS, type Settings } from '#core/settings';
import { LoginPage } from './LoginPage.tsx';

const ADA = { userId: 'ada', name: 'Ada' } as Me;
const me$ = new BehaviorSubject<Me | undefined>(undefined);
let token: string | undefined;
let organizations: string[];
let redirection: string | undefined;
const signIn = vi.fn<Session['signIn']>();
const signInByToken = vi.fn<Session['signInByToken']>();
const set = vi.fn();
const result = {} as LoginResult;

/** Signed in as Ada from here on. */
const enter = (): LoginResult => {
  token = 'T';
  me$.next(ADA);
  return result;
};

beforeEach(() => {
  me$.next(undefined);
  token = undefined;
  organizations = [];
  redirection = undefined;
  for (const mock of [signIn, signInByToken, set]) mock.mockReset();
});
afterEach(cleanup);

async function open(path: string): Promise<void> {
  const i18n = new Languages(['en']);
  await i18n.load('login');
  const container = new Container();
  container.bind(I18N).toConstantValue(i18n);
  container.bind(SETTINGS).toConstantValue({
    get: (key: string) => (key === 'defaultView' ? 'List' : ''),
    observe: () => of('auto'),
    set,
  } as unknown as Settings);
  container.bind(SESSION).toConstantValue({
    me$,
    get me() {
      return me$.value;
    },
    get token() {
      return token;
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
          {['/', '/login', '/auth/:loginToken', '/auth/:loginToken/:id'].map((route) => (
            <Route key={route} path={route} element={<LoginPage />} />
          ))}
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

it('leads back to where the session had ended', async () => {
  redirection = '/draw/7';
  signIn.mockImplementation(() => Promise.resolve(enter()));
  await open('/login');
  await fillAndEnter();
  expect(await arrivedAt()).toBe('/draw/7');
});

it('keeps what went wrong, in the words of the server, until the next try', async () => {
  signIn.mockRejectedValueOnce(new AppError('http', 'E-mail address or password is wrong.', { status: 401 }));
  await open('/login');
  await fillAndEnter();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Signing in failed. E-mail address or password is wrong.',
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

it('signs in by a link, once, and leads into the project it names', async () => {
  signInByToken.mockImplementation(() => Promise.resolve(enter()));
  await open('/auth/one-time/7');
  expect(await arrivedAt()).toBe('/draw/7');
  expect(signInByToken).toHaveBeenCalledExactlyOnceWith('one-time');
});

it('lets a person go on with their session when the link is worth nothing', async () => {
  enter();
  signInByToken.mockRejectedValue(new AppError('http', 'This link was used.', { status: 401 }));
  await open('/auth/used');
  await userEvent.click(await screen.findByRole('button', { name: 'Continue as Ada' }));
  expect(await arrivedAt()).toBe('/projectList');
});

it('asks which organization, and lets one sign in as someone else instead', async () => {
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

it('speaks both languages and takes the theme before anyone has signed in', async () => {
  await open('/login');
  await userEvent.click(screen.getByRole('button', { name: 'Italiano' }));
  await userEvent.click(screen.getByRole('button', { name: 'Dark' }));
  expect(set.mock.calls).toEqual([
    ['language', 'it'],
    ['theme', 'dark'],
  ]);
});
