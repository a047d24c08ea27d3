import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The folder of the whole program. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Environment variable: the folder of compiled sources that tests have made (testing/compiled.ts). */
export const COMPILED = 'GROMA_COMPILED';

/** The ES module of tsx: the CommonJS one cannot register itself in a thread. */
export const TSX = pathToFileURL(
  createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs'),
).href;
const REGISTER = `data:text/javascript,import{register}from${JSON.stringify(TSX)};register()`;

/** The compiled file of a source; undefined where the source itself is run. */
export function compiledOf(source: URL): URL | undefined {
  const folder = process.env[COMPILED];
  if (!folder) return undefined;
  const name = path.relative(ROOT, fileURLToPath(source)).replace(/\.ts$/, '.mjs');
  const compiled = path.join(folder, name);
  return existsSync(compiled) ? pathToFileURL(compiled) : undefined;
}

/** What Node.js is given to run a source file in a process. */
export function runArguments(source: URL): string[] {
  const compiled = compiledOf(source);
  return compiled ? [fileURLToPath(compiled)] : ['--import', REGISTER, fileURLToPath(source)];
}
