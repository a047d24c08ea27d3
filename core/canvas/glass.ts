let glass: HTMLCanvasElement | undefined;

/** Draws, where `opacity` is less than 1, on a sheet of its own and lays that on with `opacity`: overlapping shapes of a layer do not add up. */
export function throughGlass(
  context: CanvasRenderingContext2D,
  opacity: number,
  draw: (context: CanvasRenderingContext2D) => void,
): void {
  if (opacity === 1) return draw(context);
  glass ??= document.createElement('canvas');
  const { width, height } = context.canvas;
  if (glass.width < width) glass.width = width;
  if (glass.height < height) glass.height = height;
  const own = glass.getContext('2d')!;
  own.clearRect(0, 0, width, height);
  draw(own);
  context.globalAlpha = opacity;
  context.drawImage(glass, 0, 0, width, height, 0, 0, width, height);
  context.globalAlpha = 1;
}
