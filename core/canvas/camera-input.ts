import { Lifetime, type Disposable } from '#core/kernel';
import type { Pixel } from '#core/mapview';

/** Two fingers have moved. */
interface Pinch {
  /** Zoom levels by which they have moved apart. */
  readonly levels: number;
  /** The middle between them. */
  readonly about: Pixel;
  /** CSS pixels by which the middle has moved. */
  readonly moved: Pixel;
}

/** What pointers and the wheel do to a camera. Pixels are CSS pixels of the surface. */
export interface CameraActions {
  /** `isSecondary`: with another button than the left one, or with Shift. */
  drag(right: number, down: number, isSecondary: boolean): void;
  pinch(pinch: Pinch): void;
  wheel(pixels: number, about: Pixel): void;
}

/** Follows the pointers and the wheel on a surface. */
export class CameraInput implements Disposable {
  readonly #surface: HTMLElement;
  readonly #actions: CameraActions;
  readonly #lifetime = new Lifetime();
  readonly #pointers = new Map<number, Pixel>();
  #isSecondary = false;

  constructor(surface: HTMLElement, actions: CameraActions) {
    this.#surface = surface;
    this.#actions = actions;
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
    on('pointerup', ({ pointerId }) => this.#pointers.delete(pointerId));
    on('pointercancel', ({ pointerId }) => this.#pointers.delete(pointerId));
    on('wheel', (event) => this.#wheel(event), { passive: false });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #down(event: PointerEvent): void {
    this.#pointers.set(event.pointerId, [event.clientX, event.clientY]);
    this.#isSecondary = event.button !== 0 || event.shiftKey;
    this.#surface.setPointerCapture(event.pointerId);
  }

  #move({ pointerId, clientX, clientY }: PointerEvent): void {
    const before = this.#pointers.get(pointerId);
    if (!before) return;
    const now: Pixel = [clientX, clientY];
    const [right, down] = [now[0] - before[0], now[1] - before[1]];
    const other = [...this.#pointers].find(([pointer]) => pointer !== pointerId)?.[1];
    if (other) {
      const apart = ([x, y]: Pixel) => Math.max(1, Math.hypot(x - other[0], y - other[1]));
      this.#actions.pinch({
        levels: Math.log2(apart(now) / apart(before)),
        about: this.#onSurface((now[0] + other[0]) / 2, (now[1] + other[1]) / 2),
        moved: [right / 2, down / 2],
      });
    } else this.#actions.drag(right, down, this.#isSecondary);
    this.#pointers.set(pointerId, now);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 20 : event.deltaY;
    this.#actions.wheel(pixels, this.#onSurface(event.clientX, event.clientY));
  }

  #onSurface(x: number, y: number): Pixel {
    const { left, top } = this.#surface.getBoundingClientRect();
    return [x - left, y - top];
  }
}
