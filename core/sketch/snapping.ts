import { SNAP_KINDS, type Gesture, type MapView, type Snap, type SnapKind } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';

/** Whether the pointer snaps to this kind of place: `snapVertex`. */
export type SnapSetting = `snap${Capitalize<SnapKind>}`;

declare module '#core/settings' {
  // The 2D map's manifest gives their defaults.
  interface SettingValues extends Record<SnapSetting, boolean> {
    snapping: boolean;
    /** CSS pixels. */
    snapTolerance: number;
  }
}

export interface Placed {
  readonly position: Position;
  readonly snap: Snap | undefined;
}

/**
 * Snapping as the person has set it, for one tool on one viewer; Alt inverts it for as long as it is held. `dispose`
 * leaves the viewer without snapping.
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

  /** Loose positions that attract too: the sketch's own; and where its line comes from, for right angles. */
  attract(positions: readonly Position[], from?: Position): void {
    this.#also = positions;
    this.#from = from;
    this.#apply(this.#on ?? this.settings.get('snapping'), true);
  }

  /** Objects that do not attract: what is being moved. */
  ignore(ids: Iterable<string>): void {
    this.#except = new Set(ids);
    this.#apply(this.#on ?? this.settings.get('snapping'), true);
  }

  /**
   * Where a gesture is meant to be; undefined off the world. What is not snapped is on the ground or, where things have
   * heights, at `height`: what is carried stays under the hand.
   */
  place(gesture: Gesture, height?: number): Placed | undefined {
    const wanted = this.settings.get('snapping') !== gesture.alt;
    this.#apply(wanted);
    if (!gesture.snap || !wanted) return this.free(gesture, height);
    return gesture.position && { position: gesture.position, snap: gesture.snap };
  }

  /** Where the pointer itself is, snapped to nothing. */
  free(gesture: Gesture, height?: number): Placed | undefined {
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

/** The setting that switches snapping to this kind of place. */
function settingOf(kind: SnapKind): SnapSetting {
  return `snap${(kind[0]!.toUpperCase() + kind.slice(1)) as Capitalize<SnapKind>}`;
}
