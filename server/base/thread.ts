import { Worker, type WorkerOptions } from 'node:worker_threads';
import { compiledOf, TSX } from './programs.ts';

/**
 * Starts a `.ts` file in a worker thread. `execArgv: ['--import', 'tsx']` works only if the parent runs under tsx;
 * this also works under a test runner.
 */
export function startThread(file: URL, options: WorkerOptions = {}): Worker {
  const compiled = compiledOf(file);
  const begin = compiled
    ? `import(${JSON.stringify(compiled.href)})`
    : `import(${JSON.stringify(TSX)}).then((tsx) => { tsx.register(); return import(${JSON.stringify(file.href)}); })`;
  const start = `${begin}.catch((error) => setImmediate(() => { throw error; }));`;
  // Empty instead of missing: web-worker, a dependency of geotiff, reads it.
  return new Worker(start, { workerData: {}, ...options, eval: true, execArgv: [] });
}
