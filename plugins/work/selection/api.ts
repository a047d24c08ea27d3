import type { Observable } from 'rxjs';
import type { MapObject } from '#core/document';
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

/** What tells the layer of an object. */
type OfLayer = Pick<MapObject, 'typeName'>;

/** Which objects of the open project tools may change. Without layers, all of them. */
export interface EditTargets {
  readonly selection: Selection;
  /** The selected objects that are loaded and on no locked layer, in the order of selecting. */
  readonly objects: readonly MapObject[];
  isLocked(object: OfLayer): boolean;
  isHidden(object: OfLayer): boolean;
  /** Locked or hidden: neither selected nor changed by what merely crosses it. */
  isSpared(object: OfLayer): boolean;
  /** Why it may not be changed, as a text key; undefined when it may. */
  whyNot(object: OfLayer): string | undefined;
  /**
   * Selects the first of `under` that may be changed; with `toggles` it comes in or goes out. Returns why none may, as a
   * text key; undefined when one was chosen, or nothing is there.
   */
  choose(under: readonly MapObject[], toggles: boolean): string | undefined;
}
export const EDIT_TARGETS = serviceToken<EditTargets>('selection.EditTargets');
