/**
 * `create-groma-plugin FOLDER [--like tools|files|page|full]` makes a plugin that runs, as the package of this name does after
 * `npm create groma-plugin FOLDER`.
 */
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { exampleOf, makePlugin } from './contained/make.ts';

try {
  const { values, positionals } = parseArgs({
    options: { like: { type: 'string' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined)
    throw new Error(
      'Name a new folder, as in: npm create groma-plugin acme-wells [-- --like files|page|full]',
    );
  makePlugin(folder, exampleOf(values.like ?? 'tools'));
  console.log(`${folder} is made, and runs as it is:

  cd ${relative('.', folder) || '.'}
  npm install
  npm test
  npm run ${values.like === 'full' ? 'pack' : 'dev'}

README.md in it says what else there is.`);
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}
