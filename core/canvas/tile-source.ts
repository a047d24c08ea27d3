import { useBrush, paint, type Sheet } from './paint.ts';
import type { Brush } from './brush.ts';
import type { ProjectedExtent, ProjectedGeometry } from './flat.ts';

/** Shapes of objects that are not loaded in the document, from vector tiles. */
export interface TileSource {
  /**
   * Draws the shapes of a type within `box` at `resolution` (EPSG:3857 metres per CSS pixel), all of a tile at once,
   * with the box to which they are clipped. Returns false while some are still loading.
   */
  paint(
    typeName: string,
    box: ProjectedExtent,
    resolution: number,
    draw: (shapes: ProjectedGeometry, cut: ProjectedExtent) => void,
  ): boolean;
}

/** Draws the shapes of a type, each clipped to its tile. Returns false while some are still loading. */
export function paintTiles(
  context: CanvasRenderingContext2D,
  { source, typeName }: { source: TileSource; typeName: string },
  { sheet, box, ratio }: { sheet: Sheet; box: ProjectedExtent; ratio: number },
  brush: Brush,
): boolean {
  useBrush(context, brush);
  return source.paint(typeName, box, ratio / sheet.scale, (flat, cut) => {
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
