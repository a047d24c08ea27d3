/** A canvas with what is drawn above it, as a PNG. */
export function pictureOf(canvas: HTMLCanvasElement, overlay: HTMLElement): Promise<Blob> {
  const both = document.createElement('canvas');
  [both.width, both.height] = [canvas.width, canvas.height];
  const context = both.getContext('2d')!;
  context.drawImage(canvas, 0, 0);
  if (overlay instanceof HTMLCanvasElement) context.drawImage(overlay, 0, 0, both.width, both.height);
  return new Promise((resolve, reject) =>
    both.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty.')))),
  );
}
