import type { Disposable } from '#core/kernel';
import type { Anchored, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';

interface Held {
  readonly element: HTMLElement;
  at: Position;
  readonly offset: Pixel;
}

/** HTML elements that stay at their places while the map moves. */
export class Anchors implements Disposable {
  readonly #layer = document.createElement('div');
  readonly #held = new Set<Held>();
  readonly #toPixel: (position: Position) => Pixel | undefined;

  /** They go into `map`, into a layer of the class that the viewer styles. */
  constructor(map: HTMLElement, className: string, toPixel: (position: Position) => Pixel | undefined) {
    this.#toPixel = toPixel;
    this.#layer.className = className;
    map.append(this.#layer);
  }

  add(element: HTMLElement, at: Position, offset: Pixel): Anchored {
    const held: Held = { element, at, offset };
    this.#held.add(held);
    element.style.position = 'absolute';
    element.style.left = element.style.top = '0';
    this.#layer.append(element);
    this.#put(held);
    return {
      move: (to) => {
        held.at = to;
        this.#put(held);
      },
      dispose: () => {
        this.#held.delete(held);
        element.remove();
      },
    };
  }

  /** The map has moved. */
  place(): void {
    for (const held of this.#held) this.#put(held);
  }

  dispose(): void {
    this.#held.clear();
    this.#layer.remove();
  }

  #put({ element, at, offset }: Held): void {
    const pixel = this.#toPixel(at);
    element.style.display = pixel ? '' : 'none';
    if (!pixel) return;
    const [x, y] = [Math.round(pixel[0] + offset[0]), Math.round(pixel[1] + offset[1])];
    element.style.transform = `translate(${x}px, ${y}px)`;
  }
}
