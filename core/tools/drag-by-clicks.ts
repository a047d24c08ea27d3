import type { Gesture } from '#core/mapview';

/**
 * For tools that are all drag. Who has no button to hold, the keyboard's crosshair, clicks to take hold, moves, and
 * clicks again to let go: a click that no press came before.
 */
export class DragByClicks {
  #pressed = false;
  #holds = false;

  /** The gesture as dragging would have told it. */
  read(gesture: Gesture): Gesture {
    if (gesture.kind === 'down') {
      this.#pressed = true;
      this.#holds = false;
    } else if (gesture.kind === 'move') {
      this.#pressed = false;
      if (this.#holds) return { ...gesture, kind: 'drag' };
    } else if (gesture.kind === 'click' && !this.#pressed) {
      this.#holds = !this.#holds;
      return { ...gesture, kind: this.#holds ? 'down' : 'up' };
    }
    return gesture;
  }

  /** What is held is let go of without a word. */
  drop(): void {
    this.#holds = false;
  }
}
