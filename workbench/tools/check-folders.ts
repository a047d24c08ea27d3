/** Part of `npm run imports`: fails when folders of the server import each other, and names the imports. */
import { join } from 'node:path';
import { folderCycles } from './folder-cycles.ts';

const cycles = folderCycles(join(import.meta.dirname, '..', '..'));
if (cycles.length > 0) {
  console.error(
    `Folders of the server that import each other cannot be read or changed alone: move what both need below both.\n  ${cycles.join('\n  ')}`,
  );
  process.exitCode = 1;
}
