import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Its ES module: the CommonJS one cannot register itself in a thread. */
const tsx = createRequire(import.meta.url)
  .resolve('tsx/esm/api')
  .replace(/\.cjs$/, '.mjs');

/**
 * Starts a `.ts` file in a worker thread. `execArgv: ['--import', 'tsx']` does it only where the parent runs under tsx
 * too; this way it works under a test runner as well.
 */
export function startThread(file: URL, options: WorkerOptions = {}): Worker {
  const start = `import(${JSON.stringify(pathToFileURL(tsx).href)})
    .then((tsx) => { tsx.register(); return import(${JSON.stringify(file.href)}); })
    .catch((error) => setImmediate(() => { throw error; }));`;
  // Empty rather than none: web-worker, which geotiff brings, looks into it.
  return new Worker(start, { workerData: {}, ...options, eval: true, execArgv: [] });
}
