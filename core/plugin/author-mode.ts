import type { Observable } from 'rxjs';
import { serviceToken } from '#core/kernel';
import type { UsedPlugin } from './services.ts';

export type AuthorState =
  | { readonly kind: 'off' }
  /** The address does not answer; it is tried again. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'on'; readonly plugin: UsedPlugin }
  /** The author's tool says why there is no plugin; the one before stays. */
  | { readonly kind: 'problem'; readonly problem: string; readonly plugin: UsedPlugin | undefined };

/** A plugin that the person is writing, in this page only: served by `groma-plugin dev`, as it is after each change. */
export interface AuthorMode {
  readonly state: AuthorState;
  readonly state$: Observable<AuthorState>;
  /** The address that is followed, also after the next start of the page. */
  readonly address: string | undefined;
  /** Throws AppError where the role or the operator does not allow it. */
  follow(address: string): Promise<void>;
  stop(): void;
}
export const AUTHOR_MODE = serviceToken<AuthorMode>('core.AuthorMode');

/** The plugin of a state. */
export function authoredIn(state: AuthorState): UsedPlugin | undefined {
  return state.kind === 'on' || state.kind === 'problem' ? state.plugin : undefined;
}
