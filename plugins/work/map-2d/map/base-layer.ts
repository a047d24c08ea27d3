import {
  brushOf,
  type Brush,
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
  withOpacity,
  type TileSource,
} from '#core/canvas';
import type { MapObject, ProjectDocument } from '#core/document';
import type { Style } from '#core/protocol';

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

  /** Largest extent of a symbol beyond its coordinates, CSS pixels. */
  get reach(): number {
    return Math.max(8, ...this.layers.map(({ style }) => brushOf(style, 1).reach));
  }

  paintTile(context: CanvasRenderingContext2D, sheet: Sheet, box: ProjectedExtent, ratio: number): void {
    const [west, south] = positionOf(box[0], box[1]);
    const [east, north] = positionOf(box[2], box[3]);
    const byType = new Map<string, MapObject[]>();
    for (const object of this.document.index.objects([west, south, east, north])) {
      if (this.hidden.has(object.id) || this.tileSource?.merges?.(object, ratio / sheet.scale)) continue;
      const others = byType.get(object.typeName);
      if (others) others.push(object);
      else byType.set(object.typeName, [object]);
    }
    for (const { typeName, visible, opacity, style } of this.layers) {
      const objects = byType.get(typeName) ?? [];
      byType.delete(typeName);
      if (!visible || opacity === 0) continue;
      const brush = brushOf(style, ratio);
      withOpacity(context, opacity, (on) =>
        this.#paintLayer(on, sheet, box, ratio, typeName, objects, brush),
      );
    }
    for (const objects of byType.values())
      this.#paintLayer(context, sheet, box, ratio, undefined, objects, brushOf(DEFAULT_STYLE, ratio));
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
    brush: Brush,
  ): void {
    useBrush(context, brush);
    if (typeName !== undefined && this.tileSource) {
      const { tileSource } = this;
      paintTiles(context, { source: tileSource, typeName }, { sheet, box, ratio }, brush);
      useBrush(context, brush);
    }
    for (const object of objects) paintObject(context, object, brush, sheet);
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
    const where = ({ id, typeName }: MapObject) =>
      this.bulkHighlighted.has(id) && !this.hidden.has(id) && this.isVisible(typeName);
    for (const { location } of this.document.index.objects([west, south, east, north], { where }))
      paint(context, flatOf(location), brush, sheet);
    const { tileSource: source, bulkHighlighted: ids } = this;
    if (!source) return;
    for (const { typeName, visible } of this.layers)
      if (visible) paintTiles(context, { source, typeName, ids }, { sheet, box, ratio }, brush);
  }
}
