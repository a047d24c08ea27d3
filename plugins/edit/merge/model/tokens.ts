import { serviceToken } from '#core/kernel';
import type { Merging } from './merging.ts';

// Inside this plugin only.
export const MERGING = serviceToken<Merging>('merge.Merging');
