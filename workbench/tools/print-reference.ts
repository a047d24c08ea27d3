/** `npm run reference` writes docs/plugin-reference.md from the comments of the code. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pluginReference } from './plugin-reference.ts';

const root = join(import.meta.dirname, '..', '..');
writeFileSync(join(root, 'docs', 'plugin-reference.md'), pluginReference(root));
