import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { COMPILED, ROOT } from '../base/programs.ts';

/** What is started in processes of its own. */
const PROGRAMS = ['server/app/start.ts', 'server/testing/job-process.ts', 'server/testing/writer.ts'];

const PREFIX = 'groma-server-';
/** Milliseconds; no run of the tests takes as long. */
const DAY = 86_400_000;

/**
 * Before tests that start programs and threads of the server: compiles them, once for all, which is half of what each of
 * hundreds of starts costs. Returns the cleanup.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env[COMPILED] !== undefined) return async () => {};
  const caches = path.join(ROOT, 'node_modules/.cache');
  await fs.mkdir(caches, { recursive: true });
  await removeOld(caches);
  const folder = await fs.mkdtemp(path.join(caches, PREFIX));
  await compile(folder);
  process.env[COMPILED] = folder;
  return () => fs.rm(folder, { recursive: true, force: true });
}

/** Copies of runs that were killed. */
export async function removeOld(caches: string): Promise<void> {
  const names = (await fs.readdir(caches)).filter((name) => name.startsWith(PREFIX));
  for (const folder of names.map((name) => path.join(caches, name))) {
    // Another run may have removed it.
    const made = await fs.stat(folder).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > DAY) await fs.rm(folder, { recursive: true, force: true });
  }
}

async function compile(folder: string): Promise<void> {
  const names = (await fs.readdir(path.join(ROOT, 'server'), { recursive: true })).map(
    (name) => `server/${name}`,
  );
  const threads = names.filter((name) => /[./]worker\.ts$/.test(name));
  const programs = [...new Set([...PROGRAMS, ...threads])];
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [atItsSource],
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(programs.map((file) => [file.replace(/\.ts$/, ''), path.join(ROOT, file)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[hash].mjs' },
      },
    },
  });
}

/** A compiled module finds files beside its source. */
const atItsSource: Plugin = {
  name: 'groma:at-its-source',
  enforce: 'pre',
  transform: {
    filter: { code: 'import.meta' },
    handler(code, id) {
      if (id.includes('/node_modules/')) return undefined;
      return code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)));
    },
  },
};
