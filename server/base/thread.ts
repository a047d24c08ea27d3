import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The ES module of tsx: the CommonJS one cannot register itself in a thread. */
const tsx = createRequire(import.meta.url)
  .resolve('tsx/esm/api')
  .replace(/\.cjs$/, '.mjs');

/**
 * Starts a `.ts` file in a worker thread. `execArgv: ['--import', 'tsx']` works only if the parent runs under tsx;
 * this also works under a test runner.
 */
export function startThread(file: URL, options: WorkerOptions = {}): Worker {
  const start = `import(${JSON.stringify(pathToFileURL(tsx).href)})
    .then((tsx) => { tsx.register(); return import(${JSON.stringify(file.href)}); })
    .catch((error) => setImmediate(() => { throw error; }));`;
  // Empty instead of missing: web-worker, a dependency of geotiff, reads it.
  return new Worker(start, { workerData: {}, ...options, eval: true, execArgv: [] });
}
