import {
  brushOf,
  flatOf,
  type ProjectedExtent,
  positionOf,
  paint,
  paintObject,
  useBrush,
  type Sheet,
  ViewerLayers,
  DEFAULT_STYLE,
  paintTiles,
  scaleOfSheet,
  withOpacity,
  type TileSource,
} from '#core/canvas';
import { peekProperty, type MapObject, type ProjectDocument } from '#core/document';
import type { Style } from '#core/protocol';
import { groupedBySymbol, styleAt, symbolsIn } from '#core/styles';

/** The layers as drawn in cached tiles, without what the overlay draws. */
export class BaseLayer extends ViewerLayers {
  /** Objects drawn in the overlay instead. */
  hidden: ReadonlySet<string> = new Set();
  /** Highlighted objects drawn here: too many for the overlay. */
  bulkHighlighted: ReadonlySet<string> = new Set();
  bulkHighlightStyle: Style | undefined;
  tileSource: TileSource | undefined;

  constructor(readonly document: ProjectDocument) {
    super();
  }

  /** Largest extent of a symbol beyond its coordinates, CSS pixels; `metre`: pixels per metre on the ground. */
  reach(metre: number): number {
    const symbols = this.layers.flatMap(({ style }) => symbolsIn(style));
    return symbols.reduce((most, symbol) => Math.max(most, brushOf(symbol, 1, metre).reach), 8);
  }

  paintTile(context: CanvasRenderingContext2D, sheet: Sheet, box: ProjectedExtent, ratio: number): void {
    const [west, south] = positionOf(box[0], box[1]);
    const [east, north] = positionOf(box[2], box[3]);
    const isMerged = this.tileSource?.mergedAt?.(ratio / sheet.scale);
    const byType = new Map<string, MapObject[]>();
    for (const object of this.document.index.objects([west, south, east, north])) {
      if (this.hidden.has(object.id) || isMerged?.(object)) continue;
      const others = byType.get(object.typeName);
      if (others) others.push(object);
      else byType.set(object.typeName, [object]);
    }
    for (const { typeName, visible, opacity, style } of this.layers) {
      const objects = byType.get(typeName) ?? [];
      byType.delete(typeName);
      if (!visible || opacity === 0) continue;
      withOpacity(context, opacity, (on) =>
        this.#paintLayer(on, sheet, box, ratio, typeName, objects, style),
      );
    }
    for (const objects of byType.values())
      this.#paintLayer(context, sheet, box, ratio, undefined, objects, DEFAULT_STYLE);
    if (this.bulkHighlighted.size > 0 && this.bulkHighlightStyle)
      this.#paintBulkHighlights(context, sheet, box, ratio);
  }

  #paintLayer(
    context: CanvasRenderingContext2D,
    sheet: Sheet,
    box: ProjectedExtent,
    ratio: number,
    typeName: string | undefined,
    objects: readonly MapObject[],
    style: Style,
  ): void {
    if (typeName !== undefined && this.tileSource)
      paintTiles(context, { source: this.tileSource, typeName }, { sheet, box, ratio }, style);
    const { scale, metre } = scaleOfSheet(sheet, ratio);
    for (const [symbol, drawn] of groupedBySymbol(styleAt(style, scale, peekProperty), objects)) {
      const brush = brushOf(symbol, ratio, metre);
      useBrush(context, brush);
      for (const object of drawn) paintObject(context, object, brush, sheet);
    }
  }

  #paintBulkHighlights(
    context: CanvasRenderingContext2D,
    sheet: Sheet,
    box: ProjectedExtent,
    ratio: number,
  ): void {
    const brush = brushOf(this.bulkHighlightStyle!, ratio);
    useBrush(context, brush);
    const [west, south] = positionOf(box[0], box[1]);
    const [east, north] = positionOf(box[2], box[3]);
    const where = (object: MapObject) =>
      this.bulkHighlighted.has(object.id) && !this.hidden.has(object.id) && this.isDrawn(object);
    for (const { location } of this.document.index.objects([west, south, east, north], { where }))
      paint(context, flatOf(location), brush, sheet);
    const { tileSource: source, bulkHighlighted: ids } = this;
    if (!source) return;
    for (const { typeName, visible } of this.layers)
      if (visible)
        paintTiles(context, { source, typeName, ids }, { sheet, box, ratio }, this.bulkHighlightStyle!);
  }
}
