import { drawMark } from '#core/canvas';
import { arrowHead, type MarkDrawing } from '#core/styles';
import type { Vector } from '#core/geodesy';
import type { PictureMark } from '#core/protocol';
import type { Projection } from '../model/projection.ts';

/** CSS pixels: of a line, of an arrow's head, and of a text. */
const WIDTH = 3;
const HEAD = 16;
const TEXT = 16;

/** A mark with the directions of its points: east, north and up. */
export interface SeenMark {
  readonly mark: PictureMark;
  readonly places: readonly Vector[];
}

/** Draws marks over the panorama: lines between two directions are straight on the screen. */
export function drawSeenMarks(
  context: CanvasRenderingContext2D,
  projection: Projection,
  ratio: number,
  marks: readonly SeenMark[],
): void {
  context.save();
  context.scale(ratio, ratio);
  context.setLineDash([]);
  for (const seen of marks) {
    const drawing = drawingOf(seen, projection);
    if (drawing) drawMark(context, drawing, seen.mark.colour);
  }
  context.restore();
}

/** Undefined where nothing of it is before the eye. */
function drawingOf({ mark, places }: SeenMark, projection: Projection): MarkDrawing | undefined {
  if (mark.kind === 'text') {
    const at = projection.toPixel(places[0]!);
    return at && { path: '', width: 0, text: { content: mark.text, x: at[0], y: at[1], size: TEXT } };
  }
  let path = '';
  for (let i = 1; i < places.length; i++) {
    const part = projection.clipped(places[i - 1]!, places[i]!);
    if (!part) continue;
    const [from, to] = part;
    path += `M${from.join(' ')}L${to.join(' ')}`;
    // Behind the eye there is no end to point at.
    if (mark.kind === 'arrow' && projection.toPixel(places[i]!)) path += arrowHead(from, to, HEAD);
  }
  return path === '' ? undefined : { path, width: WIDTH, text: undefined };
}
