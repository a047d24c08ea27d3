import {
  BillboardCollection,
  BlendOption,
  Color,
  Matrix4,
  PointPrimitiveCollection,
  PrimitiveCollection,
  type Scene,
} from 'cesium';
import { brushOf, spriteOf } from '#core/canvas';
import type { MapObject } from '#core/document';
import type { Style } from '#core/protocol';
import type { Heights } from '../model/heights.ts';
import { fills, strokes } from './meshes.ts';
import { areasOf, pathsOf, placeOf, pointsOf } from './places.ts';

/** Objects of one type that are drawn together: an edit of one draws these anew, and no others. */
export class Chunk {
  readonly objects = new Map<string, MapObject>();
  /** Something in it has changed since it was drawn. */
  stale = true;
  #drawn: PrimitiveCollection | undefined;

  constructor(
    readonly typeName: string,
    readonly into: PrimitiveCollection,
  ) {}

  draw(
    scene: Scene,
    { style, opacity, ratio }: { style: Style; opacity: number; ratio: number },
    heights: Heights,
    hidden: ReadonlySet<string>,
  ): void {
    this.stale = false;
    this.clear();
    const shown = [...this.objects.values()].filter(({ id }) => !hidden.has(id));
    const stroke = colourOf(style.stroke, opacity);
    const lines = shown.filter(({ location }) => pointsOf(location).length === 0);
    const parts = [
      style.fill === undefined
        ? undefined
        : fills(
            lines.flatMap(({ location }) => areasOf(location, heights)),
            colourOf(style.fill, opacity),
          ),
      style.width > 0
        ? strokes(
            lines.flatMap(({ location }) => pathsOf(location, heights)),
            style.width * ratio,
            stroke,
          )
        : undefined,
      this.#signs(scene, shown, style, opacity, heights, ratio),
    ];
    const drawn = new PrimitiveCollection();
    for (const part of parts) if (part) drawn.add(part);
    this.#drawn = this.into.add(drawn) as PrimitiveCollection;
  }

  /** Draws it elsewhere: for the depth alone. */
  bringNearer(matrix: Matrix4): void {
    const { length = 0 } = this.#drawn ?? {};
    for (let n = 0; n < length; n++) {
      // Into its own: Cesium writes to it, and the matrix that moves nothing cannot be written to.
      const { modelMatrix } = this.#drawn!.get(n) as { modelMatrix: Matrix4 };
      Matrix4.clone(matrix, modelMatrix);
    }
  }

  clear(): void {
    if (this.#drawn) this.into.remove(this.#drawn);
    this.#drawn = undefined;
  }

  /** Circles are points of the graphics card; other signs are the pictures that the flat map draws. */
  #signs(
    scene: Scene,
    objects: readonly MapObject[],
    style: Style,
    opacity: number,
    heights: Heights,
    ratio: number,
  ): PointPrimitiveCollection | BillboardCollection | undefined {
    const places = objects.flatMap(({ location }) => pointsOf(location)).map((at) => placeOf(at, heights));
    if (places.length === 0) return undefined;
    const brush = brushOf(style, ratio);
    if (brush.shape === 'circle') {
      const points = new PointPrimitiveCollection({ blendOption: BlendOption.TRANSLUCENT });
      const look = {
        pixelSize: Math.max(1, 2 * brush.radius - brush.width),
        color: style.fill === undefined ? Color.TRANSPARENT : colourOf(style.fill, opacity),
        outlineColor: colourOf(style.stroke, opacity),
        outlineWidth: brush.width,
      };
      for (const position of places) points.add({ ...look, position });
      return points;
    }
    const signs = new BillboardCollection({ scene, blendOption: BlendOption.TRANSLUCENT });
    const look = { image: spriteOf(brush), color: Color.WHITE.withAlpha(opacity) };
    for (const position of places) signs.add({ ...look, position });
    return signs;
  }
}

function colourOf(css: string, opacity: number): Color {
  const colour = Color.fromCssColorString(css) ?? Color.GRAY.clone();
  colour.alpha *= opacity;
  return colour;
}
