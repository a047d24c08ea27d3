import { join } from 'node:path';

/**
 * Where the tool finds what it reads: this repository, or the package `groma-plugin`, which has the same files at the same
 * places.
 */
export const HOME = join(import.meta.dirname, '../../..');
