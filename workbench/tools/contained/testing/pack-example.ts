import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOME } from '../home.ts';

/** Makes an example of the documents and lays the files of its package into a folder, in a process as an author has it. */
export function packExample(like: string, out: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'groma-example-'));
  const plugin = join(folder, `acme-${like}`);
  const run = (tool: string, ...words: string[]) =>
    execFileSync(process.execPath, ['--import', 'tsx', join(HOME, 'workbench/tools', tool), ...words]);
  run('create-groma-plugin.ts', plugin, '--like', like);
  run('groma-plugin.ts', 'pack', plugin, '--out', out);
  rmSync(folder, { recursive: true, force: true });
}
