import {
  brushOf,
  type Brush,
  boxesMeet,
  flatOf,
  type Box,
  positionOf,
  paint,
  paintObject,
  useBrush,
  type Sheet,
  Layers,
  PLAIN,
  paintElsewhere,
  throughGlass,
  type Elsewhere,
} from '#core/canvas';
import type { MapObject, ProjectDocument } from '#core/document';
import type { Style } from '#core/protocol';

/** What is drawn at rest, type by type: the layers, and what is left out because the overlay draws it. */
export class Rest extends Layers {
  /** Objects that are drawn in the overlay instead. */
  hidden: ReadonlySet<string> = new Set();
  /** Objects drawn with a casing here: too many for the overlay. */
  marked: ReadonlySet<string> = new Set();
  markStyle: Style | undefined;
  elsewhere: Elsewhere | undefined;

  constructor(readonly document: ProjectDocument) {
    super();
  }

  /** How far the widest sign reaches beyond its coordinates, CSS pixels. */
  get reach(): number {
    return Math.max(8, ...this.layers.map(({ style }) => brushOf(style, 1).reach));
  }

  paintTile(context: CanvasRenderingContext2D, sheet: Sheet, box: Box, ratio: number): void {
    const [west, south] = positionOf(box[0], box[1]);
    const [east, north] = positionOf(box[2], box[3]);
    const byType = new Map<string, MapObject[]>();
    for (const object of this.document.index.objects([west, south, east, north])) {
      if (this.hidden.has(object.id)) continue;
      const others = byType.get(object.typeName);
      if (others) others.push(object);
      else byType.set(object.typeName, [object]);
    }
    for (const { typeName, visible, opacity, style } of this.layers) {
      const objects = byType.get(typeName) ?? [];
      byType.delete(typeName);
      if (!visible || opacity === 0) continue;
      const brush = brushOf(style, ratio);
      throughGlass(context, opacity, (on) =>
        this.#paintLayer(on, sheet, box, ratio, typeName, objects, brush),
      );
    }
    for (const objects of byType.values())
      this.#paintLayer(context, sheet, box, ratio, undefined, objects, brushOf(PLAIN, ratio));
    if (this.marked.size > 0 && this.markStyle) this.#paintMarks(context, sheet, box, ratio);
  }

  #paintLayer(
    context: CanvasRenderingContext2D,
    sheet: Sheet,
    box: Box,
    ratio: number,
    typeName: string | undefined,
    objects: readonly MapObject[],
    brush: Brush,
  ): void {
    useBrush(context, brush);
    if (typeName !== undefined && this.elsewhere) {
      const { elsewhere } = this;
      paintElsewhere(context, { elsewhere, typeName }, { sheet, box, ratio }, brush);
      useBrush(context, brush);
    }
    for (const object of objects) paintObject(context, object, brush, sheet);
  }

  #paintMarks(context: CanvasRenderingContext2D, sheet: Sheet, box: Box, ratio: number): void {
    const brush = brushOf(this.markStyle!, ratio);
    useBrush(context, brush);
    for (const id of this.marked) {
      const object = this.document.get(id);
      if (!object || this.hidden.has(id) || !this.seen(object.typeName)) continue;
      const flat = flatOf(object.location);
      if (boxesMeet(flat.box, box)) paint(context, flat, brush, sheet);
    }
  }
}
