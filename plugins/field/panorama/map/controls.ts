import { Lifetime, type Disposable } from '#core/kernel';
import type { Pixel } from '#core/mapview';

/** Zoom levels of a pixel of the wheel. */
const WHEEL = 1 / 400;

export interface Turnable {
  /** By pixels that the picture is dragged. */
  drag(right: number, down: number): void;
  /** By levels: each is twice as near. */
  zoomBy(levels: number): void;
}

/** Drag turns, the wheel and two fingers zoom. */
export class PanoramaControls implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #pointers = new Map<number, Pixel>();
  readonly #surface: HTMLElement;
  readonly #camera: Turnable;

  constructor(surface: HTMLElement, camera: Turnable) {
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
    on('pointerup', ({ pointerId }) => this.#pointers.delete(pointerId));
    on('pointercancel', ({ pointerId }) => this.#pointers.delete(pointerId));
    on('wheel', (event) => this.#wheel(event), { passive: false });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #down(event: PointerEvent): void {
    this.#pointers.set(event.pointerId, [event.clientX, event.clientY]);
    this.#surface.setPointerCapture(event.pointerId);
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now: Pixel = [event.clientX, event.clientY];
    const other = [...this.#pointers].find(([pointer]) => pointer !== event.pointerId)?.[1];
    if (other) {
      const apart = ([x, y]: Pixel) => Math.max(1, Math.hypot(x - other[0], y - other[1]));
      this.#camera.zoomBy(Math.log2(apart(now) / apart(before)));
    } else this.#camera.drag(now[0] - before[0], now[1] - before[1]);
    this.#pointers.set(event.pointerId, now);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 20 : event.deltaY;
    this.#camera.zoomBy(-pixels * WHEEL);
  }
}
