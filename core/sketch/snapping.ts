import { SNAP_KINDS, type Gesture, type MapView, type Snap, type SnapKind } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';

/** The setting that switches snapping to a kind of place, such as `snapVertex`. */
export type SnapSetting = `snap${Capitalize<SnapKind>}`;

declare module '#core/settings' {
  // Defaults are in the manifest of the 2D map.
  interface SettingValues extends Record<SnapSetting, boolean> {
    snapping: boolean;
    /** CSS pixels. */
    snapTolerance: number;
  }
}

export interface SnappedPosition {
  readonly position: Position;
  readonly snap: Snap | undefined;
}

/**
 * Snapping by the person's settings, for one tool on one viewer. Alt inverts it while it is pressed. `dispose`
 * switches the viewer's snapping off.
 */
export class Snapping {
  #on: boolean | undefined;
  #also: readonly Position[] = [];
  #from: Position | undefined;
  #except: ReadonlySet<string> = new Set();

  constructor(
    readonly view: MapView,
    readonly settings: Settings,
  ) {
    this.#apply(settings.get('snapping'));
  }

  /** Sets further positions that attract: those of the sketch; and the start of its line, for perpendiculars. */
  attract(positions: readonly Position[], from?: Position): void {
    this.#also = positions;
    this.#from = from;
    this.#apply(this.#on ?? this.settings.get('snapping'), true);
  }

  /** Sets objects that do not attract, such as those being moved. */
  ignore(ids: Iterable<string>): void {
    this.#except = new Set(ids);
    this.#apply(this.#on ?? this.settings.get('snapping'), true);
  }

  /**
   * Returns the position a gesture refers to; undefined outside the world. Without a snap it is on the ground or,
   * where objects have heights, at `height`, so that what is dragged stays under the pointer.
   */
  place(gesture: Gesture, height?: number): SnappedPosition | undefined {
    const isEnabled = this.settings.get('snapping') !== gesture.alt;
    this.#apply(isEnabled);
    if (!gesture.snap || !isEnabled) return this.free(gesture, height);
    return gesture.position && { position: gesture.position, snap: gesture.snap };
  }

  /** Returns the position of the pointer without snapping. */
  free(gesture: Gesture, height?: number): SnappedPosition | undefined {
    const lifted = height !== undefined && this.view.heightAt !== undefined;
    const position = gesture.snap || lifted ? this.view.toPosition(gesture.pixel, height) : gesture.position;
    return position && { position, snap: undefined };
  }

  dispose(): void {
    this.view.setSnapping(undefined);
  }

  #apply(on: boolean, changed = false): void {
    if (this.#on === on && !changed) return;
    this.#on = on;
    this.view.setSnapping(
      on
        ? {
            kinds: SNAP_KINDS.filter((kind) => this.settings.get(settingOf(kind))),
            tolerance: this.settings.get('snapTolerance'),
            also: this.#also,
            from: this.#from,
            except: this.#except,
          }
        : undefined,
    );
  }
}

/** Returns the setting that switches snapping to this kind of place. */
function settingOf(kind: SnapKind): SnapSetting {
  return `snap${(kind[0]!.toUpperCase() + kind.slice(1)) as Capitalize<SnapKind>}`;
}
