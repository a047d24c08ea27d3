import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build, type Plugin } from 'vite';
import type { Page } from 'playwright-core';
import { openBrowser } from '../journeys/harness.ts';

const HTML =
  '<!doctype html><meta charset="utf-8"><style>body{margin:0}</style><script type="module" src="/page.js"></script>';
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};
/** Below it are the files that a page reads. */
const FILES = '/api/';

export interface PageHost {
  readonly plugins?: Plugin[];
  /** A folder whose files are served below `/api`, also in ranges. */
  readonly files?: string;
}

/** Builds one script as the product is built and opens it in Chromium; the script sets `window.bench`. */
export async function onPage<T>(
  script: string,
  work: (page: Page) => Promise<T>,
  { plugins = [], files }: PageHost = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'groma-bench-'));
  await buildPage(script, folder, plugins);
  // Style sheets are imported as in the product.
  const styles = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter((file) =>
    file.endsWith('.css'),
  );
  const html = HTML + styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('');
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://localhost').pathname;
    if (files !== undefined && path.startsWith(FILES))
      return sendRange(join(files, path.slice(FILES.length)), request, response);
    const type = TYPES[extname(path)];
    response.setHeader('content-type', type ?? 'text/html');
    response.end(type ? readFileSync(join(folder, path)) : html);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => 'bench' in window);
    return await work(page);
  } finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function sendRange(file: string, { headers }: IncomingMessage, response: ServerResponse): void {
  const [start, end] = (/^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []).slice(1).map(Number);
  const { size } = statSync(file);
  const [from, to] = [start ?? 0, Math.min(end ?? size, size - 1)];
  response.writeHead(start === undefined ? 200 : 206, {
    'content-length': to - from + 1,
    'content-range': `bytes ${from}-${to}/${size}`,
    // As the product serves it: what is measured is the way from a server.
    'cache-control': 'no-store',
  });
  createReadStream(file, { start: from, end: to }).pipe(response);
}

/**
 * Milliseconds that the main thread worked meanwhile: scripts, layout and paint together. Its own time, so that others
 * at work on the machine count little.
 */
export async function busy(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taken = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000;
  };
  const before = await taken();
  await work();
  const after = await taken();
  await session.detach();
  return after - before;
}

async function buildPage(script: string, folder: string, plugins: Plugin[]): Promise<void> {
  await build({
    root: join(import.meta.dirname, '..', '..'),
    configFile: false,
    plugins,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: {
        input: join(import.meta.dirname, script),
        output: { entryFileNames: 'page.js', codeSplitting: false },
      },
    },
  });
}
