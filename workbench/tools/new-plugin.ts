/** `npm run new-plugin GROUP/NAME` creates a working plugin with a test and a story, to be changed as needed. */
import { join } from 'node:path';
import { newPlugin } from './make-plugin.ts';

try {
  const path = process.argv[2] ?? '';
  const made = newPlugin(join(import.meta.dirname, '..', '..'), path);
  const name = path.split('/')[1];
  console.log(`Plugin '${name}' is made:\n${made.map((file) => `  ${file}`).join('\n')}`);
  console.log(`Its page is /${name}; npm test tries it. docs/writing-a-plugin.md says how to go on.`);
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}
