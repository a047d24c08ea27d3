import { useBrush, paint, type Sheet } from './paint.ts';
import type { Brush } from './brush.ts';
import type { Box, Flat } from './flat.ts';

/** Shapes that are not in the document: what vector tiles tell of the rest. */
export interface Elsewhere {
  /**
   * Shapes of a type within `box` at `resolution` (metres a CSS pixel), cut to the tiles they came in. False where some are
   * still on their way.
   */
  paint(typeName: string, box: Box, resolution: number, draw: (flat: Flat, cut: Box) => void): boolean;
}

/** Draws the shapes of a type, none beyond its tile; false where some are still on their way. */
export function paintElsewhere(
  context: CanvasRenderingContext2D,
  { elsewhere, typeName }: { elsewhere: Elsewhere; typeName: string },
  { sheet, box, ratio }: { sheet: Sheet; box: Box; ratio: number },
  brush: Brush,
): boolean {
  useBrush(context, brush);
  return elsewhere.paint(typeName, box, ratio / sheet.scale, (flat, cut) => {
    context.save();
    context.beginPath();
    context.rect(
      (cut[0] - sheet.west) * sheet.scale,
      (sheet.north - cut[3]) * sheet.scale,
      (cut[2] - cut[0]) * sheet.scale,
      (cut[3] - cut[1]) * sheet.scale,
    );
    context.clip();
    paint(context, flat, brush, sheet);
    context.restore();
  });
}
