/** Firefox, and WebKit as in Safari, where they are installed: they open a page, and no more is asked of them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from './processes.ts';
import { removeFolder } from './remove-folder.ts';

/** Opens a page in a browser of its own; resolves to what closes it. */
type OpenPage = (address: string) => Promise<() => Promise<void>>;

const FIREFOX = ['/usr/bin/firefox', '/usr/bin/firefox-esr'].find((file) => existsSync(file));
/** Of Debian's package webkit2gtk-driver, with a screen of Debian's package xvfb. */
const WEBKIT = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/Xvfb';

/** By name; on Debian `apt-get install firefox-esr webkit2gtk-driver xvfb` has both. */
export const otherBrowsers: readonly (readonly [string, OpenPage])[] = [
  ...(FIREFOX === undefined ? [] : [['Firefox', inFirefox] as const]),
  ...(existsSync(WEBKIT) && existsSync(XVFB) ? [['WebKit', inWebKit] as const] : []),
];

async function inFirefox(address: string): Promise<() => Promise<void>> {
  const profile = mkdtempSync(join(tmpdir(), 'groma-firefox-'));
  const browser = begin(FIREFOX!, ['--headless', '--no-remote', '--profile', profile, address], {
    MOZ_DISABLE_CONTENT_SANDBOX: '1',
    HOME: profile,
  });
  return async () => {
    await end(browser);
    await removeFolder(profile);
  };
}

async function inWebKit(address: string): Promise<() => Promise<void>> {
  const display = `:${90 + (process.pid % 900)}`;
  const port = await freePort();
  const screen = begin(XVFB, [display, '-screen', '0', '1280x800x24', '-nolisten', 'tcp']);
  const driver = begin(WEBKIT, [`--port=${port}`], {
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  });
  const ask = async <T>(path: string, body: unknown, method = 'POST'): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: JSON.stringify(body) });
    const { value } = (await answer.json()) as { value: T };
    if (!answer.ok) throw new Error(`WebKit does not ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const { sessionId } = await eventually(
    () => ask<{ sessionId: string }>('/session', { capabilities: { alwaysMatch: {} } }),
    30_000,
  );
  await ask(`/session/${sessionId}/url`, { url: address });
  return async () => {
    const bye = { method: 'DELETE', signal: AbortSignal.timeout(5_000) };
    await fetch(`http://127.0.0.1:${port}/session/${sessionId}`, bye).catch(() => undefined);
    await end(driver);
    await end(screen);
  };
}

function begin(program: string, words: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(program, words, { stdio: 'ignore', env: { ...process.env, ...env } });
}

async function end(program: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => program.once('exit', resolve));
  if (!program.kill() || program.exitCode !== null) return;
  await ended;
}
