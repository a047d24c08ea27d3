import type { DocumentReader, MapObject } from '#core/document';
import type { Disposable } from '#core/kernel';
import type { HighlightRole, Pixel, Sketch } from '#core/mapview';
import type { Layers } from './layers.ts';
import type { OverlayContent } from './pen.ts';

/** What tools show on a viewer beside the objects at rest: sketches, previews, and what is highlighted. */
export class OnShow {
  readonly #sketches = new Map<string, Sketch>();
  readonly #previews = new Set<readonly MapObject[]>();
  readonly #highlights = new Map<HighlightRole, readonly string[]>();

  constructor(
    readonly document: DocumentReader,
    readonly layers: Layers,
    /** More highlighted objects of a role than this are left to the viewer. */
    readonly most: number,
    /** Called when something is to be drawn again; with what must not rest any more, or may again, where previews changed. */
    readonly changed: (previews?: true) => void,
  ) {}

  show(sketch: Sketch | undefined, slot = 'tool'): void {
    if (sketch) this.#sketches.set(slot, sketch);
    else if (!this.#sketches.delete(slot)) return;
    this.changed();
  }

  preview(objects: readonly MapObject[]): Disposable & { update(objects: readonly MapObject[]): void } {
    let shown = objects;
    this.#previews.add(shown);
    this.changed(true);
    return {
      update: (next) => {
        if (!this.#previews.delete(shown)) return;
        shown = next;
        this.#previews.add(shown);
        this.changed(true);
      },
      dispose: () => {
        if (this.#previews.delete(shown)) this.changed(true);
      },
    };
  }

  /** False where nothing has changed by it. */
  highlight(role: HighlightRole, ids: readonly string[]): boolean {
    if (ids.length === 0 && !this.#highlights.has(role)) return false;
    if (ids.length === 0) this.#highlights.delete(role);
    else this.#highlights.set(role, ids);
    return true;
  }

  /** The objects that are highlighted in too great number for the overlay. */
  get many(): readonly string[] {
    return [...this.#highlights.values()].filter((ids) => ids.length > this.most).flat();
  }

  /** The objects drawn instead of those at rest. */
  get previewed(): readonly MapObject[] {
    return [...this.#previews].flat();
  }

  content(cursor: Pixel | undefined): OverlayContent {
    const previewed = this.previewed;
    return {
      previews: previewed.map((object) => ({ object, style: this.layers.styleOf(object.typeName) })),
      highlights: this.#outlined(previewed),
      sketches: [...this.#sketches.values()],
      cursor,
    };
  }

  #outlined(previewed: readonly MapObject[]): OverlayContent['highlights'] {
    const instead = new Map(previewed.map((object) => [object.id, object]));
    const shown = [];
    for (const role of ['conflict', 'selected', 'hover'] as const) {
      const ids = this.#highlights.get(role) ?? [];
      if (ids.length > this.most) continue;
      for (const id of ids) {
        const object = instead.get(id) ?? this.document.get(id);
        if (object && this.layers.seen(object.typeName))
          shown.push({ object, role, style: this.layers.styleOf(object.typeName) });
      }
    }
    return shown;
  }
}
