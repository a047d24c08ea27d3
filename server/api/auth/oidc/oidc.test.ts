import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoginResult, Me, SignInProviders } from '#core/protocol';
import { engines } from '../../../testing/databases.ts';
import {
  openIdProvider,
  type ProviderClaims,
  type OpenIdProvider,
} from '../../../testing/openid-provider.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../../testing/server.ts';
import { readOidc } from '../../../base/config/oidc.ts';

const SITE = 'http://groma.test.example';
const PEOPLE: Record<string, ProviderClaims> = {
  ada: { email: 'Ada@test.example', email_verified: true, name: 'Ada of the provider' },
  eve: { email: 'ada@test.example', email_verified: false, name: 'Eve' },
  nora: { email: 'nora@test.example', email_verified: true, name: 'Nora New' },
  otto: { email: 'otto@elsewhere.example', email_verified: true },
  mute: { name: 'Says no address' },
};

/**
 * A browser: follows redirects between the provider and the server, keeps cookies of each, and fills in the
 * provider's forms.
 */
class Browser {
  readonly cookies = new Map<string, Map<string, string>>();
  /** Stops before the callback. */
  stopAtCallback = false;
  readonly #server: TestServer;
  constructor(server: TestServer) {
    this.#server = server;
  }

  /** Opens an address and returns the final page. */
  async open(address: string, form?: Record<string, string>): Promise<{ url: URL; html: string }> {
    let url = new URL(address, SITE);
    for (let hops = 0; hops < 20; hops++) {
      const { status, location, html } = await this.#ask(url, form);
      form = undefined;
      if (location === undefined) return { url, html };
      expect(status, url.href).toBeGreaterThanOrEqual(301);
      url = new URL(location, url);
      const callback = this.stopAtCallback && url.pathname.endsWith('/callback');
      if (url.origin === SITE && (callback || !url.pathname.startsWith('/api/'))) return { url, html: '' };
    }
    throw new Error('The browser went round in circles.');
  }

  /** Signs in at the provider as `who`, and gives consent. */
  async signInAt(provider: string, who: string): Promise<URL> {
    let page = await this.open(`/api/sso/oidc/${provider}`);
    for (let pages = 0; page.url.origin !== SITE && pages < 3; pages++) {
      const prompt = /name="prompt" value="(\w+)"/.exec(page.html)![1]!;
      const action = /action="([^"]+)"/.exec(page.html)![1]!;
      page = await this.open(new URL(action, page.url).href, { prompt, login: who, password: 'any' });
    }
    return page.url;
  }

  async #ask(url: URL, form?: Record<string, string>) {
    const jar = this.cookies.get(url.origin) ?? new Map<string, string>();
    this.cookies.set(url.origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    if (url.origin === SITE) {
      const answer = await this.#server.app.inject({ url: url.pathname + url.search, headers: { cookie } });
      this.#keep(jar, [answer.headers['set-cookie'] ?? []].flat());
      return { status: answer.statusCode, location: answer.headers.location, html: answer.body };
    }
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    this.#keep(jar, answer.headers.getSetCookie());
    return {
      status: answer.status,
      location: answer.headers.get('location') ?? undefined,
      html: await answer.text(),
    };
  }

  #keep(jar: Map<string, string>, lines: string[]): void {
    for (const line of lines) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '') jar.delete(name!);
      else jar.set(name!, value!);
    }
  }
}

describe.each(engines)('signing in with OpenID Connect on the %s engine', (engine) => {
  let provider: OpenIdProvider;
  let server: TestServer;
  let admin: TestPerson;
  let browser: Browser;
  beforeAll(async () => {
    provider = await openIdProvider(PEOPLE);
    provider.welcome(SITE, 'acme');
    const acme = { id: 'acme', title: 'Acme', issuer: provider.issuer, ...provider.client };
    const gone = { ...acme, id: 'gone', title: 'Gone', issuer: 'http://127.0.0.1:9' };
    const oidc = readOidc(JSON.stringify([acme, gone]));
    server = await startTestServer({ engine, config: { oidc, publicUrl: SITE } });
    admin = await server.admin();
    await server.person(admin, 'Ada', []);
  });
  beforeEach(async () => {
    await server.db.query('delete from guesses');
    browser = new Browser(server);
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  async function enter(url: URL): Promise<LoginResult> {
    expect(url.pathname, url.href).toMatch(/^\/auth\/[\w-]{43}$/);
    const loginToken = url.pathname.split('/')[2];
    return must(await server.send<LoginResult>('POST', '/sso/login-sso', { loginToken }), 200);
  }
  const settings = (more: object) => {
    const before = server.services.config.oidc;
    server.services.config.oidc = before.map((one) => ({ ...one, ...more }));
    return () => void (server.services.config.oidc = before);
  };

  it("lists the provider's name and none of its other settings", async () => {
    const offered = must(await server.send<SignInProviders>('GET', '/sso/providers'), 200);
    expect(must(await server.send('GET', '/sso/ways'), 200)).toEqual(offered);
    expect(offered).toEqual({
      signOn: false,
      providers: [
        { id: 'acme', title: 'Acme' },
        { id: 'gone', title: 'Gone' },
      ],
    });
  });

  it('redirects to the provider with PKCE, state and nonce, and signs in the person with that address', async () => {
    const start = await server.app.inject({ url: '/api/sso/oidc/acme' });
    const there = new URL(start.headers.location!);
    expect(there.origin).toBe(provider.issuer);
    const requested = Object.fromEntries(there.searchParams);
    expect(requested).toMatchObject({
      response_type: 'code',
      client_id: 'groma',
      redirect_uri: `${SITE}/api/sso/oidc/acme/callback`,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(requested[name], name).toMatch(/^[\w-]{43}$/);

    const result = await enter(await browser.signInAt('acme', 'ada'));
    const jwt = result.tokens[0]!.token;
    const me = must(await server.send<Me>('GET', '/me', undefined, { jwt }), 200);
    expect(me).toMatchObject({ email: 'ada@test.example', name: 'Ada' });
    const [session] = await server.db.query<{ detail: unknown }>(
      `select detail from audit where kind = 'session.signed-in' order by id desc limit 1`,
    );
    expect(session!.detail).toEqual({ way: 'oidc', provider: 'acme' });
  });

  it('also signs out at the provider, which redirects to the login page', async () => {
    const { tokens } = await enter(await browser.signInAt('acme', 'ada'));
    const jwt = tokens[0]!.token;
    const { continueAt } = must(
      await server.send<{ continueAt: string }>('POST', '/logout', undefined, { jwt }),
      200,
    );
    expect((await server.send('GET', '/me', undefined, { jwt })).status).toBe(401);
    const page = await browser.open(continueAt);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.html)![1]!;
    const action = /action="([^"]+)"/.exec(page.html)![1]!;
    const left = await browser.open(action, { xsrf, logout: 'yes' });
    expect(left.url.href).toBe(`${SITE}/login`);
    // The provider has forgotten the session: it asks who it is.
    const again = await browser.open('/api/sso/oidc/acme');
    expect(again.html).toContain('name="login"');
  });

  it.each([
    ['eve', 'unverified-email', 'whose address is not verified, though it is the address of a user'],
    ['nora', 'unknown-person', 'who has no account'],
    ['mute', 'no-email', 'of whom no address is told'],
  ])('rejects %s (%s) %s', async (who, reason) => {
    const url = await browser.signInAt('acme', who);
    expect(url.pathname + url.search).toBe(`/login?refused=${reason}&by=acme`);
    const [refused] = await server.db.query(
      `select detail from audit where kind = 'session.refused' order by id desc limit 1`,
    );
    expect(refused).toEqual({ detail: { way: 'oidc' } });
  });

  it('creates an account with the configured role and organization, for allowed domains', async () => {
    const back = settings({
      newUsers: { role: 'Viewer', organization: 'Groma' },
      domains: ['test.example'],
    });
    const { tokens } = await enter(await browser.signInAt('acme', 'nora'));
    const me = must(await server.send<Me>('GET', '/me', undefined, { jwt: tokens[0]!.token }), 200);
    expect(me).toMatchObject({
      email: 'nora@test.example',
      name: 'Nora New',
      roleName: 'Viewer',
      organizationName: 'Groma',
    });
    const other = await new Browser(server).signInAt('acme', 'otto');
    expect(other.search).toBe('?refused=other-domain&by=acme');
    back();
  });

  it('rejects deactivated people', async () => {
    await server.person(admin, 'Otto', []);
    await server.db.query(
      `update users set email = 'otto@elsewhere.example', active = false where name = 'Otto'`,
    );
    expect((await browser.signInAt('acme', 'otto')).search).toBe('?refused=unknown-person&by=acme');
  });

  it('rejects a callback in another browser, a repeated one, and forged ones', async () => {
    browser.stopAtCallback = true;
    const callback = await browser.signInAt('acme', 'ada');
    expect(callback.pathname).toBe('/api/sso/oidc/acme/callback');
    const [[name, value]] = [...browser.cookies.get(SITE)!] as [[string, string]];
    const arrive = async (search: string, cookie: string) =>
      (await server.app.inject({ url: callback.pathname + search, headers: { cookie } })).headers.location;
    const other = new Browser(server);
    await other.open('/api/sso/oidc/acme');
    const [[, others]] = [...other.cookies.get(SITE)!] as [[string, string]];
    expect(await arrive(callback.search, '')).toBe('/login?refused=too-late&by=acme');
    expect(await arrive(callback.search, `${name}=${value}x`)).toBe('/login?refused=too-late&by=acme');
    expect(await arrive(callback.search, `${name}=${others}`)).toBe('/login?refused=failed&by=acme');
    const state = callback.search.replace(/state=[^&]+/, 'state=another');
    expect(await arrive(state, `${name}=${value}`)).toBe('/login?refused=failed&by=acme');
    const issuer = callback.search.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example');
    expect(await arrive(issuer, `${name}=${value}`)).toBe('/login?refused=failed&by=acme');
    expect(await arrive(callback.search, `${name}=${value}`)).toMatch(/^\/auth\//);
    expect(await arrive(callback.search, `${name}=${value}`)).toBe('/login?refused=failed&by=acme');
  });

  it('keeps its cookie from scripts and other sites, and over TLS from neighbouring hosts', async () => {
    const cookie = async () =>
      String((await server.app.inject({ url: '/api/sso/oidc/acme' })).headers['set-cookie']);
    expect(await cookie()).toMatch(/^groma-departure=[\w.-]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
    server.services.config.publicUrl = 'https://groma.test.example';
    expect(await cookie()).toMatch(/^__Host-groma-departure=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    server.services.config.publicUrl = SITE;
  });

  it('reports that a provider cannot be reached, and knows no other providers', async () => {
    const answer = await server.app.inject({ url: '/api/sso/oidc/gone' });
    expect(answer.headers.location).toBe('/login?refused=unreachable&by=gone');
    expect((await server.send('GET', '/sso/oidc/unknown')).status).toBe(404);
  });

  it('lets a person who declines at the provider choose another way', async () => {
    const start = await server.app.inject({ url: '/api/sso/oidc/acme' });
    const state = new URL(start.headers.location!).searchParams.get('state')!;
    const cookie = String(start.headers['set-cookie']).split(';')[0]!;
    const query = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
    const answer = await server.app.inject({
      url: `/api/sso/oidc/acme/callback?${query}`,
      headers: { cookie },
    });
    expect(answer.headers.location).toBe('/login?refused=cancelled&by=acme');
  });
});

describe('the setting GROMA_OIDC', () => {
  const acme = { id: 'acme', title: 'Acme', issuer: 'https://id.acme.example', clientId: 'groma' };

  it('takes several providers', () => {
    const two = readOidc(JSON.stringify([acme, { ...acme, id: 'other' }]));
    expect(two.map(({ id, scope, trustEmail }) => [id, scope, trustEmail])).toEqual([
      ['acme', 'openid email profile', false],
      ['other', 'openid email profile', false],
    ]);
  });

  it.each([
    ['{', /it is no JSON/],
    [JSON.stringify([{ ...acme, issuer: 'http://id.acme.example' }]), /0\.issuer: must begin with https/],
    [JSON.stringify([{ ...acme, secret: 'x' }]), /GROMA_OIDC cannot be used: 0/],
    [JSON.stringify([acme, acme]), /two providers have the id acme/],
  ])('is refused with a sentence: %s', (setting, sentence) => {
    expect(() => readOidc(setting)).toThrow(sentence);
  });
});
