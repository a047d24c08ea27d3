import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { compressWorkbench } from './compress-workbench.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DIST = path.join(ROOT, 'dist');
const SOURCES = [
  'core',
  'plugins',
  'workbench',
  'locales',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];

/**
 * Builds the workbench into dist/ if it is missing or older than its sources; a delivered dist without sources is
 * kept. GROMA_BUILD=0 uses dist/ as it is.
 */
export async function buildWorkbench(print: (line: string) => void): Promise<void> {
  if (process.env['GROMA_BUILD'] === '0') return;
  const built = await timeOf(path.join(DIST, 'index.html'));
  if (built > 0 && built >= (await newestSource())) return;
  print(
    built > 0
      ? 'The workbench has changed and is being built anew …'
      : 'The workbench is being built for the first time …',
  );
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const code = await new Promise<number | null>((resolve, reject) => {
    // Build messages go to stderr: programs read stdout.
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], {
      cwd: ROOT,
      stdio: ['ignore', 2, 2],
      // A test that builds passes on its own: React's development build is 100 KB larger.
      env: { ...process.env, NODE_ENV: 'production' },
    });
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error('The workbench could not be built; the lines above say why.');
  await compressWorkbench(DIST);
}

async function timeOf(file: string): Promise<number> {
  return fs.stat(file).then(
    (stat) => stat.mtimeMs,
    () => 0,
  );
}

async function newestSource(): Promise<number> {
  let newest = 0;
  for (const source of SOURCES) {
    const file = path.join(ROOT, source);
    const stat = await fs.stat(file).catch(() => undefined);
    if (!stat) continue;
    newest = Math.max(newest, stat.mtimeMs);
    if (!stat.isDirectory()) continue;
    for (const entry of await fs.readdir(file, { recursive: true, withFileTypes: true })) {
      if (/\.(test|stories)\.tsx?$|\.md$/.test(entry.name)) continue;
      newest = Math.max(newest, await timeOf(path.join(entry.parentPath, entry.name)));
    }
  }
  return newest;
}
