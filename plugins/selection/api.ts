import type { Observable } from 'rxjs';
import { serviceToken } from '#core/kernel';

declare module '#core/settings' {
  interface SettingValues {
    flyToZoomLevel: number;
    isLeftClickInteraction: boolean;
    /** Whether objects on locked layers are left out when copying. */
    lockCopy: boolean;
  }
}

/** Which objects of the open project are selected; every viewer, form and table follows it. */
export interface Selection {
  /** In the order of selecting; emits at once. */
  readonly ids$: Observable<readonly string[]>;
  readonly ids: readonly string[];
  set(ids: readonly string[]): void;
  add(ids: readonly string[]): void;
  /** In when it was out, out when it was in. */
  toggle(id: string): void;
  clear(): void;
}
export const SELECTION = serviceToken<Selection>('selection.Selection');
