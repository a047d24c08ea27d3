/**
 * `npm run test:packages` builds the packages of plugin authors, and goes with the one file of them to an empty folder, without a
 * registry: makes a plugin of each kind, installs its packages, checks its types, holds it against the contract, packs, signs,
 * serves it and its stories. Prints what was done, and fails at the first thing that does not work.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGES_VERSION } from '../../workbench/tools/contained/make.ts';

const ROOT = join(import.meta.dirname, '../..');
const KINDS = ['tools', 'files', 'page', 'full'];
/** Nobody answers there: whoever asks a registry fails at once. */
const NOBODY = 'http://127.0.0.1:9/';
const folder = mkdtempSync(join(tmpdir(), 'groma-author-'));
const env = {
  ...process.env,
  npm_config_registry: NOBODY,
  npm_config_fetch_retries: '0',
  npm_config_cache: join(folder, 'cache'),
};

const begun = Date.now();
/** Tells whoever waits for minutes what works so far. */
function report(what: string): void {
  console.log(`${((Date.now() - begun) / 1000).toFixed(0)} s  ${what}`);
}

function run(what: string, cwd: string, command: string, ...words: string[]): void {
  execFileSync(command, words, {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  report(what);
}

/** Starts a command that serves, and asks the address that it prints. */
async function served(cwd: string, action: string, expected: RegExp): Promise<void> {
  const started = spawn('npx', ['groma-plugin', action, '--port', '0'], { cwd, env, detached: true });
  try {
    let printed = '';
    for await (const piece of started.stdout) {
      printed += String(piece);
      const [address] = /http:\/\/[^\s,]+/.exec(printed) ?? [];
      if (address === undefined) continue;
      const answer = await fetch(action === 'dev' ? address : `${address}/served`);
      const first = new TextDecoder().decode((await answer.body!.getReader().read()).value);
      if (!expected.test(first)) throw new Error(`groma-plugin ${action} serves ${first.slice(0, 300)}`);
      break;
    }
  } finally {
    process.kill(-started.pid!);
  }
  report(`groma-plugin ${action}`);
}

try {
  run('packages', ROOT, process.execPath, '--import', 'tsx', 'workbench/tools/build-packages.ts', folder);
  const create = `./create-groma-plugin-${PACKAGES_VERSION}.tgz`;
  const key = join(folder, 'key.pem');
  for (const [n, kind] of KINDS.entries()) {
    const id = `acme-${kind}`;
    const plugin = join(folder, id);
    run(`${id} is made`, folder, 'npx', '--yes', create, id, '--like', kind);
    if (n === 0) run('npm install', plugin, 'npm', 'install');
    else
      cpSync(join(folder, `acme-${KINDS[0]!}`, 'node_modules'), join(plugin, 'node_modules'), {
        recursive: true,
        verbatimSymlinks: true,
      });
    run('its types', plugin, process.execPath, join(ROOT, 'node_modules/typescript7/bin/tsc'), '-p', '.');
    run('npm test', plugin, 'npm', 'test');
    if (n === 0) run('groma-plugin key', plugin, 'npx', 'groma-plugin', 'key', key);
    run('npm run pack', plugin, 'npm', 'run', 'pack');
    const file = `${id}-1.0.0.zip`;
    run('groma-plugin sign', plugin, 'npx', 'groma-plugin', 'sign', file, '--key', key);
    if (!existsSync(join(plugin, file))) throw new Error(`There is no ${file}.`);
    if (kind !== 'full')
      await served(plugin, 'dev', new RegExp(`^data: {"manifest":{"format":1,"id":"${id}"`));
    await served(plugin, 'stories', /^data: {"at":1,"manifest":/);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
