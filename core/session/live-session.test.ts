import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpApi } from '#core/api';
import { EventBus } from '#core/events';
import { listUsers } from '#core/protocol';
import { memoryStorage } from '#core/testing';
import { serve, type ReceivedRequest, type HttpServer, type Reply } from '#tests/http-server';
import { LiveSession } from './live-session.ts';
import { SessionStore } from './store.ts';

const ME = { userId: 'u1', email: 'ada@example.org', name: 'Ada', authorizations: [], blockedLayers: [] };
let server: HttpServer;
let answer: (request: ReceivedRequest) => Reply | Promise<Reply>;
let disk: Storage;
beforeEach(async () => {
  disk = memoryStorage();
  answer = normal;
  server = await serve((request) => answer(request));
});
afterEach(() => server.close());

/** Tokens 1, 2, 3...; only the newest is good, and only the newest refresh token. */
let issued = 0;
beforeEach(() => {
  issued = 0;
});
const result = (...organizations: string[]) => {
  issued += 1;
  return {
    tokens: organizations.map((organizationName) => ({
      token: `${organizationName}-${issued}`,
      organizationName,
    })),
    refreshToken: `refresh-${issued}`,
    userId: 'u1',
  };
};
function normal({ path, headers, body }: ReceivedRequest): Reply {
  if (path === '/api/login' || path === '/api/sso/login-sso') return { json: result('Alpi') };
  if (path === '/api/refreshtoken')
    return body.includes(`"refresh-${issued}"`)
      ? { json: result('Alpi') }
      : { status: 401, json: { detail: 'This refresh token was used already.' } };
  if (path === '/api/logout') return { status: 204 };
  if (!String(headers.jwt).endsWith(`-${issued}`)) return { status: 406, json: { detail: 'expired' } };
  return { json: path === '/api/me' ? ME : [] };
}
/** All tokens there are become worthless, as after their time. */
const expire = () => {
  const old = issued;
  const before = answer;
  answer = (request) =>
    request.path !== '/api/refreshtoken' && request.headers.jwt === `Alpi-${old}`
      ? { status: 406, json: { detail: 'expired' } }
      : before(request);
};
const requestsTo = (path: string) => server.requests.filter((one) => one.path === `/api${path}`);

/** A tab of the browser: tabs share the disk and wait for each other. */
function tab(place: { preferred?: string; path?: string } = {}) {
  const { preferred = '' } = place;
  const bus = new EventBus();
  const tokens: (string | undefined)[] = [];
  const left: string[] = [];
  const told: string[] = [];
  bus.on('jwtChange').subscribe(({ token }) => tokens.push(token));
  const steps: string[] = [];
  const session: LiveSession = new LiveSession({
    bus,
    store: new SessionStore(disk, memoryStorage()),
    preferredOrganization: () => preferred,
    path: () => place.path ?? '/draw/1?z=3',
    ended: () => 'Sign in again.',
    userError: (reason) => `No user: ${reason}`,
    tell: ({ id, message }) => told.push(`${id} ${message}`),
    oneAtATime,
    leaving: () => Promise.resolve(void steps.push(`leaving as ${session.token}`)),
    left: (userId) => steps.push(`left by ${userId} as ${session.token}`),
    leaveTo: (address) => left.push(address),
  });
  const api = new HttpApi({
    base: `${server.url}/api`,
    credentials: session,
    language: () => 'en',
    texts: { unreachable: () => 'Nobody answers.', timeout: () => 'Late.', unexplained: () => 'Odd.' },
  });
  session.useApi(api);
  return { session, api, tokens, left, told, steps };
}
let queue: Promise<unknown> = Promise.resolve();
const oneAtATime = <T>(_: string, work: () => Promise<T>): Promise<T> => {
  const mine = queue.then(work, work);
  queue = mine.catch(() => undefined);
  return mine;
};

describe('signing in', () => {
  it('stores the session, emits the token, and loads the person', async () => {
    const { session, tokens } = tab();
    await session.signIn('ada@example.org', 'secret');
    expect(requestsTo('/login')[0]?.body).toBe('{"email":"ada@example.org","password":"secret"}');
    expect(session.token).toBe('Alpi-1');
    expect(session.me).toEqual(ME);
    expect(tokens).toEqual(['Alpi-1']);
  });

  it('works the same by a link', async () => {
    const { session } = tab();
    await session.signInByToken('one-time');
    expect(requestsTo('/sso/login-sso')[0]?.body).toBe('{"loginToken":"one-time"}');
    expect(session.me).toEqual(ME);
  });

  it('to several organizations asks for one, and allows changing it', async () => {
    answer = (one) => (one.path === '/api/login' ? { json: result('Alpi', 'Mare') } : { json: ME });
    const { session } = tab();
    await session.signIn('a', 'b');
    expect([session.token, session.me]).toEqual([undefined, undefined]);
    expect(session.organizations).toEqual(['Alpi', 'Mare']);
    await expect(session.chooseOrganization('Luna')).rejects.toThrow(
      "You do not belong to an organization 'Luna'; there are Alpi, Mare.",
    );
    await session.chooseOrganization('Mare');
    expect([session.token, session.me]).toEqual(['Mare-1', ME]);
  });

  it('to several organizations selects the preferred one', async () => {
    answer = (one) => (one.path === '/api/login' ? { json: result('Alpi', 'Mare') } : { json: ME });
    const { session } = tab({ preferred: 'Mare' });
    await session.signIn('a', 'b');
    expect(session.token).toBe('Mare-1');
  });

  it('fails with the server’s text if the user cannot be loaded', async () => {
    answer = (one) =>
      one.path === '/api/me' ? { status: 500, json: { detail: 'The database is full.' } } : normal(one);
    const { session } = tab();
    const failure = await session.signIn('a', 'b').catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({
      id: 'app-user-error',
      message: 'No user: The database is full.',
      status: 500,
    });
    expect(session.me).toBeUndefined();
  });

  it('that fails leaves nobody signed in', async () => {
    answer = () => ({ status: 401, json: { detail: 'E-mail address or password is wrong.' } });
    const { session } = tab();
    await expect(session.signIn('a', 'b')).rejects.toThrow('E-mail address or password is wrong.');
    expect(session.token).toBeUndefined();
    expect(disk.length).toBe(0);
  });
});

describe('a session', () => {
  it('is restored on the next visit', async () => {
    await tab().session.signIn('a', 'b');
    const next = tab().session;
    await next.start();
    expect([next.token, next.me]).toEqual(['Alpi-1', ME]);
  });

  it('is restored from stored data if the server does not respond', async () => {
    await tab().session.signIn('a', 'b');
    await server.close();
    const next = tab().session;
    await next.start();
    expect(next.me).toEqual(ME);
  });

  it('is restored from stored data if the server cannot load the user, and says why', async () => {
    await tab().session.signIn('a', 'b');
    answer = () => ({ status: 500, json: { detail: 'The database is full.' } });
    const { session, told } = tab();
    await session.start();
    expect(session.me).toEqual(ME);
    expect(told).toEqual(['app-user-error No user: The database is full.']);
  });

  it.each([401, 403, 404])('is not restored if the server answers %i for its user', async (status) => {
    await tab().session.signIn('a', 'b');
    answer = () => ({ status, json: { detail: 'No.' } });
    const { session } = tab();
    await session.start();
    expect([session.token, session.me]).toEqual([undefined, undefined]);
  });

  it('that expired is renewed by one refresh for all pending calls, and each call is repeated once', async () => {
    const { session, api, tokens } = tab();
    await session.signIn('a', 'b');
    expire();
    await Promise.all([1, 2, 3, 4].map(() => api.call(listUsers, {})));
    expect(requestsTo('/refreshtoken')).toHaveLength(1);
    expect(requestsTo('/users')).toHaveLength(8);
    expect(tokens).toEqual(['Alpi-1', 'Alpi-2']);
  });

  it('is not renewed again for a call whose rejection arrives late', async () => {
    const { session, api } = tab();
    await session.signIn('a', 'b');
    expire();
    await api.call(listUsers, {});
    expect(await session.refresh('Alpi-1')).toBe('Alpi-2');
    expect(requestsTo('/refreshtoken')).toHaveLength(1);
  });

  it('is renewed once for several tabs', async () => {
    const one = tab();
    await one.session.signIn('a', 'b');
    const two = tab();
    await two.session.start();
    expire();
    await Promise.all([one.api.call(listUsers, {}), two.api.call(listUsers, {})]);
    expect(requestsTo('/refreshtoken')).toHaveLength(1);
    expect([one.session.token, two.session.token]).toEqual(['Alpi-2', 'Alpi-2']);
  });

  it('that cannot be renewed is cleared, and the path is stored to return to', async () => {
    const { session, api, tokens } = tab({ path: '/draw/7?x=1' });
    await session.signIn('a', 'b');
    answer = (one) =>
      one.path === '/api/refreshtoken'
        ? { status: 401, json: { detail: 'The session has ended.' } }
        : { status: 406, json: { detail: 'expired' } };
    await expect(api.call(listUsers, {})).rejects.toThrow('The session has ended.');
    expect([session.token, session.me, disk.length]).toEqual([undefined, undefined, 0]);
    expect(tokens.at(-1)).toBeUndefined();
    expect(session.takeRedirection()).toBe('/draw/7?x=1');
    expect(session.takeRedirection()).toBeUndefined();
  });

  it('keeps that path when a pending call finds the session ended', async () => {
    const place = { path: '/draw/7?x=1' };
    const { session } = tab(place);
    await session.signIn('a', 'b');
    answer = () => ({ status: 401, json: { detail: 'The session has ended.' } });
    await expect(session.refresh()).rejects.toThrow('The session has ended.');
    place.path = '/login';
    await expect(session.refresh('Alpi-1')).rejects.toThrow('Sign in again.');
    expect(session.takeRedirection()).toBe('/draw/7?x=1');
    expect(session.ended).toBe('The session has ended.');
  });

  it('says why it ended, also at the next visit, until the next sign-in', async () => {
    await tab().session.signIn('a', 'b');
    answer = () => ({ status: 401, json: { detail: 'The session has ended.' } });
    const { session } = tab();
    await session.start();
    expect(session.ended).toBe('The session has ended.');
    answer = normal;
    await session.signIn('a', 'b');
    expect(session.ended).toBeUndefined();
    await session.signOut();
    await expect(session.refresh('Alpi-1')).rejects.toThrow('Sign in again.');
    expect(session.ended).toBeUndefined();
  });

  it('is kept if the network fails during renewal', async () => {
    const { session, api } = tab();
    await session.signIn('a', 'b');
    await server.close();
    await expect(session.refresh()).rejects.toThrow('Nobody answers.');
    expect(session.token).toBe('Alpi-1');
    await expect(api.call(listUsers, {})).rejects.toThrow('Nobody answers.');
  });

  it('ends with the membership of its organization', async () => {
    const { session } = tab();
    await session.signIn('a', 'b');
    answer = () => ({ json: result('Mare') });
    await expect(session.refresh()).rejects.toThrow('Sign in again.');
    expect(session.token).toBeUndefined();
  });
});

describe('signing out', () => {
  it('notifies the server and clears everything, including the page to return to', async () => {
    const { session, tokens } = tab();
    await session.signIn('a', 'b');
    await session.signOut();
    session.keepRedirection('/home');
    expect(requestsTo('/logout')[0]?.headers.jwt).toBe('Alpi-1');
    expect([session.token, session.me, disk.length]).toEqual([undefined, undefined, 0]);
    expect(tokens).toEqual(['Alpi-1', undefined]);
    expect(session.takeRedirection()).toBeUndefined();
  });

  it('sends settings first, removes what the browser stores of the person, and loads the login page', async () => {
    const { session, left, steps } = tab();
    await session.signIn('a', 'b');
    await session.signOut();
    expect(steps).toEqual(['leaving as Alpi-1', 'left by u1 as undefined']);
    expect(left).toEqual(['/login']);
  });

  it('before an organization was chosen stays on the page', async () => {
    answer = (one) => (one.path === '/api/login' ? { json: result('Alpi', 'Mare') } : normal(one));
    const { session, left } = tab();
    await session.signIn('a', 'b');
    await session.signOut();
    expect([session.token, left]).toEqual([undefined, []]);
  });

  it('continues at the sign-in provider if the server requests it', async () => {
    const { session, left } = tab();
    await session.signIn('a', 'b');
    answer = () => ({ json: { continueAt: 'https://id.example/logout' } });
    await session.signOut();
    expect([session.token, left]).toEqual([undefined, ['https://id.example/logout']]);
  });

  it('works without a server', async () => {
    const { session } = tab();
    await session.signIn('a', 'b');
    await server.close();
    await session.signOut();
    expect(session.token).toBeUndefined();
  });

  it('in one tab signs out the others', async () => {
    const one = tab();
    await one.session.signIn('a', 'b');
    const two = tab();
    await two.session.start();
    await one.session.signOut();
    two.session.onStorage({ key: 'groma.session' });
    expect([two.session.token, two.session.me]).toEqual([undefined, undefined]);
    expect(two.tokens).toEqual([undefined]);
    // What the page holds in memory is gone only with the page.
    expect(two.left).toEqual(['/login']);
    two.session.onStorage({ key: 'groma.session' });
    expect(two.left).toHaveLength(1);
  });
});
