import {
  brushOf,
  type Brush,
  boxesMeet,
  flatOf,
  type Box,
  type Flat,
  positionOf,
  paint,
  useBrush,
  type Sheet,
  Layers,
  PLAIN,
} from '#core/canvas';
import type { MapObject, ProjectDocument } from '#core/document';
import type { Style } from '#core/protocol';

/** Shapes that are not in the document: what vector tiles tell of the rest. */
export interface Elsewhere {
  /** Shapes of a type within `box` at `resolution` (metres a CSS pixel), cut to the tiles they came in. */
  paint(typeName: string, box: Box, resolution: number, draw: (flat: Flat, cut: Box) => void): void;
}

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
      const draw = (on: CanvasRenderingContext2D) =>
        this.#paintLayer(on, sheet, box, ratio, typeName, objects, brush);
      if (opacity === 1) draw(context);
      else throughGlass(context, opacity, draw);
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
      this.elsewhere.paint(typeName, box, ratio / sheet.scale, (flat, cut) => {
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
      useBrush(context, brush);
    }
    for (const object of objects) paint(context, flatOf(object.location), brush, sheet);
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

let glass: HTMLCanvasElement | undefined;

/** Draws on a sheet of its own and lays that on with `opacity`: overlapping shapes of a layer do not add up. */
function throughGlass(
  context: CanvasRenderingContext2D,
  opacity: number,
  draw: (context: CanvasRenderingContext2D) => void,
): void {
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
