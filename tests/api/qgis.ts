import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** A Python that has QGIS (Debian: `apt-get install --no-install-recommends qgis python3-qgis`). */
export const python = ['/usr/bin/python3', 'python3'].find(
  (program) => spawnSync(program, ['-c', 'import qgis.core']).status === 0,
);

/** Runs a script of this folder in QGIS without a window; returns the JSON that it prints. */
export function inQgis<T>(script: string, ...args: string[]): T {
  const { stdout, stderr } = spawnSync(python!, [join(import.meta.dirname, script), ...args], {
    encoding: 'utf8',
    env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' },
  });
  if (!stdout.startsWith('{')) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}
