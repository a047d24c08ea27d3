import type { Disposable } from '#core/kernel';
import type { Anchored, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { placePopup } from './place-popup.ts';

interface Anchor {
  readonly element: HTMLElement;
  at: Position;
  /**
   * CSS pixels from the position. Unless zero, the element is placed as a popup: next to its position, completely on
   * the map.
   */
  readonly offset: Pixel;
  size: Pixel;
}

/** HTML elements that stay at their positions while the map moves. */
export class Anchors implements Disposable {
  readonly #layer = document.createElement('div');
  readonly #anchors = new Map<Element, Anchor>();
  readonly #toPixel: (position: Position) => Pixel | undefined;
  /** Sizes are observed, not read: reading them at every move would force a layout each time. */
  readonly #resizeObserver = new ResizeObserver((changed) => {
    for (const { target } of changed) {
      const anchor = this.#anchors.get(target);
      if (anchor) anchor.size = sizeOf(anchor.element);
      else this.#mapSize = sizeOf(this.#layer);
    }
    this.place();
  });
  #mapSize: Pixel = [0, 0];

  /** Appends to `map` a layer with the class that the viewer styles. */
  constructor(map: HTMLElement, className: string, toPixel: (position: Position) => Pixel | undefined) {
    this.#toPixel = toPixel;
    this.#layer.className = className;
    map.append(this.#layer);
    this.#mapSize = sizeOf(this.#layer);
    this.#resizeObserver.observe(this.#layer);
  }

  add(element: HTMLElement, at: Position, offset: Pixel): Anchored {
    element.style.position = 'absolute';
    element.style.left = element.style.top = '0';
    this.#layer.append(element);
    const anchor: Anchor = { element, at, offset, size: sizeOf(element) };
    this.#anchors.set(element, anchor);
    this.#resizeObserver.observe(element);
    this.#position(anchor);
    return {
      move: (to) => {
        anchor.at = to;
        this.#position(anchor);
      },
      dispose: () => {
        this.#resizeObserver.unobserve(element);
        this.#anchors.delete(element);
        element.remove();
      },
    };
  }

  /** Places all elements again, after the map has moved. */
  place(): void {
    for (const anchor of this.#anchors.values()) this.#position(anchor);
  }

  dispose(): void {
    this.#resizeObserver.disconnect();
    this.#anchors.clear();
    this.#layer.remove();
  }

  #position({ element, at, offset, size }: Anchor): void {
    const pixel = this.#toPixel(at);
    element.style.display = pixel ? '' : 'none';
    if (!pixel) return;
    const isPopup = offset[0] !== 0 || offset[1] !== 0;
    const [x, y] = isPopup ? placePopup(pixel, offset, size, this.#mapSize) : pixel;
    element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }
}

const sizeOf = ({ offsetWidth, offsetHeight }: HTMLElement): Pixel => [offsetWidth, offsetHeight];
