import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withPlugin } from '../../workbench/tools/make-plugin.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const COPIED = [
  'core',
  'plugins',
  'workbench',
  'locales',
  'server',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tests/chromium.ts',
  'tests/patience.ts',
];

/** The files that a document describes: blocks of code that begin with their path. */
function filesIn(document: string): { path: string; text: string }[] {
  const blocks = readFileSync(join(ROOT, document), 'utf8').matchAll(
    /```(?:ts|json)\n\/\/ (\S+)\n([\s\S]*?)```/g,
  );
  return [...blocks].map(([, path, text]) => ({ path: path!, text: text! }));
}

/**
 * Groma as someone has it who wrote a plugin by a document: a copy with its files and its line in the list, built.
 * Returns the folder, and how to remove it.
 */
export async function withPluginOf(
  document: string,
  plugin: `${string}/${string}`,
): Promise<{ root: string; remove: () => void }> {
  const root = mkdtempSync(join(tmpdir(), 'groma-outside-'));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    for (const each of COPIED) cpSync(join(ROOT, each), join(root, each), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    for (const { path, text } of filesIn(document)) {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const list = join(root, 'workbench/plugins.ts');
    const [group = '', name = ''] = plugin.split('/');
    writeFileSync(list, withPlugin(readFileSync(list, 'utf8'), group, name));
    await build(root);
  } catch (failure) {
    remove();
    throw failure;
  }
  return { root, remove };
}

/** As `npm run build`, without making it small. */
async function build(root: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'error', '--minify', 'false'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', VITEST: undefined },
  });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
  if (code !== 0)
    throw new Error('The workbench with the plugin could not be built; the lines above say why.');
}
