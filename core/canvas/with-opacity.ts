let buffer: HTMLCanvasElement | undefined;

/**
 * Draws with one opacity for all: `draw` gets a buffer that is laid on the canvas with `opacity`, so that overlapping
 * shapes of a layer do not add up. With opacity 1 it draws directly.
 */
export function withOpacity(
  context: CanvasRenderingContext2D,
  opacity: number,
  draw: (context: CanvasRenderingContext2D) => void,
): void {
  if (opacity === 1) return draw(context);
  buffer ??= document.createElement('canvas');
  const { width, height } = context.canvas;
  if (buffer.width < width) buffer.width = width;
  if (buffer.height < height) buffer.height = height;
  const buffered = buffer.getContext('2d')!;
  buffered.clearRect(0, 0, width, height);
  draw(buffered);
  context.globalAlpha = opacity;
  context.drawImage(buffer, 0, 0, width, height, 0, 0, width, height);
  context.globalAlpha = 1;
}
