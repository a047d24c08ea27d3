import { Cartesian3, Math as CesiumMath } from 'cesium';
import { Pen, traceMarker, useBrush, type Brush, type ThemeColours } from '#core/canvas';
import type { MapObject } from '#core/document';
import type { Pixel } from '#core/mapview';
import type { Geometry, Position, Style } from '#core/protocol';
import type { DisplayHeights } from '../../model/heights.ts';
import { areasOf, pathsOf, pointsOf } from '../objects/places.ts';
import { prismsOf, tallnessOf, type Prism } from '../objects/prisms.ts';
import type { CameraProjection } from '../camera/projection.ts';

/** Corners that turn less than this count as round, without a vertical edge. */
const ROUND = CesiumMath.toRadians(20);

/** Draws on the canvas above the globe: sketches are visible even behind other things. */
export class GlobePen extends Pen {
  readonly #projection: CameraProjection;
  readonly #heights: DisplayHeights;

  constructor(
    context: CanvasRenderingContext2D,
    ratio: number,
    colours: ThemeColours,
    projection: CameraProjection,
    heights: DisplayHeights,
  ) {
    super(context, ratio, colours);
    this.#projection = projection;
    this.#heights = heights;
  }

  protected toCanvas(position: Position): Pixel | undefined {
    return this.#scaled(this.#projection.toPixel(position));
  }

  protected useBrush(brush: Brush): void {
    useBrush(this.context, brush);
  }

  /** Adds roof and walls of extruded polygons. */
  protected override object(object: MapObject, style: Style): void {
    super.object(object, style);
    const tall = tallnessOf(object, style, this.#heights);
    if (tall === 0) return;
    this.context.beginPath();
    for (const prism of prismsOf(object.location, tall, this.#heights))
      for (const edge of [...prism.roof, ...uprightsOf(prism)]) this.#trace(edge);
    this.context.stroke();
  }

  protected paint(geometry: Geometry, brush: Brush): void {
    const { context } = this;
    context.beginPath();
    const points = pointsOf(geometry);
    for (const point of points) {
      const place = this.toCanvas(point);
      if (place) traceMarker(context, brush.shape, ...place, brush.radius);
    }
    const areas = areasOf(geometry, this.#heights);
    if (brush.fill !== undefined && areas.length + points.length > 0) {
      for (const ring of areas.flat()) this.#trace(ring);
      context.fill('evenodd');
    }
    if (brush.width <= 0) return;
    if (points.length === 0) {
      context.beginPath();
      for (const path of pathsOf(geometry, this.#heights)) this.#trace(path);
    }
    context.stroke();
  }

  /** A line, interrupted where the horizon hides it. */
  #trace(path: readonly Cartesian3[]): void {
    let drawing = false;
    for (const place of path) {
      const pixel = this.#scaled(this.#projection.pixelOf(place));
      if (pixel) this.context[drawing ? 'lineTo' : 'moveTo'](...pixel);
      drawing = pixel !== undefined;
    }
  }

  #scaled(pixel: Pixel | undefined): Pixel | undefined {
    return pixel && [pixel[0] * this.ratio, pixel[1] * this.ratio];
  }
}

/** The vertical wall edges at corners. */
function uprightsOf({ base, roof }: Prism): [Cartesian3, Cartesian3][] {
  return base.flatMap((foot, ring) =>
    foot.slice(1).flatMap((corner, i): [Cartesian3, Cartesian3][] => {
      const next = foot[i + 2] ?? foot[1]!;
      return turnAt(foot[i]!, corner, next) > ROUND ? [[corner, roof[ring]![i + 1]!]] : [];
    }),
  );
}

function turnAt(from: Cartesian3, corner: Cartesian3, to: Cartesian3): number {
  const [before, after] = [new Cartesian3(), new Cartesian3()];
  Cartesian3.subtract(corner, from, before);
  Cartesian3.subtract(to, corner, after);
  return Cartesian3.angleBetween(before, after);
}
