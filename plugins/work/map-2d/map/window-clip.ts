import type { LayerWindow } from '#core/mapview';

const SELECTORS: Readonly<Record<string, string>> = {
  background: '.map2d-osm, .map2d-earth',
  objects: '.map2d-rest',
};

/** Clips the elements of layers to a part of the map. */
export class WindowClip {
  readonly #viewport: HTMLElement;
  #window: LayerWindow | undefined;
  #clipped: readonly HTMLElement[] = [];

  constructor(viewport: HTMLElement) {
    this.#viewport = viewport;
  }

  show(part: LayerWindow | undefined): void {
    this.#window = part;
    this.apply();
  }

  /** Again, when elements may have come. */
  apply(): void {
    const before = this.#clipped;
    this.#clipped = this.#window ? this.#elementsOf(this.#window.layers) : [];
    for (const element of before) if (!this.#clipped.includes(element)) element.style.clipPath = '';
    const path = this.#window && pathOf(this.#window.shape);
    for (const element of this.#clipped) element.style.clipPath = path!;
  }

  #elementsOf(layers: readonly string[]): readonly HTMLElement[] {
    return layers.flatMap((id) => [
      ...this.#viewport.querySelectorAll<HTMLElement>(SELECTORS[id] ?? `.map2d-external-${CSS.escape(id)}`),
    ]);
  }
}

function pathOf(shape: LayerWindow['shape']): string {
  if (shape.kind === 'left') return `inset(0 calc(100% - ${shape.x}px) 0 0)`;
  return `circle(${shape.radius}px at ${shape.centre[0]}px ${shape.centre[1]}px)`;
}
