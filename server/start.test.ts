import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LoginResult, Project } from '#core/protocol';
import { embeddedTemplate } from './testing/embedded-template.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

describe('npm start', () => {
  let home: string;
  let children: Started[] = [];
  beforeEach(async () => {
    home = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-start-'));
    await fs.cp(await embeddedTemplate(), path.join(home, 'database'), { recursive: true });
  });
  afterEach(async () => {
    for (const { child, ended } of children) {
      child.kill('SIGKILL');
      await ended;
    }
    children = [];
    await fs.rm(home, { recursive: true, force: true });
  });

  it('prints the way in, carries a demo, keeps it all over a restart, and stops with 0', async () => {
    const first = start({ PORT: '0' });
    const link = await first.line(/^Groma is ready: (http:\/\/127\.0\.0\.1:\d+)\/auth\/(\S+)$/m);
    expect(first.said()).toMatch(
      /^The administrator admin@groma\.local has the password \S{20} \(shown only now\)\.$/m,
    );
    const login = await signIn(link[1]!, link[2]!);
    const [project] = await projects(link[1]!, login);
    expect(project).toMatchObject({ projectName: 'Demo', objectCount: 60, crs: 'EPSG:7792' });
    // From the corner of Argine in the west (-8 m) to PF02 in the east: a few hundred metres at most.
    const [west, south, east, north] = project!.extent!;
    expect((east - west) * 111_320 * Math.cos((43 * Math.PI) / 180)).toBeLessThan(400);
    expect((north - south) * 111_132).toBeLessThan(400);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const again = start({ PORT: '0' });
    const secondLink = await again.line(/^Groma is ready: (http:\S+)\/auth\/(\S+)$/m);
    expect(again.said()).not.toContain('password');
    const relogin = await signIn(secondLink[1]!, secondLink[2]!);
    expect((await projects(secondLink[1]!, relogin)).map((each) => each.id)).toEqual([project!.id]);
    // The signing key was kept: a token of the first run is still one of ours.
    const answer = await fetch(`${secondLink[1]}/api/me`, { headers: { jwt: login.tokens[0]!.token } });
    expect(answer.status).toBe(200);
    expect((await fs.stat(path.join(home, 'signing.key'))).mode & 0o777).toBe(0o600);
    again.child.kill('SIGINT');
    expect(await again.ended).toBe(0);
  });

  it('stops at once while people listen, keep connections open, and open some without a word', async () => {
    const server = start({ PORT: '0', GROMA_DEMO: '0' });
    const [, url, token] = await server.line(/^Groma is ready: (http:\S+)\/auth\/(\S+)$/m);
    const jwt = (await signIn(url!, token!)).tokens[0]!.token;
    const listening = await fetch(`${url}/api/events`, { headers: { jwt } });
    const heard = listening.text();
    const silent = net.connect(Number(new URL(url!).port), '127.0.0.1').on('error', () => {});
    await new Promise((resolve) => silent.once('connect', resolve));
    const asked = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    // The checkpoint of the embedded database is the longest part of it.
    expect(performance.now() - asked).toBeLessThan(3000);
    expect(await heard).toContain('id: ');
  });

  it('says so when its port is taken, and leaves the data folder free', async () => {
    const blocker = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const { port } = blocker.address() as net.AddressInfo;
    const refused = start({ PORT: String(port), GROMA_DEMO: '0' });
    expect(await refused.ended).toBe(1);
    expect(refused.complained()).toBe(
      `Groma cannot start: Port ${port} on 127.0.0.1 is taken by another program. Stop that one, or set PORT to another number.\n`,
    );
    blocker.close();
    const next = start({ PORT: '0', GROMA_DEMO: '0' });
    await next.line(/^Groma is ready/m);
  });

  it('refuses a data folder that another server holds', async () => {
    const first = start({ PORT: '0', GROMA_DEMO: '0' });
    await first.line(/^Groma is ready/m);
    const second = start({ PORT: '0', GROMA_DEMO: '0' });
    expect(await second.ended).toBe(1);
    expect(second.complained()).toContain(`is in use by process ${first.child.pid}`);
  });

  it('refuses settings it cannot use, by name', async () => {
    const refused = start({ PORT: 'eighty' });
    expect(await refused.ended).toBe(1);
    expect(refused.complained()).toContain(
      'PORT=eighty cannot be used: give a whole number from 0 to 65535.',
    );
  });

  it('says which database cannot be reached, without its password', async () => {
    const refused = start({ PORT: '0', DATABASE_URL: 'postgresql://groma:secret-word@127.0.0.1:9/groma' });
    expect(await refused.ended).toBe(1);
    expect(refused.complained()).toMatch(
      /^Groma cannot start: The database at postgresql:\/\/groma@127\.0\.0\.1:9\/groma cannot be used/,
    );
    expect(refused.complained()).not.toContain('secret-word');
  });

  interface Started {
    child: ChildProcess;
    ended: Promise<number | null>;
    said(): string;
    complained(): string;
    line(pattern: RegExp): Promise<RegExpMatchArray>;
  }

  function start(settings: Record<string, string>): Started {
    const env = { ...process.env, GROMA_DATA: home, GROMA_BUILD: '0', ...settings };
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/start.ts'], { cwd: ROOT, env });
    let said = '';
    let complained = '';
    child.stderr.on('data', (piece: Buffer) => (complained += piece.toString()));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const line = (pattern: RegExp) =>
      new Promise<RegExpMatchArray>((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(said);
          if (found) resolve(found);
        };
        child.stdout.on('data', look);
        void ended.then((code) => reject(new Error(`It ended with ${code}: ${complained}`)));
        look();
      });
    child.stdout.on('data', (piece: Buffer) => (said += piece.toString()));
    const started = { child, ended, line, said: () => said, complained: () => complained };
    children.push(started);
    return started;
  }
});

async function signIn(url: string, loginToken: string): Promise<LoginResult> {
  const answer = await fetch(`${url}/api/sso/login-sso`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ loginToken }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as LoginResult;
}

async function projects(url: string, login: LoginResult): Promise<Project[]> {
  const answer = await fetch(`${url}/api/projects`, { headers: { jwt: login.tokens[0]!.token } });
  return (await answer.json()) as Project[];
}
