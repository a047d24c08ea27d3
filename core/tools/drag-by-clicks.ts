import type { Gesture } from '#core/mapview';

/**
 * Lets tools that work by dragging be used by clicks, as with the keyboard's crosshair, which has no button to hold:
 * one click starts the drag, the next ends it. Only clicks without a preceding press count.
 */
export class DragByClicks {
  #pressed = false;
  #holds = false;

  /** Returns the gesture as a drag would have emitted it. */
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

  /** Ends the drag without emitting a gesture. */
  drop(): void {
    this.#holds = false;
  }
}
