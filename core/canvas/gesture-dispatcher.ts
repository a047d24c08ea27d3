import type { ProjectDocument } from '#core/document';
import type { Disposable } from '#core/kernel';
import { findSnap, HIT_TOLERANCE, type Gesture, type MapView, type SnapOptions } from '#core/mapview';
import type { RawGesture } from './pointer-input.ts';

type SnapView = Pick<MapView, 'toPixel' | 'toPosition' | 'attracts' | 'solidsAt'>;
type GestureListener = (gesture: Gesture) => boolean | void;

/** Snaps a viewer's gestures and passes them to the listeners. */
export class GestureDispatcher {
  readonly #listeners = new Set<GestureListener>();
  readonly #watchers = new Set<(gesture: Gesture) => void>();
  readonly #view: SnapView;
  readonly #document: ProjectDocument;
  snapping: SnapOptions | undefined;

  constructor(view: SnapView, document: ProjectDocument) {
    this.#view = view;
    this.#document = document;
  }

  listen(listener: GestureListener): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  /** Called with every gesture, before the listeners, none of which can take it away: for the view itself. */
  watch(watcher: (gesture: Gesture) => void): Disposable {
    this.#watchers.add(watcher);
    return { dispose: () => void this.#watchers.delete(watcher) };
  }

  /**
   * Passes a gesture with its position to the listeners. Returns whether one of them claimed the drag, and the gesture
   * as dispatched.
   */
  dispatch(raw: RawGesture): { claimed: boolean; gesture: Gesture } {
    const snap = raw.kind === 'leave' ? undefined : this.#snapOf(raw);
    const gesture: Gesture = {
      ...raw,
      position: snap?.position ?? this.#view.toPosition(raw.pixel),
      ...(snap ? { snap } : {}),
    };
    for (const watcher of this.#watchers) watcher(gesture);
    return { claimed: raw.kind === 'click' ? this.#click(gesture) : this.#tell(gesture), gesture };
  }

  #tell(gesture: Gesture): boolean {
    let claimed = false;
    for (const listener of [...this.#listeners]) if (listener(gesture) === true) claimed = true;
    return claimed && gesture.kind === 'down';
  }

  /** A listener that takes the click keeps it from those that listened before it. */
  #click(gesture: Gesture): false {
    [...this.#listeners].reverse().some((listener) => listener(gesture) === true);
    return false;
  }

  dispose(): void {
    this.#listeners.clear();
    this.#watchers.clear();
  }

  #snapOf({ pixel, pointer }: RawGesture) {
    const options = this.snapping;
    if (!options) return undefined;
    const tolerance =
      pointer === 'touch' ? Math.max(options.tolerance, HIT_TOLERANCE.touch) : options.tolerance;
    return findSnap({
      view: this.#view,
      index: this.#document.index,
      pixel,
      options: { ...options, tolerance },
      attracts: (object) => this.#view.attracts(object),
      solids: this.#view.solidsAt?.(pixel),
    });
  }
}
