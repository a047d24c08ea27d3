/**
 * `npm run reference` writes docs/plugin-reference.md from the comments of the code, and docs/plugins/api.txt, unless what it
 * promises to plugins from outside was broken.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_FILE, apiBreaks, keptApi, pluginApi } from './contained/plugin-api.ts';
import { pluginReference } from './plugin-reference.ts';

const root = join(import.meta.dirname, '..', '..');
writeFileSync(join(root, 'docs', 'plugin-reference.md'), pluginReference(root));
const api = pluginApi(root);
const breaks = existsSync(join(root, API_FILE)) ? apiBreaks(keptApi(root), api) : [];
if (breaks.length > 0) {
  console.error(breaks.join('\n'));
  process.exitCode = 1;
} else writeFileSync(join(root, API_FILE), api);
