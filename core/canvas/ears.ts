import type { ProjectDocument } from '#core/document';
import type { Disposable } from '#core/kernel';
import { findSnap, FINGER_SNAP, type Gesture, type MapView, type SnapOptions } from '#core/mapview';
import type { RawGesture } from './hands.ts';

type Surroundings = Pick<MapView, 'toPixel' | 'toPosition' | 'attracts' | 'solidsAt'>;
type Heard = (gesture: Gesture) => boolean | void;

/** Who listens to a viewer's gestures, and what these are snapped to before they are told. */
export class Ears {
  readonly #listeners = new Set<Heard>();
  readonly #view: Surroundings;
  readonly #document: ProjectDocument;
  snapping: SnapOptions | undefined;

  constructor(view: Surroundings, document: ProjectDocument) {
    this.#view = view;
    this.#document = document;
  }

  listen(hear: Heard): Disposable {
    this.#listeners.add(hear);
    return { dispose: () => void this.#listeners.delete(hear) };
  }

  /** Tells a gesture with its place; answers whether someone claimed the drag, and the gesture as it was told. */
  tell(raw: RawGesture): { claimed: boolean; gesture: Gesture } {
    const snap = raw.kind === 'leave' ? undefined : this.#snapOf(raw);
    const gesture: Gesture = {
      ...raw,
      position: snap?.position ?? this.#view.toPosition(raw.pixel),
      ...(snap ? { snap } : {}),
    };
    let claimed = false;
    for (const hear of [...this.#listeners]) if (hear(gesture) === true) claimed = true;
    return { claimed: claimed && raw.kind === 'down', gesture };
  }

  dispose(): void {
    this.#listeners.clear();
  }

  #snapOf({ pixel, pointer }: RawGesture) {
    const options = this.snapping;
    if (!options) return undefined;
    const tolerance = pointer === 'touch' ? Math.max(options.tolerance, FINGER_SNAP) : options.tolerance;
    return findSnap({
      view: this.#view,
      index: this.#document.index,
      pixel,
      options: { ...options, tolerance },
      attracts: ({ typeName }) => this.#view.attracts(typeName),
      solids: this.#view.solidsAt?.(pixel),
    });
  }
}
