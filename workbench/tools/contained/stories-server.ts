import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve, sep } from 'node:path';
import { ENTRY_FILE } from '../../../core/protocol/index.ts';
import { bundlePlugin, bundleStories } from './bundle.ts';
import { HOME } from './home.ts';
import { serveLive, type LiveServer } from './live-server.ts';
import { storiesIn } from './stories.ts';

/** The page that shows stories, and where it is once it is built into the package. */
export const STORIES_PAGE = 'workbench/tools/contained/testing/stories-page/index.html';
const PAGE = join(HOME, 'stories-page');
/** The code of a full plugin with its stories. */
const FULL_STORIES = 'full.js';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

/** Serves the stories of a plugin to this machine: its code as it is now, and again after every change. */
export async function serveStories(folder: string, port: number): Promise<LiveServer> {
  if (!existsSync(PAGE))
    throw new Error('Stories are shown by the package groma-plugin, which npm run packages builds.');
  const pages = new Set(readdirSync(PAGE, { recursive: true, encoding: 'utf8' }));
  let fullStories: Uint8Array = new Uint8Array();
  let at = 0;
  const read = async () => {
    const { manifest, files } = await bundlePlugin(folder);
    at += 1;
    if (manifest.kind !== 'full')
      return {
        at,
        manifest,
        code: new TextDecoder().decode(files.get(ENTRY_FILE)),
        stories: await storiesIn(folder),
      };
    const { names, code } = await bundleStories(resolve(folder));
    fullStories = code;
    return { at, manifest, code: '', stories: names.map((name) => ({ name })) };
  };
  return serveLive({
    folder,
    port,
    path: '/served',
    read: () =>
      read().catch((failure: unknown) => ({
        problem: failure instanceof Error ? failure.message : String(failure),
      })),
    answer: ({ url = '' }, response) => {
      const name = new URL(url, 'http://localhost').pathname.slice(1) || STORIES_PAGE;
      const type = TYPES[extname(name)];
      const isFile = pages.has(name.replaceAll('/', sep));
      if (!type || (!isFile && name !== FULL_STORIES)) return void response.writeHead(404).end();
      response
        .writeHead(200, { 'content-type': type, 'cache-control': 'no-store' })
        .end(isFile ? readFileSync(join(PAGE, name)) : fullStories);
    },
  });
}
