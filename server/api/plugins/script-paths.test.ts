import fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FRAME, FRAME_POLICY } from './frame.ts';
import { CHROMIUM_ARGS, findChromium } from '../../../tests/chromium.ts';
import { otherBrowsers } from '../../../tests/other-browsers.ts';
import { PATIENCE } from '../../../tests/patience.ts';
import { chromium } from 'playwright-core';
import { secure } from '../../http/security.ts';

/** What runs of all that a page with the policy of this server tries; the page sends it. */
const EXPECTED = {
  'script of the workbench': true,
  'code of a full plugin': true,
  'answer of the API as a script': false,
  'answer of the API as a module': false,
  'worker of the workbench': true,
  'worker that a map engine makes': true,
  'answer of the API as a worker': false,
  'code of a contained plugin': true,
};

const PAGE = `<!doctype html><meta charset="utf-8"><title>Policy</title><script type="module" src="/assets/page.js"></script>`;
/** Runs in the page. */
const SCRIPT = `
// Browsers do not say of everything that their policy has blocked it: after three seconds it is.
const orBlocked = (promise) => Promise.race([promise, new Promise((resolve) => setTimeout(() => resolve(false), 3000))]);
const script = (src) => orBlocked(new Promise((resolve) => document.head.append(Object.assign(document.createElement('script'), {
  src, onload: () => resolve(globalThis.ran === src), onerror: () => resolve(false) }))));
const module = (address) => orBlocked(import(address).then(() => true, () => false));
const worker = (address) => orBlocked(new Promise((resolve) => {
  try {
    const made = new Worker(address);
    made.onmessage = () => resolve(true);
    made.onerror = () => resolve(false);
  } catch { resolve(false); }
}));
const contained = () => orBlocked(new Promise((resolve) => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.src = '/extensions/frame.html';
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => resolve(true);
  frame.onload = () => frame.contentWindow.postMessage('self.onmessage = ({ ports: [port] }) => port.postMessage(1);', '*', [port2]);
  document.body.append(frame);
}));
const blob = URL.createObjectURL(new Blob(['postMessage(1)'], { type: 'text/javascript' }));
const results = {
  'script of the workbench': await script('/assets/script.js'),
  'code of a full plugin': await module('/extensions/abc/full.js'),
  'answer of the API as a script': await script('/api/script.js'),
  'answer of the API as a module': await module('/api/module.js'),
  'worker of the workbench': await worker('/assets/worker.js'),
  'worker that a map engine makes': await worker(blob),
  'answer of the API as a worker': await worker('/api/worker.js'),
  'code of a contained plugin': await contained(),
};
await fetch('/results', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(results) });
`;
const CODE: Record<string, string> = {
  'page.js': SCRIPT,
  'script.js': 'globalThis.ran = new URL(document.currentScript.src).pathname;',
  'module.js': 'export const ran = true;',
  'full.js': 'export const ran = true;',
  'worker.js': 'postMessage(1);',
};

const browsers: [string, (address: string) => Promise<() => Promise<void>>][] = [
  ['Chromium', inChromium],
  ...otherBrowsers.map(([name, open]) => [name, open] as [string, typeof open]),
];

// The letter of CSP Level 3, 6.7.2.10, has no host match an address of numbers; all three browsers match it.
describe.each(browsers)('the policy of scripts in %s', (_name, open) => {
  let app: FastifyInstance;
  let port: number;
  let receive: (results: unknown) => void = () => undefined;
  beforeAll(async () => {
    app = fastify();
    await secure(app);
    app.get('/', async (_request, reply) => reply.type('text/html').send(PAGE));
    for (const folder of ['assets', 'api', 'extensions/abc'])
      app.get<{ Params: { file: string } }>(`/${folder}/:file`, async ({ params }, reply) =>
        reply.type('text/javascript').send(CODE[params.file] ?? ''),
      );
    app.get('/extensions/frame.html', async (_request, reply) => {
      void reply.removeHeader('x-frame-options');
      return reply.header('content-security-policy', FRAME_POLICY).type('text/html').send(FRAME);
    });
    app.post('/results', async ({ body }) => {
      receive(body);
      return {};
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = app.server.address() as AddressInfo);
  });
  afterAll(() => app.close());

  it.each(['127.0.0.1', 'localhost'])(
    'lets in what stands in the folders of scripts, at %s',
    async (host) => {
      const results = new Promise((resolve, reject) => {
        receive = resolve;
        setTimeout(() => reject(new Error('The script of the page did not run.')), PATIENCE).unref();
      });
      const close = await open(`http://${host}:${port}/`);
      try {
        expect(await results).toEqual(EXPECTED);
      } finally {
        await close();
      }
    },
  );
});

async function inChromium(address: string): Promise<() => Promise<void>> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  const page = await browser.newPage();
  await page.goto(address);
  return () => browser.close();
}
