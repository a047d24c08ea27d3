import type { Disposable } from '#core/kernel';
import type { Anchored, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { beside } from './beside.ts';

interface Held {
  readonly element: HTMLElement;
  at: Position;
  /** What has one stands beside its place, and wholly on the map. */
  readonly offset: Pixel;
  size: Pixel;
}

/** HTML elements that stay at their places while the map moves. */
export class Anchors implements Disposable {
  readonly #layer = document.createElement('div');
  readonly #held = new Map<Element, Held>();
  readonly #toPixel: (position: Position) => Pixel | undefined;
  /** As large as they are now: asking at every move would have the page laid out each time. */
  readonly #resized = new ResizeObserver((changed) => {
    for (const { target } of changed) {
      const held = this.#held.get(target);
      if (held) held.size = sizeOf(held.element);
      else this.#room = sizeOf(this.#layer);
    }
    this.place();
  });
  #room: Pixel = [0, 0];

  /** They go into `map`, into a layer of the class that the viewer styles. */
  constructor(map: HTMLElement, className: string, toPixel: (position: Position) => Pixel | undefined) {
    this.#toPixel = toPixel;
    this.#layer.className = className;
    map.append(this.#layer);
    this.#room = sizeOf(this.#layer);
    this.#resized.observe(this.#layer);
  }

  add(element: HTMLElement, at: Position, offset: Pixel): Anchored {
    element.style.position = 'absolute';
    element.style.left = element.style.top = '0';
    this.#layer.append(element);
    const held: Held = { element, at, offset, size: sizeOf(element) };
    this.#held.set(element, held);
    this.#resized.observe(element);
    this.#put(held);
    return {
      move: (to) => {
        held.at = to;
        this.#put(held);
      },
      dispose: () => {
        this.#resized.unobserve(element);
        this.#held.delete(element);
        element.remove();
      },
    };
  }

  /** The map has moved. */
  place(): void {
    for (const held of this.#held.values()) this.#put(held);
  }

  dispose(): void {
    this.#resized.disconnect();
    this.#held.clear();
    this.#layer.remove();
  }

  #put({ element, at, offset, size }: Held): void {
    const pixel = this.#toPixel(at);
    element.style.display = pixel ? '' : 'none';
    if (!pixel) return;
    const standsAside = offset[0] !== 0 || offset[1] !== 0;
    const [x, y] = standsAside ? beside(pixel, offset, size, this.#room) : pixel;
    element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }
}

const sizeOf = ({ offsetWidth, offsetHeight }: HTMLElement): Pixel => [offsetWidth, offsetHeight];
