import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const LOCALES = join(import.meta.dirname, '..', '..', 'locales');

/** By `<language>/<namespace>.json`; those of the server are its own. */
function readTexts(): Map<string, string> {
  const names = readdirSync(LOCALES, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /^\w+\/[\w-]+\.json$/.test(name) && !name.endsWith('/server.json'));
  return new Map(
    names.sort().map((name) => [name, JSON.stringify(JSON.parse(readFileSync(join(LOCALES, name), 'utf8')))]),
  );
}

/**
 * Puts the texts into one folder, named after their content: an address is made from language and namespace, where the
 * first file of the workbench would otherwise list one for each of them.
 */
export function textFiles(): Plugin {
  const texts = readTexts();
  const content = createHash('sha256').update(JSON.stringify([...texts]));
  const folder = `assets/texts-${content.digest('hex').slice(0, 8)}`;
  return {
    name: 'groma:text-files',
    // Only the workbench: Storybook and the benches build pages of their own, with the texts in them.
    apply: ({ build: { rolldownOptions, rollupOptions } = {} }, { command }) =>
      command === 'build' && (rolldownOptions?.input ?? rollupOptions?.input) === undefined,
    config: () => ({ define: { 'import.meta.env.GROMA_TEXTS': JSON.stringify(`/${folder}`) } }),
    generateBundle() {
      for (const [name, source] of texts)
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source });
    },
  };
}
