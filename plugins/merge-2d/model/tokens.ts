import { serviceToken } from '#core/plugin';
import type { Merging } from './merging.ts';

// Inside this plugin only.
export const MERGING = serviceToken<Merging>('merge-2d.Merging');
