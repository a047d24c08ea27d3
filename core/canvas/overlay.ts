import type { Pixel } from '#core/mapview';
import { clearedCanvas } from './cleared-canvas.ts';
import type { OverlayContent, Pen } from './pen.ts';

/** The canvas on top of a viewer's map: few shapes, redrawn whenever they or the view change. */
export class Overlay {
  readonly element = document.createElement('canvas');
  #empty = true;

  constructor(className: string) {
    this.element.className = className;
    this.element.hidden = true;
  }

  /**
   * `size` is in CSS pixels, `ratio` in device pixels per CSS pixel; `penOf` creates the viewer's pen for the canvas.
   */
  draw(
    { size, ratio }: { size: Pixel; ratio: number },
    content: OverlayContent,
    penOf: (context: CanvasRenderingContext2D) => Pen,
  ): void {
    const { previews, highlights, sketches, cursor } = content;
    const empty = previews.length + highlights.length + sketches.length === 0 && !cursor;
    // If it was empty and stays empty, there is nothing to clear or draw.
    if (empty && this.#empty) return;
    if (empty !== this.#empty) this.element.hidden = empty;
    this.#empty = empty;
    penOf(clearedCanvas(this.element, size, ratio)).draw(content);
  }
}
