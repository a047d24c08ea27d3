import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginResult, Project } from '#core/protocol';
import { call, must, startCompiled, startProgram, type Program } from '../../tests/processes.ts';
import { embeddedTemplate } from '../testing/embedded-template.ts';

const READY = /^Groma is ready: (http:\/\/127\.0\.0\.1:\d+)\/auth\/(\S+)$/m;

/**
 * One data folder for two starts: a start takes seconds of both cores, so each test checks as much as possible. The first
 * is of the sources, as operators start them; what follows does not depend on how they were compiled.
 */
describe('npm start', () => {
  let home: string;
  let first: Program;
  let login: LoginResult;
  let project: Project;
  const started: Program[] = [];
  beforeAll(async () => {
    home = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-start-'));
    await fs.cp(await embeddedTemplate(), path.join(home, 'database'), { recursive: true });
    first = noted(startProgram('start', { GROMA_DATA: home, PORT: '0' }));
  });
  afterAll(async () => {
    for (const program of started) await program.end('SIGKILL');
    await fs.rm(home, { recursive: true, force: true });
  });

  it('prints a sign-in link, and has a demo project', async () => {
    const [, url, token] = await first.untilOutput(READY);
    expect(first.output()).toMatch(
      /^The administrator admin@groma\.local has the password \S{20} \(shown only now\)\.$/m,
    );
    login = await signIn(url!, token!);
    project = (await projects(url!, login))[0]!;
    expect(project).toMatchObject({ projectName: 'Demo', objectCount: 60, crs: 'EPSG:7792' });
    // From the corner of Argine in the west (-8 m) to PF02 in the east: a few hundred metres at most.
    const [west, south, east, north] = project.extent!;
    expect((east - west) * 111_320 * Math.cos((43 * Math.PI) / 180)).toBeLessThan(400);
    expect((north - south) * 111_132).toBeLessThan(400);
  });

  it('refuses a data folder that another server uses', async () => {
    const second = start({ PORT: '0' });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`is in use by process ${first.child.pid}`);
  });

  it('exits with 0 at once although clients listen, keep connections open, and open some without a request', async () => {
    const [, url] = await first.untilOutput(READY);
    const listening = await fetch(`${url}/api/events`, { headers: { jwt: login.tokens[0]!.token } });
    const received = listening.text();
    const silent = net.connect(Number(new URL(url!).port), '127.0.0.1').on('error', () => {});
    await new Promise((resolve) => silent.once('connect', resolve));
    const requested = performance.now();
    expect(await first.end('SIGTERM')).toBe(0);
    // The checkpoint of the embedded database takes the longest.
    expect(performance.now() - requested).toBeLessThan(15_000);
    expect(await received).toContain('id: ');
  });

  it('reports that its port is taken, releases the data folder, and keeps its data over a restart', async () => {
    const blocker = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const { port } = blocker.address() as net.AddressInfo;
    const refused = start({ PORT: String(port) });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toBe(
      `Groma cannot start: Port ${port} on 127.0.0.1 is taken by another program. Stop that one, or set PORT to another number.\n`,
    );
    blocker.close();

    const again = start({ PORT: '0' });
    const [, url, token] = await again.untilOutput(READY);
    expect(again.output()).not.toContain('password');
    const relogin = await signIn(url!, token!);
    expect((await projects(url!, relogin)).map((each) => each.id)).toEqual([project.id]);
    // The signing key is kept: a token of the first run is still valid.
    expect((await call(url!, login.tokens[0]!.token, 'GET', '/me')).status).toBe(200);
    expect((await fs.stat(path.join(home, 'signing.key'))).mode & 0o777).toBe(0o600);
    expect(await again.end('SIGINT')).toBe(0);
  });

  it('refuses invalid settings by name', async () => {
    const refused = start({ PORT: 'eighty' });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain('PORT=eighty cannot be used: give a whole number from 0 to 65535.');
  });

  it('names the database that cannot be reached, without its password', async () => {
    const refused = start({ PORT: '0', DATABASE_URL: 'postgresql://groma:secret-word@127.0.0.1:9/groma' });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(
      /^Groma cannot start: The database at postgresql:\/\/groma@127\.0\.0\.1:9\/groma cannot be used/,
    );
    expect(refused.output()).not.toContain('secret-word');
  });

  function start(settings: Record<string, string>): Program {
    return noted(startCompiled({ GROMA_DATA: home, ...settings }));
  }

  function noted(program: Program): Program {
    started.push(program);
    return program;
  }
});

async function signIn(url: string, loginToken: string): Promise<LoginResult> {
  return must(await call<LoginResult>(url, undefined, 'POST', '/sso/login-sso', { loginToken }), 200);
}

async function projects(url: string, login: LoginResult): Promise<Project[]> {
  return must(await call<Project[]>(url, login.tokens[0]!.token, 'GET', '/projects'), 200);
}
