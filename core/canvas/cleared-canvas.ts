import type { Pixel } from '#core/mapview';

/** Fits a canvas to the view's size in CSS pixels and clears it. Returns its context, in device pixels. */
export function clearedCanvas(
  element: HTMLCanvasElement,
  size: Pixel,
  ratio: number,
): CanvasRenderingContext2D {
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
  return context;
}
