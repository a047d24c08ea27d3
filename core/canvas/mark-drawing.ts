import type { PictureMark } from '#core/protocol';
import { drawingOfMark, MARK_EDGE, TEXT_EDGE, type MarkDrawing } from '#core/styles';

/** Draws marks on a picture: a copy of it, never the picture itself. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  marks: readonly PictureMark[],
  size: readonly [width: number, height: number],
  times = 1,
): void {
  for (const mark of marks) drawMark(context, drawingOfMark(mark, size, times), mark.colour);
}

/** In a colour, with its edge. */
export function drawMark(
  context: CanvasRenderingContext2D,
  { path, width, text }: MarkDrawing,
  colour: string,
): void {
  context.lineCap = context.lineJoin = 'round';
  context.strokeStyle = MARK_EDGE;
  context.fillStyle = colour;
  if (text) {
    context.font = `600 ${text.size}px system-ui, sans-serif`;
    context.lineWidth = text.size * TEXT_EDGE;
    context.strokeText(text.content, text.x, text.y);
    context.fillText(text.content, text.x, text.y);
    return;
  }
  const drawn = new Path2D(path);
  context.lineWidth = width * 2;
  context.stroke(drawn);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke(drawn);
}
