import type { Language } from '#core/protocol';
import type { ManyChange } from '../../shared/geometries/many/change.ts';

/**
 * The queued request: a change, or the transaction to take back. `unfinished`: of a change that has ended before all
 * of it was done.
 */
export type ChangeInput = { language: Language } & (ManyChange | { reverses: string; unfinished?: true });
