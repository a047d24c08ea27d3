import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'undici';
import { CHROMIUM_ARGS, findChromium } from '../chromium.ts';
import { PATIENCE } from '../patience.ts';
import { removeFolder } from '../remove-folder.ts';

type Answer = { result?: { result?: { value?: unknown } } };

/**
 * A page in a browser of its own, driven without Playwright, which takes a page for crashed when the process of a frame in it
 * ends. Each process of it may have `megabytes` of values of JavaScript.
 */
export async function openRawPage(megabytes: number) {
  const profile = mkdtempSync(join(tmpdir(), 'groma-chromium-'));
  const more = [
    '--headless',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    `--js-flags=--max-old-space-size=${megabytes}`,
  ];
  const browser = spawn(findChromium(), [...CHROMIUM_ARGS, ...more, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  for await (const piece of browser.stderr) {
    printed += String(piece);
    if (printed.includes('DevTools listening')) break;
  }
  const port = /127\.0\.0\.1:(\d+)/.exec(printed)![1]!;
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
    type: string;
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets.find(({ type }) => type === 'page')!.webSocketDebuggerUrl);
  await once(socket as never, 'open');
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer & { id?: number };
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  const send = (method: string, params: object = {}): Promise<Answer> =>
    new Promise((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
  const evaluate = async (expression: string): Promise<unknown> =>
    (await send('Runtime.evaluate', { expression, returnByValue: true })).result?.result?.value;
  return {
    evaluate,
    goTo: (address: string) => send('Page.navigate', { url: address }),
    /** Waits until the expression is true. */
    until: async (expression: string): Promise<void> => {
      const end = Date.now() + PATIENCE;
      while ((await evaluate(expression)) !== true) {
        if (Date.now() > end) throw new Error(`Not in time: ${expression}`);
        await wait(100);
      }
    },
    type: (text: string) => send('Input.insertText', { text }),
    press: async (key: string, code: number, control = false): Promise<void> => {
      const event = { key, windowsVirtualKeyCode: code, modifiers: control ? 2 : 0 };
      await send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    },
    close: async (): Promise<void> => {
      const ended = once(browser, 'exit');
      browser.kill();
      await ended;
      await removeFolder(profile);
    },
  };
}
