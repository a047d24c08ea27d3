import { serviceToken } from '#core/plugin';
import type { Splitting } from './splitting.ts';

// Inside this plugin only.
export const SPLITTING = serviceToken<Splitting>('split-2d.Splitting');
