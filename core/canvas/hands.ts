import {
  DOUBLE_CLICK_DISTANCE,
  DRAG_THRESHOLD,
  pixelDistance,
  type Gesture,
  type Modifiers,
  type Pixel,
} from '#core/mapview';
import { Lifetime, type Disposable } from '#core/kernel';

/** A gesture before it is placed on the map. */
export type RawGesture = Pick<Gesture, 'kind' | 'pixel' | 'pointer' | keyof Modifiers>;

/** Milliseconds. */
const LONG_PRESS = 500;
const DOUBLE_CLICK_TIME = 350;

/** Drags that are the map's own: those of the right button, and those that nobody else is offered. */
interface OwnDrags {
  readonly right?: boolean;
  readonly moves?: (event: PointerEvent) => boolean;
}

interface Press {
  readonly id: number;
  /** What lifting it where it went down is. */
  readonly means: 'click' | 'context';
  /** Where it went down, in the window. */
  readonly from: Pixel;
  readonly pointer: Gesture['pointer'];
  claimed: boolean;
  strayed: boolean;
  /** A long press was told, or a second finger came: lifting the finger is no click. */
  spent: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Hears mouse, touch and pen on the map before the map does and tells them as gestures. A claimed drag never reaches
 * the map. Right button and long press are `context`.
 */
export class Hands implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #element: HTMLElement;
  readonly #tell: (gesture: RawGesture) => boolean;
  readonly #own: OwnDrags;
  #press: Press | undefined;
  readonly #fingers = new Set<number>();
  #lastClick: { at: number; pixel: Pixel } | undefined;

  /** `tell` answers whether `down` was claimed. */
  constructor(element: HTMLElement, tell: (gesture: RawGesture) => boolean, own: OwnDrags = {}) {
    this.#element = element;
    this.#tell = tell;
    this.#own = own;
    this.#on('pointerdown', (event) => this.#down(event));
    this.#on('pointermove', (event) => this.#move(event));
    this.#on('pointerup', (event) => this.#up(event));
    this.#on('pointercancel', (event) => this.#cancelled(event));
    this.#on('pointerleave', (event) => {
      if (event.pointerType !== 'touch' && !this.#press?.claimed) this.#say('leave', event);
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
    hear: (event: PointerEvent) => void,
  ): void {
    this.#element.addEventListener(type, hear, { capture: type !== 'pointerleave' });
    this.#lifetime.add(() =>
      this.#element.removeEventListener(type, hear, { capture: type !== 'pointerleave' }),
    );
  }

  #down(event: PointerEvent): void {
    if (event.pointerType === 'touch') {
      this.#fingers.add(event.pointerId);
      if (this.#fingers.size > 1) {
        if (this.#press?.claimed) event.stopImmediatePropagation();
        else if (this.#press) this.#spend(this.#press);
        return;
      }
    }
    const right = event.button === 2;
    if (right && !this.#own.right) {
      event.stopImmediatePropagation();
      this.#say('context', event);
      return;
    }
    if ((event.button !== 0 && !right) || this.#press) return;
    const press: Press = {
      id: event.pointerId,
      from: [event.clientX, event.clientY],
      means: right ? 'context' : 'click',
      pointer: pointerOf(event),
      claimed: !right && !this.#own.moves?.(event) && this.#say('down', event),
      strayed: false,
      spent: false,
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
        if (press.strayed || press.spent || this.#press !== press) return;
        press.spent = true;
        this.#say('context', event);
      }, LONG_PRESS);
  }

  #move(event: PointerEvent): void {
    const press = this.#press;
    if (!press) {
      if (event.pointerType !== 'touch') this.#say('move', event);
      return;
    }
    if (event.pointerId !== press.id) return;
    const pixel: Pixel = [event.clientX, event.clientY];
    if (!press.strayed && pixelDistance(pixel, press.from) > DRAG_THRESHOLD[press.pointer]) {
      press.strayed = true;
      clearTimeout(press.timer);
    }
    if (!press.claimed) return;
    event.stopImmediatePropagation();
    if (press.strayed) this.#say('drag', event);
  }

  #up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    this.#press = undefined;
    clearTimeout(press.timer);
    if (press.claimed) {
      event.stopImmediatePropagation();
      this.#say('up', event);
    }
    if (press.strayed || press.spent) return;
    this.#say(press.means, event);
    if (press.means === 'context') return;
    const now = event.timeStamp;
    const last = this.#lastClick;
    const pixel = this.#pixelOf(event);
    if (
      last &&
      now - last.at < DOUBLE_CLICK_TIME &&
      pixelDistance(pixel, last.pixel) < DOUBLE_CLICK_DISTANCE
    ) {
      this.#lastClick = undefined;
      this.#say('double', event);
    } else this.#lastClick = { at: now, pixel };
  }

  #cancelled(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    this.#press = undefined;
    clearTimeout(press.timer);
    if (press.claimed) this.#say('up', event);
  }

  #spend(press: Press): void {
    press.spent = true;
    clearTimeout(press.timer);
  }

  #say(kind: Gesture['kind'], event: PointerEvent): boolean {
    return this.#tell({
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
