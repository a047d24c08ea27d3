/** `npm run notices` writes THIRD-PARTY.md from package-lock.json. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedPackages, thirdParties } from './third-parties.ts';

const root = join(import.meta.dirname, '..', '..');
writeFileSync(join(root, 'THIRD-PARTY.md'), thirdParties(installedPackages(root)));
