import type { Observable } from 'rxjs';
import type { Extent, MapObject } from '#core/document';
import type { StepLabel } from '#core/history';
import { serviceToken } from '#core/kernel';
import type { Gesture } from '#core/mapview';
import type { BodyOf, changeMany, Position, selectGeometries } from '#core/protocol';

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
  /** Number of selected objects that are not loaded. */
  readonly missing: number;
  /** The object type of a selected object, loaded or not; undefined where it is not known. */
  typeOf(id: string): string | undefined;
  /** Remembers the type of objects that are about to be selected and may not be loaded. */
  know(typeName: string, ids: readonly string[]): void;
  set(ids: readonly string[]): void;
  add(ids: readonly string[]): void;
  /** Adds or removes one. */
  toggle(id: string): void;
  clear(): void;
}
export const SELECTION = serviceToken<Selection>('selection.Selection');

/** What identifies an object's layer. */
export type LayerRef = Pick<MapObject, 'typeName'>;

/** Where a gesture is on the map. */
export type PlacedGesture = Pick<Gesture, 'position'>;

/** The objects of the open project that tools may change. Without the layers plugin, all of them. */
export interface EditTargets {
  readonly selection: Selection;
  /**
   * The selected objects that are not on a locked layer, in selection order. Empty while some of the selection are not
   * loaded, so that no tool changes a part of it: `reason` then says why.
   */
  readonly objects: readonly MapObject[];
  /** The ids of the selected objects that are not on a locked layer, loaded or not, in selection order. */
  readonly ids: readonly string[];
  /** Why there are no objects to work on, as a text key: `otherwise`, unless some of the selection are not loaded. */
  reason(otherwise: string): string;
  isLocked(object: LayerRef): boolean;
  isHidden(object: LayerRef): boolean;
  /** Locked or hidden: neither selected, nor changed by what merely crosses it. */
  isLockedOrHidden(object: LayerRef): boolean;
  /** Why it cannot be changed, as a text key; undefined when it can. */
  lockReason(object: LayerRef): string | undefined;
  /**
   * Selects the object of `under` that can be changed; with `toggles` adds or removes it. Where there are several, a
   * list at the place of the gesture asks which. Returns why none can, as a text key; undefined when one is selected or
   * asked for, or nothing is there.
   */
  choose(under: readonly MapObject[], gesture: PlacedGesture, toggles: boolean): string | undefined;
  /**
   * Calls `take` with the object that is meant: at once with the only one, else with the one that the person takes from
   * a list there; not at all if they take none, or when there are none.
   */
  ask(candidates: readonly MapObject[], gesture: PlacedGesture, take: (object: MapObject) => void): void;
}
export const EDIT_TARGETS = serviceToken<EditTargets>('selection.EditTargets');

/** Which objects to select. All conditions apply. */
export interface SelectionSearch {
  /** What the server is asked for. Hidden and locked layers are excluded without it. */
  readonly sought: Omit<BodyOf<typeof selectGeometries>, 'excluded' | 'bbox'> & { readonly bbox?: Extent };
  /** Where all objects lie that are sought. Default: anywhere in the project. */
  readonly extent?: Extent | undefined;
  /** The same among the loaded objects: the result where all objects there are loaded. */
  readonly loaded: () => readonly MapObject[];
}

/** Finds objects to select, on the server where not all of them are loaded. */
export interface SelectionFinder {
  /** Whether the server is being asked. Observable. */
  readonly isSearching: boolean;
  /**
   * Calls `take` with the ids of the objects: at once where all are loaded, else when the server has answered. A newer
   * call replaces an older one; a failure, or too many objects, are shown as a message.
   */
  find(search: SelectionSearch, take: (ids: readonly string[]) => void): void;
  /** Like `find`. Throws AppError with a sentence when the server fails or there are too many. */
  idsOf(search: SelectionSearch, signal: AbortSignal): Promise<readonly string[]>;
  /**
   * Calls `take` when the objects nearest to a place are loaded: at once, with false, where all objects are; else, with
   * true, when the server has sent them. Newer calls and failures as with `find`.
   */
  near(place: Position, metres: number, take: (isLoadedNow: boolean) => void): void;
}
export const SELECTION_FINDER = serviceToken<SelectionFinder>('selection.Finder');

/** What is done to each of the objects; `set` removes an attribute where its value is null. */
export type ManyChange = Omit<BodyOf<typeof changeMany>, 'changeId' | 'ids'> & {
  readonly ids: readonly string[];
};

/** Changes of objects that are not all loaded. */
export interface ServerChanges {
  /**
   * Changes the objects on the server, in one transaction and one step of undo, while a dialog shows the progress and
   * can cancel it. Unsent edits of these objects are sent first. Afterwards the map and tables load what has changed.
   * Resolves to whether something was changed; failures, and objects that could not be changed, are shown as messages.
   */
  change(change: ManyChange, label: StepLabel): Promise<boolean>;
}
export const SERVER_CHANGES = serviceToken<ServerChanges>('selection.ServerChanges');
