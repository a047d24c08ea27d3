/**
 * `npm run groma-plugin -- new FOLDER [--like files|page|full]` makes a plugin, `dev FOLDER` serves it to a workbench in author mode,
 * `stories FOLDER` shows its stories, `test FOLDER` holds it against the contract, `pack FOLDER [--key FILE]` makes its package and signs it, `key FILE` makes
 * a key, `sign PACKAGE --key FILE` signs a package that is there, and `index FOLDER` lists the packages of a folder, so that a
 * web server can offer them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { unzipFiles, zipFiles } from './contained/archive.ts';
import { bundlePlugin, readManifest } from './contained/bundle.ts';
import { servePlugin } from './contained/dev.ts';
import { storiesIn } from './contained/stories.ts';
import { whenChanged } from './contained/when-changed.ts';
import { exampleOf, makePlugin } from './contained/make.ts';
import { writeIndex } from './contained/package-index.ts';
import { makeKey, signFiles } from './contained/sign.ts';

const DEV_PORT = 4173;
const STORIES_PORT = 6007;
const ROOT = join(import.meta.dirname, '../..');
const STORYBOOK = 'workbench/tools/contained/testing/storybook';
const OWN_TESTS = 'contained/testing/own-tests.config.ts';
const USAGE = `npm run groma-plugin -- new FOLDER [--like tools|files|page|full]
npm run groma-plugin -- dev FOLDER [--port ${DEV_PORT}]
npm run groma-plugin -- stories FOLDER [--port ${STORIES_PORT}]
npm run groma-plugin -- test FOLDER
npm run groma-plugin -- key FILE
npm run groma-plugin -- pack FOLDER [--key FILE] [--out FOLDER]
npm run groma-plugin -- sign PACKAGE --key FILE
npm run groma-plugin -- index FOLDER`;

async function pack(folder: string, key: string | undefined): Promise<void> {
  const { manifest, files } = await bundlePlugin(folder);
  const file = join(folder, `${manifest.id}-${manifest.version}.zip`);
  writeFileSync(file, await zipFiles(key === undefined ? files : signFiles(files, key)));
  console.log(`${file}${key === undefined ? ' (not signed)' : ''} asks for:`);
  console.log(manifest.permissions.map((permission) => `  ${permission}`).join('\n') || '  nothing');
}

async function sign(file: string, key: string): Promise<void> {
  writeFileSync(file, await zipFiles(signFiles(await unzipFiles(readFileSync(file)), key)));
  console.log(`${file} is signed.`);
}

async function index(folder: string): Promise<void> {
  for (const { id, version, file } of await writeIndex(folder)) console.log(`${id} ${version}  ${file}`);
}

/** The files of a package as they are, and the stories of a contained plugin, for the contract. */
async function packInto(folder: string, out: string): Promise<void> {
  const { manifest, files } = await bundlePlugin(folder);
  mkdirSync(out, { recursive: true });
  if (manifest.kind !== 'full')
    writeFileSync(join(out, 'stories.json'), JSON.stringify(await storiesIn(folder)));
  for (const [name, content] of files) writeFileSync(join(out, name), content);
}

async function dev(folder: string, port: string | undefined): Promise<void> {
  const { address } = await servePlugin(folder, Number(port ?? DEV_PORT), (line) => console.log(line));
  console.log(
    `Paste this address into the author mode of the workbench (Ctrl+K, "Author mode"):\n${address}`,
  );
}

/** Shows the stories in Storybook, with the code as it is now, and again after every change. Ends with it. */
async function stories(folder: string, port: string | undefined): Promise<void> {
  const packed = mkdtempSync(join(tmpdir(), 'groma-stories-'));
  await packInto(folder, packed);
  const packing = whenChanged(folder, () =>
    packInto(folder, packed).catch((problem: unknown) =>
      console.error(problem instanceof Error ? problem.message : problem),
    ),
  );
  const words = [
    'dev',
    '--ci',
    '--no-open',
    '--port',
    port ?? String(STORIES_PORT),
    '--config-dir',
    STORYBOOK,
  ];
  const storybook = spawn(process.execPath, ['node_modules/storybook/dist/bin/dispatcher.js', ...words], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_ENV: 'development',
      GROMA_PLUGIN_FOLDER: resolve(folder),
      GROMA_PLUGIN_PACKED: packed,
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => storybook.kill(signal));
  const [code] = (await once(storybook, 'exit')) as [number | null];
  await packing.close();
  rmSync(packed, { recursive: true, force: true });
  process.exitCode = code ?? 0;
}

/** Runs the contract, and the tests of the folder; ends with their results. */
async function test(folder: string): Promise<void> {
  const isFull = (await readManifest(resolve(folder))).kind === 'full';
  const contract = `workbench/tools/contained/contract${isFull ? '-full' : ''}.dom.test.tsx`;
  const named = { [isFull ? 'GROMA_FULL_PLUGIN_FOLDER' : 'GROMA_PLUGIN_FOLDER']: resolve(folder) };
  const kept = runTests(['--project', 'dom', contract], named);
  const own = runTests(['--root', resolve(folder), '--config', join(import.meta.dirname, OWN_TESTS)]);
  process.exitCode = kept || own;
}

/** The exit code. Bundling sets NODE_ENV to production, in which React has no tools for tests. */
function runTests(words: readonly string[], env: Record<string, string> = {}): number {
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...words], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env, NODE_ENV: 'test' },
  });
  return status ?? 1;
}

try {
  const { values, positionals } = parseArgs({
    options: {
      key: { type: 'string' },
      like: { type: 'string' },
      out: { type: 'string' },
      port: { type: 'string' },
    },
    allowPositionals: true,
  });
  const [action, path] = positionals;
  if (action === 'new' && path) {
    const next = `It runs as it is. Next: npm run groma-plugin -- ${values.like === 'full' ? 'test' : 'dev'} ${path}`;
    console.log([...makePlugin(path, exampleOf(values.like ?? 'tools')), next].join('\n'));
  } else if (action === 'dev' && path) await dev(path, values.port);
  else if (action === 'stories' && path) await stories(path, values.port);
  else if (action === 'test' && path) await test(path);
  else if (action === 'key' && path)
    console.log(`${path} is made; give administrators its public part: ${makeKey(path)}`);
  else if (action === 'pack' && path && values.out) await packInto(path, values.out);
  else if (action === 'pack' && path) await pack(path, values.key);
  else if (action === 'index' && path) await index(path);
  else if (action === 'sign' && path && values.key) await sign(path, values.key);
  else throw new Error(USAGE);
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}
