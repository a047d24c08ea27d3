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

/**
 * The selected objects of the open project; every viewer, form and table follows it. Selected objects need not be
 * loaded: those of a large project are found by the server. Up to `MAX_BY_ID` of them are then loaded.
 */
export interface Selection {
  /** In selection order; emits at once. */
  readonly ids$: Observable<readonly string[]>;
  readonly ids: readonly string[];
  set(ids: readonly string[]): void;
  add(ids: readonly string[]): void;
  /** Adds or removes one. */
  toggle(id: string): void;
  clear(): void;
}
export const SELECTION = serviceToken<Selection>('selection.Selection');

/** What identifies an object's layer. */
type LayerRef = Pick<MapObject, 'typeName'>;

/** The objects of the open project that tools may change. Without the layers plugin, all of them. */
export interface EditTargets {
  readonly selection: Selection;
  /**
   * The selected objects that are not on a locked layer, in selection order. Empty while some of the selection are not
   * loaded, so that no tool changes a part of it: `reason` then says why.
   */
  readonly objects: readonly MapObject[];
  isLocked(object: LayerRef): boolean;
  isHidden(object: LayerRef): boolean;
  /** Locked or hidden: neither selected, nor changed by what merely crosses it. */
  isLockedOrHidden(object: LayerRef): boolean;
  /** Why it cannot be changed, as a text key; undefined when it can. */
  lockReason(object: LayerRef): string | undefined;
  /**
   * Selects the first object of `under` that can be changed; with `toggles` adds or removes it. Returns why none can,
   * as a text key; undefined when one was selected, or nothing is there.
   */
  choose(under: readonly MapObject[], toggles: boolean): string | undefined;
}
export const EDIT_TARGETS = serviceToken<EditTargets>('selection.EditTargets');
