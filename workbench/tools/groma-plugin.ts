/**
 * The tool of authors, in the package `groma-plugin`: `dev` serves a plugin to a workbench in author mode, `stories` shows its
 * stories, `test` holds it against the contract, `pack [--key FILE]` makes its package and signs it, `key FILE` makes a key,
 * `sign PACKAGE --key FILE` signs a package that is there, and `index FOLDER` lists the packages of a folder, so that a web
 * server can offer them.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { unzipFiles, zipFiles } from './contained/archive.ts';
import { bundlePlugin, readManifest } from './contained/bundle.ts';
import { servePlugin } from './contained/dev.ts';
import { HOME } from './contained/home.ts';
import { writeIndex } from './contained/package-index.ts';
import { makeKey, signFiles } from './contained/sign.ts';
import { storiesIn } from './contained/stories.ts';
import { serveStories } from './contained/stories-server.ts';

const DEV_PORT = 4173;
const STORIES_PORT = 6007;
const USAGE = `groma-plugin dev [FOLDER] [--port ${DEV_PORT}]
groma-plugin stories [FOLDER] [--port ${STORIES_PORT}]
groma-plugin test [FOLDER]
groma-plugin key FILE
groma-plugin pack [FOLDER] [--key FILE] [--out FOLDER]
groma-plugin sign PACKAGE --key FILE
groma-plugin index FOLDER`;

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

async function stories(folder: string, port: string | undefined): Promise<void> {
  const { origin } = await serveStories(folder, Number(port ?? STORIES_PORT));
  console.log(`The stories are shown at ${origin}, anew after each change. Ctrl+C ends it.`);
}

/** Runs the contract, and the tests of the folder; ends with their results. */
async function test(folder: string): Promise<void> {
  const isFull = (await readManifest(folder)).kind === 'full';
  const packed = mkdtempSync(join(tmpdir(), 'groma-packed-'));
  try {
    await packInto(folder, packed);
    const built = join(HOME, 'workbench/tools/contained');
    const contract = runTests(
      [
        '--root',
        built,
        '--config',
        join(built, 'contract.config.js'),
        `contract${isFull ? '-full' : ''}.dom`,
      ],
      { [isFull ? 'GROMA_FULL_PLUGIN_PACKED' : 'GROMA_PLUGIN_PACKED']: packed },
    );
    const tests = runTests(['--root', folder, '--config', join(built, 'own-tests.config.js')]);
    process.exitCode = contract || tests;
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}

/** The exit code. Bundling sets NODE_ENV to production, in which React has no tools for tests. */
function runTests(words: readonly string[], env: Record<string, string> = {}): number {
  const vitest = fileURLToPath(import.meta.resolve('vitest/package.json')).replace(
    'package.json',
    'vitest.mjs',
  );
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...words], {
    stdio: 'inherit',
    env: { ...process.env, ...env, NODE_ENV: 'test' },
  });
  return status ?? 1;
}

try {
  const { values, positionals } = parseArgs({
    options: { key: { type: 'string' }, out: { type: 'string' }, port: { type: 'string' } },
    allowPositionals: true,
  });
  const [action, path] = positionals;
  const folder = resolve(path ?? '.');
  if (action === 'dev') await dev(folder, values.port);
  else if (action === 'stories') await stories(folder, values.port);
  else if (action === 'test') await test(folder);
  else if (action === 'key' && path)
    console.log(`${path} is made; give administrators its public part: ${makeKey(path)}`);
  else if (action === 'pack' && values.out) await packInto(folder, values.out);
  else if (action === 'pack') await pack(folder, values.key);
  else if (action === 'index' && path) await index(path);
  else if (action === 'sign' && path && values.key) await sign(path, values.key);
  else throw new Error(USAGE);
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}
