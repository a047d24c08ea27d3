import { Lifetime, type Disposable } from '#core/kernel';
import type { Pixel } from '#core/mapview';

/** What the controls move: the camera of a view in space. */
interface ControlledCamera {
  readonly eye: {
    readonly isOnFoot: boolean;
    readonly isParallel: boolean;
    /** Moves with its target across the line of sight, by CSS pixels at the distance of the target. */
    drag(right: number, down: number): void;
  };
  /** Degrees. */
  turn(heading: number, tilt: number): void;
  zoomBy(levels: number, about?: Pixel): void;
  /** To be called after `drag`. */
  moved(): void;
}

/** Degrees that a pixel of a drag turns. */
const TURN = 0.3;
/** Zoom levels of a pixel of the wheel. */
const WHEEL = 1 / 250;

/**
 * Moves the camera by pointer and wheel: drag turns, drag with the right button or Shift moves, the wheel zooms about
 * the pointer; one finger turns, two move and zoom. With a parallel projection every drag moves.
 */
export class SceneControls implements Disposable {
  readonly #camera: ControlledCamera;
  readonly #surface: HTMLElement;
  readonly #lifetime = new Lifetime();
  readonly #pointers = new Map<number, Pixel>();
  #moves = false;

  constructor(surface: HTMLElement, camera: ControlledCamera) {
    this.#surface = surface;
    this.#camera = camera;
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
      options?: AddEventListenerOptions,
    ) => {
      surface.addEventListener(type, listener, options);
      this.#lifetime.add(() => surface.removeEventListener(type, listener));
    };
    on('pointerdown', (event) => this.#down(event));
    on('pointermove', (event) => this.#move(event));
    on('pointerup', (event) => this.#pointers.delete(event.pointerId));
    on('pointercancel', (event) => this.#pointers.delete(event.pointerId));
    on('wheel', (event) => this.#wheel(event), { passive: false });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #down(event: PointerEvent): void {
    this.#pointers.set(event.pointerId, [event.clientX, event.clientY]);
    this.#moves = event.button !== 0 || event.shiftKey;
    this.#surface.setPointerCapture(event.pointerId);
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now: Pixel = [event.clientX, event.clientY];
    const [right, down] = [now[0] - before[0], now[1] - before[1]];
    if (this.#pointers.size === 2) this.#pinch(event.pointerId, before, now);
    else if (this.#camera.eye.isOnFoot) this.#camera.turn(-right * TURN, down * TURN);
    else if (this.#moves || this.#camera.eye.isParallel) this.#drag(right, down);
    else this.#camera.turn(right * TURN, -down * TURN);
    this.#pointers.set(event.pointerId, now);
  }

  /** The place under the pointer stays under it. */
  #drag(right: number, down: number): void {
    this.#camera.eye.drag(right, down);
    this.#camera.moved();
  }

  #pinch(id: number, before: Pixel, now: Pixel): void {
    const other = [...this.#pointers].find(([pointer]) => pointer !== id)?.[1];
    if (!other) return;
    const apart = (pixel: Pixel) => Math.max(1, Math.hypot(pixel[0] - other[0], pixel[1] - other[1]));
    const { left, top } = this.#surface.getBoundingClientRect();
    const middle: Pixel = [(now[0] + other[0]) / 2 - left, (now[1] + other[1]) / 2 - top];
    this.#camera.zoomBy(Math.log2(apart(now) / apart(before)), middle);
    if (!this.#camera.eye.isOnFoot) this.#drag((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const { left, top } = this.#surface.getBoundingClientRect();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 20 : event.deltaY;
    this.#camera.zoomBy(-pixels * WHEEL, [event.clientX - left, event.clientY - top]);
  }
}
