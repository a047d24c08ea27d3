import {
  DOUBLE_CLICK_DISTANCE,
  DRAG_THRESHOLD,
  pixelDistance,
  type Gesture,
  type Modifiers,
  type Pixel,
} from '#core/mapview';
import { Lifetime, type Disposable } from '#core/kernel';

/** A gesture without a position on the map. */
export type RawGesture = Pick<Gesture, 'kind' | 'pixel' | 'pointer' | keyof Modifiers>;

/** Milliseconds. */
const LONG_PRESS = 500;
const DOUBLE_CLICK_TIME = 350;

/** Drags that the map handles itself: those of the right button, and those for which `startsWith` is true. */
export interface MapDrags {
  readonly rightButton?: boolean;
  readonly startsWith?: (event: PointerEvent) => boolean;
}

interface Press {
  readonly id: number;
  /** The gesture emitted when the pointer is lifted where it went down. */
  readonly kind: 'click' | 'context';
  /** Where it went down, pixels of the window. */
  readonly start: Pixel;
  readonly pointer: Gesture['pointer'];
  claimed: boolean;
  moved: boolean;
  /** A long press was emitted, or a second finger came: lifting the finger is no click. */
  consumed: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Turns mouse, touch and pen events on the map into gestures, before the map sees them. A claimed drag never reaches
 * the map. The right button and a long press emit `context`.
 */
export class PointerInput implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #element: HTMLElement;
  readonly #emit: (gesture: RawGesture) => boolean;
  readonly #mapDrags: MapDrags;
  #press: Press | undefined;
  readonly #touches = new Set<number>();
  #lastClick: { at: number; pixel: Pixel } | undefined;

  /** `emit` returns whether `down` was claimed. */
  constructor(element: HTMLElement, emit: (gesture: RawGesture) => boolean, mapDrags: MapDrags = {}) {
    this.#element = element;
    this.#emit = emit;
    this.#mapDrags = mapDrags;
    this.#on('pointerdown', (event) => this.#down(event));
    this.#on('pointermove', (event) => this.#move(event));
    this.#on('pointerup', (event) => this.#up(event));
    this.#on('pointercancel', (event) => this.#cancel(event));
    this.#on('pointerleave', (event) => {
      if (event.pointerType !== 'touch' && !this.#press?.claimed) this.#emitGesture('leave', event);
    });
    const menu = (event: MouseEvent) => event.preventDefault();
    element.addEventListener('contextmenu', menu);
    this.#lifetime.add(() => element.removeEventListener('contextmenu', menu));
    this.#lifetime.add(() => clearTimeout(this.#press?.timer));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #on(
    type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel' | 'pointerleave',
    listener: (event: PointerEvent) => void,
  ): void {
    this.#element.addEventListener(type, listener, { capture: type !== 'pointerleave' });
    this.#lifetime.add(() =>
      this.#element.removeEventListener(type, listener, { capture: type !== 'pointerleave' }),
    );
  }

  #down(event: PointerEvent): void {
    if (event.pointerType === 'touch') {
      this.#touches.add(event.pointerId);
      if (this.#touches.size > 1) {
        if (this.#press?.claimed) event.stopImmediatePropagation();
        else if (this.#press) this.#consume(this.#press);
        return;
      }
    }
    const right = event.button === 2;
    if (right && !this.#mapDrags.rightButton) {
      event.stopImmediatePropagation();
      this.#emitGesture('context', event);
      return;
    }
    if ((event.button !== 0 && !right) || this.#press) return;
    const press: Press = {
      id: event.pointerId,
      start: [event.clientX, event.clientY],
      kind: right ? 'context' : 'click',
      pointer: pointerOf(event),
      claimed: !right && !this.#mapDrags.startsWith?.(event) && this.#emitGesture('down', event),
      moved: false,
      consumed: false,
      timer: undefined,
    };
    this.#press = press;
    if (press.claimed) {
      event.stopImmediatePropagation();
      event.preventDefault();
      this.#element.setPointerCapture(event.pointerId);
    }
    if (press.pointer !== 'mouse')
      press.timer = setTimeout(() => {
        if (press.moved || press.consumed || this.#press !== press) return;
        press.consumed = true;
        this.#emitGesture('context', event);
      }, LONG_PRESS);
  }

  #move(event: PointerEvent): void {
    const press = this.#press;
    if (!press) {
      if (event.pointerType !== 'touch') this.#emitGesture('move', event);
      return;
    }
    if (event.pointerId !== press.id) return;
    const pixel: Pixel = [event.clientX, event.clientY];
    if (!press.moved && pixelDistance(pixel, press.start) > DRAG_THRESHOLD[press.pointer]) {
      press.moved = true;
      clearTimeout(press.timer);
    }
    if (!press.claimed) return;
    event.stopImmediatePropagation();
    if (press.moved) this.#emitGesture('drag', event);
  }

  #up(event: PointerEvent): void {
    this.#touches.delete(event.pointerId);
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    this.#press = undefined;
    clearTimeout(press.timer);
    if (press.claimed) {
      event.stopImmediatePropagation();
      this.#emitGesture('up', event);
    }
    if (press.moved || press.consumed) return;
    this.#emitGesture(press.kind, event);
    if (press.kind === 'context') return;
    const now = event.timeStamp;
    const last = this.#lastClick;
    const pixel = this.#pixelOf(event);
    if (
      last &&
      now - last.at < DOUBLE_CLICK_TIME &&
      pixelDistance(pixel, last.pixel) < DOUBLE_CLICK_DISTANCE
    ) {
      this.#lastClick = undefined;
      this.#emitGesture('double', event);
    } else this.#lastClick = { at: now, pixel };
  }

  #cancel(event: PointerEvent): void {
    this.#touches.delete(event.pointerId);
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    this.#press = undefined;
    clearTimeout(press.timer);
    if (press.claimed) this.#emitGesture('up', event);
  }

  #consume(press: Press): void {
    press.consumed = true;
    clearTimeout(press.timer);
  }

  #emitGesture(kind: Gesture['kind'], event: PointerEvent): boolean {
    return this.#emit({
      kind,
      pixel: this.#pixelOf(event),
      pointer: pointerOf(event),
      shift: event.shiftKey,
      alt: event.altKey,
      ctrl: event.ctrlKey || event.metaKey,
    });
  }

  #pixelOf(event: PointerEvent): Pixel {
    const { left, top } = this.#element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }
}

function pointerOf({ pointerType }: PointerEvent): Gesture['pointer'] {
  return pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse';
}
