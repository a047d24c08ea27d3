import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** For the tests in the folder of a plugin, which may have no packages of its own. */
export default defineConfig({
  cacheDir: join(tmpdir(), 'groma-own-tests'),
  resolve: { alias: { vitest: fileURLToPath(import.meta.resolve('vitest')) } },
  test: { include: ['**/*.test.ts'], exclude: ['**/node_modules/**'], passWithNoTests: true },
});
