import type { MapObject } from '#core/document';
import { propertyOf } from '#core/kernel';
import type { Style } from '#core/protocol';
import { classificationOf, groupedBySymbol, styleAt, withoutClasses } from '#core/styles';
import { brushOf } from './brush.ts';
import { useBrush, paintAll, paintMerged } from './paint.ts';
import { scaleOfSheet, type Sheet } from './sheet.ts';
import type { ProjectedExtent, ProjectedGeometry } from './flat.ts';

export interface TileShape {
  /** Of a single object. */
  readonly id?: string | undefined;
  readonly flat: ProjectedGeometry;
  /** For merged objects: side of a square of their mean size, metres. */
  readonly side?: number | undefined;
  /** With its class, named as the style's classification says. */
  readonly properties: Readonly<Record<string, unknown>>;
}

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
    draw: (shapes: readonly TileShape[], cut: ProjectedExtent) => void,
  ): boolean;
  /**
   * Returns a test of whether tiles show an object merged with others at `resolution`, so that it is not drawn again; undefined
   * where none is. The test is for one painting: it does not see tiles that come later.
   */
  mergedAt?(resolution: number): ((object: MapObject) => boolean) | undefined;
}

/** Which shapes to draw: those of a type, or (with `ids`) only those of these objects. */
interface DrawnShapes {
  readonly source: TileSource;
  readonly typeName: string;
  readonly ids?: ReadonlySet<string>;
}

/** Draws shapes, each clipped to its tile. Returns false while some are still loading. */
export function paintTiles(
  context: CanvasRenderingContext2D,
  { source, typeName, ids }: DrawnShapes,
  { sheet, box, ratio }: { sheet: Sheet; box: ProjectedExtent; ratio: number },
  style: Style,
): boolean {
  const { scale, metre } = scaleOfSheet(sheet, ratio);
  const at = styleAt<TileShape>(style, scale);
  const property = classificationOf(style)?.property;
  // Shapes of tiles with other classes are drawn with the symbol of the style.
  const plain = styleAt<TileShape>(withoutClasses(style), scale);
  return source.paint(typeName, box, ratio / sheet.scale, (all, cut) => {
    const shapes = ids ? all.filter(({ id }) => id !== undefined && ids.has(id)) : all;
    if (shapes.length === 0) return;
    // Whole pixels, so that neighbouring tiles join without a seam.
    const left = Math.round((cut[0] - sheet.west) * sheet.scale);
    const top = Math.round((sheet.north - cut[3]) * sheet.scale);
    const right = Math.round((cut[2] - sheet.west) * sheet.scale);
    const bottom = Math.round((sheet.north - cut[1]) * sheet.scale);
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    const styling = {
      symbolsOf: (shape: TileShape) => {
        const name = property === undefined ? undefined : propertyOf(shape.properties, property);
        return typeof name === 'string' ? at.symbolsOfClass(name) : plain.symbolsOf(shape);
      },
      orderOf: (symbol: Style) => at.orderOf(symbol),
    };
    for (const [symbol, group] of groupedBySymbol(styling, shapes)) {
      const brush = brushOf(symbol, ratio, metre);
      useBrush(context, brush);
      for (const { flat, side } of group)
        if (side !== undefined) paintMerged(context, flat, side, brush, sheet);
      const single = group.filter(({ side }) => side === undefined).map(({ flat }) => flat);
      paintAll(context, single, brush, sheet);
    }
    context.restore();
  });
}
