import type { Pixel } from '#core/mapview';
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
    const { element } = this;
    const { previews, highlights, sketches, cursor } = content;
    const empty = previews.length + highlights.length + sketches.length === 0 && !cursor;
    // If it was empty and stays empty, there is nothing to clear or draw.
    if (empty && this.#empty) return;
    if (empty !== this.#empty) element.hidden = empty;
    this.#empty = empty;
    const [width, height] = [Math.round(size[0] * ratio), Math.round(size[1] * ratio)];
    if (element.width !== width || element.height !== height) {
      element.width = width;
      element.height = height;
      element.style.width = `${size[0]}px`;
      element.style.height = `${size[1]}px`;
    }
    const context = element.getContext('2d')!;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    penOf(context).draw(content);
  }
}
