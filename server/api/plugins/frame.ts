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

export const FRAME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Plugin</title><script>${SCRIPT}</script></html>`;

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
