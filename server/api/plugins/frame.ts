import { createHash } from 'node:crypto';

/**
 * Starts the code that the workbench hands over once, with the port of their talk, as a worker. The worker has the
 * policy of this page: no requests, no further scripts. Not as a module: an opaque origin cannot load one.
 */
const SCRIPT = `addEventListener('message', ({ source, data, ports }) => {
  if (source !== parent) return;
  const address = URL.createObjectURL(new Blob([data], { type: 'text/javascript' }));
  const worker = new Worker(address);
  worker.onerror = (event) => {
    event.preventDefault();
    parent.postMessage({ problem: String(event.message ?? '') }, '*');
  };
  worker.postMessage(null, [ports[0]]);
}, { once: true });`;

const SCRIPT_SUM = createHash('sha256').update(SCRIPT).digest('base64');

const pageOf = (script: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Plugin</title><script>${script}</script></html>`;
export const FRAME = pageOf(SCRIPT);

/** Of an origin of its own, whoever frames it: without access to the workbench, its storage and its cookies. */
export const FRAME_POLICY = [
  `default-src 'none'`,
  `script-src 'sha256-${SCRIPT_SUM}'`,
  `worker-src blob:`,
  `connect-src 'none'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'self'`,
  `sandbox allow-scripts`,
].join('; ');

/**
 * Follows the tool of an author, whose address the workbench hands over once, and passes on what it sends. So the
 * workbench itself can be reached by no other server than its own.
 */
const AUTHOR_SCRIPT = `addEventListener('message', ({ source, data }) => {
  if (source !== parent) return;
  const stream = new EventSource(data);
  stream.onmessage = (event) => parent.postMessage({ sent: event.data }, '*');
  stream.onerror = () => {
    parent.postMessage({ waiting: true }, '*');
    if (stream.readyState !== EventSource.CLOSED) return;
    setTimeout(() => location.reload(), 2000);
  };
}, { once: true });`;

const AUTHOR_SCRIPT_SUM = createHash('sha256').update(AUTHOR_SCRIPT).digest('base64');

export const AUTHOR_FRAME = pageOf(AUTHOR_SCRIPT);

/** Requests go to the own machine, and to the origins that the operator has named. */
export function authorFramePolicy(origins: readonly string[]): string {
  return [
    `default-src 'none'`,
    `script-src 'sha256-${AUTHOR_SCRIPT_SUM}'`,
    `connect-src ${['http://127.0.0.1:*', 'http://localhost:*', ...origins].join(' ')}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'self'`,
    `sandbox allow-scripts`,
  ].join('; ');
}
