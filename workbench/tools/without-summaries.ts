import type { Plugin } from 'vite';

const PROTOCOL = /\/core\/protocol\/[\w-]+\.ts$/;
/** `summary: '…'`, also on the next line. */
const SUMMARY = /\bsummary:\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g;

/** Leaves the summaries of calls out of the workbench: only the server's OpenAPI page shows them. */
export function withoutSummaries(): Plugin {
  return {
    name: 'groma:without-summaries',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: PROTOCOL },
      handler: (code) => ({ code: code.replace(SUMMARY, `summary: ''`), map: null }),
    },
  };
}
