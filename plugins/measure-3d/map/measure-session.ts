import type { Gesture, Pixel } from '#core/mapview';
import { CaptureSession, type CaptureRequest } from '#core/sketch';

/** CSS pixels around the place where a measure was finished by its last click: the rest of a double click. */
const SAME_CLICK = 8;

/** Captures one measure after the other, each finished by itself with the last vertex there can be. */
export class MeasureSession extends CaptureSession {
  readonly #most: number;
  readonly #ended: () => void;
  #finishedAt: Pixel | undefined;

  constructor(request: CaptureRequest, most: number, ended: () => void) {
    super(request);
    this.#most = most;
    this.#ended = ended;
    // Typed vertices come without a gesture; the path has told everyone of them by then.
    this.path.state$.subscribe(() => queueMicrotask(() => this.#settle()));
  }

  override gesture(gesture: Gesture): boolean {
    if (this.#echoes(gesture)) return false;
    const begun = this.path.vertices.length;
    const claimed = super.gesture(gesture);
    if (this.#most < Infinity && gesture.kind === 'click' && begun === this.#most - 1)
      this.#finishedAt = gesture.pixel;
    this.#settle();
    return claimed;
  }

  override dispose(): void {
    super.dispose();
    this.#ended();
  }

  #settle(): void {
    if (this.path.vertices.length < this.#most) return;
    this.complete();
    if (this.path.vertices.length >= this.#most) this.path.takeBack();
  }

  #echoes({ kind, pixel }: Gesture): boolean {
    const at = this.#finishedAt;
    if (!at || (kind !== 'click' && kind !== 'double' && kind !== 'move')) return false;
    const near = Math.hypot(at[0] - pixel[0], at[1] - pixel[1]) <= SAME_CLICK;
    if (!near) this.#finishedAt = undefined;
    return near && kind !== 'move';
  }
}
