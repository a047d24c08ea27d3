/**
 * `npm run new-plugin GROUP/NAME [-- --kind tool|page|importer|panel|command]` creates a working plugin with its test,
 * to be changed as needed. Without a kind it has a page, a command and a tool.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newPlugin } from './make-plugin.ts';

const ROOT = join(import.meta.dirname, '..', '..');
try {
  const { values, positionals } = parseArgs({
    options: { kind: { type: 'string' } },
    allowPositionals: true,
  });
  const path = positionals[0] ?? '';
  const made = newPlugin(ROOT, path, values.kind);
  // What was left out changes where lines break.
  spawnSync(process.execPath, [join(ROOT, 'node_modules/oxfmt/bin/oxfmt'), ...made], { cwd: ROOT });
  const name = path.split('/')[1];
  console.log(`Plugin '${name}' is made:\n${made.map((file) => `  ${file}`).join('\n')}`);
  console.log('npm test tries it, npm run plugins checks it. docs/writing-a-plugin.md says how to go on.');
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}
