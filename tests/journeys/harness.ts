/**
 * A real server, started as the README describes, and a real browser. Journeys are written in terms of what a person
 * does and sees.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import type { ChangeAnswer, LoginResult } from '#core/protocol';
import { readTown } from '../../server/api/projects/town.ts';
import { embeddedTemplate } from '../../server/testing/embedded-template.ts';
import { CHROMIUM_ARGS, findChromium } from '../chromium.ts';
import { PATIENCE } from '../patience.ts';
import { serverArguments } from '../processes.ts';
import { SERVERS, startBalancer, startShared } from './several-servers.ts';

/**
 * `GROMA_PLAIN=1` runs the journeys as in an office network without TLS: servers are reached by an address of this machine
 * that the browser trusts no more than any other, and no permission is granted (no clipboard, no location).
 */
export const IS_PLAIN = process.env.GROMA_PLAIN === '1';
const HOST = IS_PLAIN ? networkAddress() : '127.0.0.1';

const ROOT = join(import.meta.dirname, '..', '..');
export const ADMIN = { email: 'admin@groma.test', password: 'correct horse battery' };

interface Account {
  email: string;
  password: string;
}

/** A server, and an administrator with a demo project on it. */
export interface Groma {
  url: string;
  /** The administrator's. */
  readonly account: Account;
  /** The id of the demo project. */
  demo(): Promise<string>;
  /** Gives `page` a session of the administrator, without the sign-in page; returns the id of the demo project. */
  signIn(page: Page): Promise<{ project: string }>;
  /** Calls the API as the administrator; returns the parsed body. */
  api<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T>;
}

/** A server used by one test only. */
export interface OwnGroma extends Groma {
  /** The one-time link that the server printed. */
  readonly link: string;
  readonly folder: string;
  /** Of its process. */
  readonly pid: number;
  /** Kills the process, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same folder and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** URL of the server that journeys share; set by setup.ts. */
export const SHARED_SERVER = 'GROMA_JOURNEYS_SERVER';

/** Starts a server with its own folder and port, of the program in `root`; resolves when it reports that it is ready. */
export async function startGroma(env: Record<string, string> = {}, root = ROOT): Promise<OwnGroma> {
  const folder = mkdtempSync(join(tmpdir(), 'groma-journey-'));
  const isMany = SERVERS > 1 && !env.DATABASE_URL;
  const shared = isMany ? await startShared() : undefined;
  if (!env.DATABASE_URL && !shared)
    cpSync(await embeddedTemplate(), join(folder, 'data', 'database'), { recursive: true });
  const port = await freePort();
  const ports = isMany ? await Promise.all(Array.from({ length: SERVERS }, freePort)) : [port];
  const settingsOf = (at: number) => ({
    ...process.env,
    PORT: String(at),
    HOST,
    GROMA_DATA: join(folder, at === port ? 'data' : `data-${at}`),
    GROMA_ADMIN_EMAIL: ADMIN.email,
    GROMA_ADMIN_PASSWORD: ADMIN.password,
    ...shared?.settings,
    ...env,
  });
  const balancer = isMany ? await startBalancer(HOST, port, ports) : undefined;
  const launchAll = () => Promise.all(ports.map((at) => launch(settingsOf(at), root)));
  let servers = await launchAll();
  const endAll = async (signal: NodeJS.Signals): Promise<void> => {
    await Promise.all(servers.map(({ process: server }) => end(server, signal)));
  };
  const url = `http://${HOST}:${port}`;
  const administrator = new Administrator(url, ADMIN);
  const demo = async (): Promise<string> => {
    const [project] = await administrator.api<{ id: string }[]>('GET', '/projects');
    if (!project) throw new Error('The demo project is missing.');
    return project.id;
  };
  return {
    url,
    link: servers[0]!.link,
    folder,
    get pid() {
      return servers[0]!.process.pid!;
    },
    account: ADMIN,
    demo,
    async signIn(page) {
      await enter(page, url, ADMIN);
      return { project: await demo() };
    },
    api: administrator.api,
    kill: () => endAll('SIGKILL'),
    async restart() {
      servers = await launchAll();
      administrator.forget();
    },
    async stop() {
      await endAll('SIGTERM');
      await balancer?.stop();
      await shared?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Another administrator on the shared server, with a separate demo project, which affects nobody else. */
async function settle(url: string): Promise<Groma> {
  const { api: asFirst } = new Administrator(url, ADMIN);
  const roles = await asFirst<{ role_id: string; role_name: string }[]>('GET', '/roles');
  const roleId = roles.find(({ role_name }) => role_name === 'Administrator')!.role_id;
  const account = { email: `${randomUUID()}@groma.test`, password: ADMIN.password };
  const superAdministrator = true;
  await asFirst('POST', '/users', { ...account, name: 'Administrator', roleId, superAdministrator });
  const { api } = new Administrator(url, account);
  const town = readTown();
  const { id: project } = await api<{ id: string }>('POST', '/projects', {
    ...town.project,
    crs: 'EPSG:4326',
  });
  const objects = town.objects.map((object) => ({ ...object, clientId: randomUUID() }));
  const answers = await api<ChangeAnswer[]>('POST', '/geometries/autosave', objects, { projectid: project });
  const refused = answers.find(({ status }) => status !== 'saved');
  if (refused) throw new Error(`The demo project could not be made: ${refused.detail ?? refused.status}`);
  return {
    url,
    account,
    demo: () => Promise.resolve(project),
    async signIn(page) {
      await enter(page, url, account);
      return { project };
    },
    api,
  };
}

/** Calls the API as an administrator; signs in first, and again after the session has ended. */
class Administrator {
  #token: string | undefined;

  constructor(
    readonly url: string,
    readonly account: Account,
  ) {}

  forget(): void {
    this.#token = undefined;
  }

  api = async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> => {
    const send = async (): Promise<Response> => {
      this.#token ??= await this.#signIn();
      return fetch(`${this.url}/api${path}`, {
        method,
        headers: {
          jwt: this.#token,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    };
    let response = await send();
    if (response.status === 406) {
      this.forget();
      response = await send();
    }
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  };

  async #signIn(): Promise<string> {
    const { tokens } = await logIn(this.url, this.account);
    return tokens[0]!.token;
  }
}

/** Calls the API as somebody. */
export function apiAs(url: string, account: Account): Groma['api'] {
  return new Administrator(url, account).api;
}

export async function logIn(url: string, account: Account): Promise<LoginResult> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  return (await response.json()) as LoginResult;
}

/** The page is left at a picture of the server, the smallest document with its storage. */
async function enter(page: Page, url: string, account: Account): Promise<void> {
  await page.goto(`${url}/groma.svg`);
  const session = await logIn(url, account);
  const stored = JSON.stringify({ ...session, organization: session.tokens[0]!.organizationName });
  await page.evaluate((text) => localStorage.setItem('groma.session', text), stored);
}

/** As a link of the workbench does: the page and its code are not loaded again. Resolves when the new page is shown. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const isAnother = (from: string) => from.split('/', 2)[1] !== to.split(/[/?]/, 2)[1];
    if (isAnother(location.pathname)) document.querySelector('main > *')?.setAttribute('data-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.locator('main > [data-left]').waitFor({ state: 'detached' });
}

/** Signs a person in through the sign-in page. */
export async function signInAs(page: Page, url: string, account: Account): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByRole('textbox').first().fill(account.email);
  await page.locator('input[type=password]').fill(account.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/projectList|home/);
}

async function launch(
  env: NodeJS.ProcessEnv,
  root: string,
): Promise<{ process: ChildProcess; link: string }> {
  const server = spawn(process.execPath, serverArguments(root), {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const link = await new Promise<string>((resolve, reject) => {
    const onOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      const ready = /Groma is ready: (\S+)/.exec(output);
      if (ready) resolve(ready[1]!);
    };
    server.stdout.on('data', onOutput);
    server.stderr.on('data', onOutput);
    server.once('exit', (code) =>
      reject(new Error(`The server ended with ${code} before it was ready:\n${output}`)),
    );
  });
  return { process: server, link };
}

function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    server.once('exit', () => resolve());
    server.kill(signal);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, HOST, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** A name under which a browser finds the servers of this machine, but trusts them no more than any page without TLS. */
export const PLAIN_HOST = 'groma.test';

function networkAddress(): string {
  const found = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  if (!found) throw new Error('GROMA_PLAIN=1 needs an address in a network, and this machine has none.');
  return found.address;
}

/** Leaves the open map for another page, and opens one at `path`. */
export async function reopen(page: Page, path: string): Promise<void> {
  await goTo(page, '/home');
  await page.getByRole('application').waitFor({ state: 'detached' });
  await goTo(page, path);
}

export function openBrowser(): Promise<Browser> {
  const args = [...CHROMIUM_ARGS, `--host-resolver-rules=MAP ${PLAIN_HOST} ${HOST}`];
  return chromium.launch({ executablePath: findChromium(), args });
}

/** For journeys of the globe, whose every pixel the processor renders: half of the map's pixels are half of its time. */
export const SMALL_WINDOW = { viewport: { width: 1024, height: 700 } };

/** A new person in a new browser context: separate storage and session. */
export async function newPerson(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
  permissions: readonly string[] = ['clipboard-read', 'clipboard-write'],
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  await context.grantPermissions(IS_PLAIN ? [] : [...permissions]);
  // Of all pages, also those that a journey opens later. Generous: slowness of a busy machine is not a fault.
  context.setDefaultTimeout(PATIENCE);
  return context.newPage();
}

/** What was copied last, by pasting it: also where no script may read the clipboard. `inside` keeps the focus of a dialog. */
export async function pasted(page: Page, inside: Locator = page.locator('body')): Promise<string> {
  await inside.evaluate((element) => {
    const field = document.createElement('textarea');
    field.id = 'pasted';
    element.append(field);
    field.focus();
  });
  await page.keyboard.press('Control+V');
  const text = await page.locator('#pasted').inputValue();
  await page.locator('#pasted').evaluate((field) => field.remove());
  return text;
}

/** What the journeys of a file share. */
export interface JourneyStage<G extends Groma = Groma> {
  readonly groma: G;
  readonly browser: Browser;
}

/** A new person with a session of the administrator, on no page yet, and the id of the demo project. */
export async function newAdministrator(
  { groma, browser }: JourneyStage,
  options?: Parameters<Browser['newContext']>[0],
): Promise<{ page: Page; project: string }> {
  const page = await newPerson(browser, options);
  return { page, ...(await groma.signIn(page)) };
}

/**
 * Opens a browser on the shared server, for an administrator with a separate demo project, and calls `prepare`;
 * returns the cleanup, as `beforeAll` may.
 */
export async function begin(
  prepare: (stage: JourneyStage) => Promise<void> | void,
): Promise<() => Promise<void>> {
  return play(await settle(process.env[SHARED_SERVER]!), prepare);
}

/** Like `begin`, on a separate server: for journeys that stop it, configure it differently or read all its data. */
export async function beginAlone(
  prepare: (stage: JourneyStage<OwnGroma>) => Promise<void> | void,
  env?: Record<string, string>,
  root?: string,
): Promise<() => Promise<void>> {
  const groma = await startGroma(env, root);
  return play(groma, prepare, groma.stop);
}

/** Of this process: a start takes a second of a core. */
let launched: Promise<Browser> | undefined;

/** The browser that the files of this process share, each in contexts of its own; another one where it has ended. */
async function sharedBrowser(): Promise<Browser> {
  const open = await launched?.catch(() => undefined);
  if (open?.isConnected()) return open;
  return (launched = openBrowser());
}

/** The pages of this file's journeys. */
export async function openPages(): Promise<Page[]> {
  const browser = await launched?.catch(() => undefined);
  return browser?.contexts().flatMap((context) => context.pages()) ?? [];
}

async function play<G extends Groma>(
  groma: G,
  prepare: (stage: JourneyStage<G>) => Promise<void> | void,
  stop = async (): Promise<void> => {},
): Promise<() => Promise<void>> {
  const browser = await sharedBrowser();
  const end = async (): Promise<void> => {
    for (const context of browser.contexts()) await context.close();
    await stop();
  };
  try {
    await prepare({ groma, browser });
  } catch (failure) {
    await end();
    throw failure;
  }
  return end;
}

const yes = (): boolean => true;
const no = (): boolean => false;

/** Opens the palette and types into it. A page that has just loaded may miss the first key press. */
export async function ask(page: Page, text: string): Promise<void> {
  const box = page.getByRole('dialog').getByRole('searchbox');
  for (let presses = 0; ; presses++) {
    if ((await box.count()) === 0) await page.keyboard.press('Control+k');
    const shown = box.waitFor({ timeout: 2_000 });
    if (presses === 30) await shown;
    else if (await shown.then(yes, no)) break;
  }
  await takesKeys(page.getByRole('dialog'));
  await page.keyboard.type(text);
}

/** Waits until typed text goes into the dialog. */
export async function takesKeys(dialog: Locator): Promise<void> {
  await dialog.locator('input:focus, textarea:focus').waitFor();
}

/** Screenshots take the processor from what is tested: only on request. */
export const PICTURES = process.env.GROMA_PICTURES !== undefined;

/** Saves a screenshot of the page in tests/output/, if screenshots are requested. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await savePicture(page, name);
}

export async function savePicture(page: Page, name: string): Promise<void> {
  const folder = join(ROOT, 'tests', 'output', 'pictures');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}
