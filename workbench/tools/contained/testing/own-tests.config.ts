import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const VITEST = join(import.meta.dirname, '../../../../node_modules/vitest/dist/index.js');

/** For the tests in the folder of a plugin, which has no packages of its own. */
export default defineConfig({
  cacheDir: join(tmpdir(), 'groma-own-tests'),
  resolve: { alias: { vitest: VITEST } },
  test: { include: ['**/*.test.ts'], exclude: ['**/node_modules/**'], passWithNoTests: true },
});
