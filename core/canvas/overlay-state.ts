import type { DocumentReader, MapObject } from '#core/document';
import type { Disposable } from '#core/kernel';
import type { HighlightRole, Pixel, Sketch } from '#core/mapview';
import type { ViewerLayers } from './layers.ts';
import type { OverlayContent } from './pen.ts';

/** What tools show on a viewer: sketches, previews and highlights. */
export class OverlayState {
  readonly #sketches = new Map<string, Sketch>();
  readonly #previews = new Set<readonly MapObject[]>();
  readonly #highlights = new Map<HighlightRole, readonly string[]>();

  constructor(
    readonly document: DocumentReader,
    readonly layers: ViewerLayers,
    /** Roles with more highlighted objects than this are left to the viewer; see `bulkHighlighted`. */
    readonly maxHighlights: number,
    /**
     * Called when the overlay must be redrawn; with true when previews changed, so that objects must be hidden or
     * shown again.
     */
    readonly onChange: (previews?: true) => void,
  ) {}

  show(sketch: Sketch | undefined, slot = 'tool'): void {
    if (sketch) this.#sketches.set(slot, sketch);
    else if (!this.#sketches.delete(slot)) return;
    this.onChange();
  }

  preview(objects: readonly MapObject[]): Disposable & { update(objects: readonly MapObject[]): void } {
    let shown = objects;
    this.#previews.add(shown);
    this.onChange(true);
    return {
      update: (next) => {
        if (!this.#previews.delete(shown)) return;
        shown = next;
        this.#previews.add(shown);
        this.onChange(true);
      },
      dispose: () => {
        if (this.#previews.delete(shown)) this.onChange(true);
      },
    };
  }

  /** Returns false when nothing changed. */
  highlight(role: HighlightRole, ids: readonly string[]): boolean {
    if (ids.length === 0 && !this.#highlights.has(role)) return false;
    if (ids.length === 0) this.#highlights.delete(role);
    else this.#highlights.set(role, ids);
    return true;
  }

  /** Ids of highlighted objects that are too many for the overlay. */
  get bulkHighlighted(): readonly string[] {
    return [...this.#highlights.values()].filter((ids) => ids.length > this.maxHighlights).flat();
  }

  /** Objects drawn in place of those of the document. */
  get previewed(): readonly MapObject[] {
    return [...this.#previews].flat();
  }

  content(cursor: Pixel | undefined): OverlayContent {
    const previewed = this.previewed;
    return {
      previews: previewed.map((object) => ({ object, style: this.layers.symbolOf(object) })),
      highlights: this.#highlighted(previewed),
      sketches: [...this.#sketches.values()],
      cursor,
    };
  }

  #highlighted(previewed: readonly MapObject[]): OverlayContent['highlights'] {
    const previews = new Map(previewed.map((object) => [object.id, object]));
    const shown = [];
    for (const role of ['conflict', 'selected', 'hover'] as const) {
      const ids = this.#highlights.get(role) ?? [];
      if (ids.length > this.maxHighlights) continue;
      for (const id of ids) {
        const object = previews.get(id) ?? this.document.get(id);
        if (object && this.layers.isDrawn(object))
          shown.push({ object, role, style: this.layers.symbolOf(object) });
      }
    }
    return shown;
  }
}
