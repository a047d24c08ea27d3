import { Cartesian3 } from 'cesium';
import type { ViewerLayers } from '#core/canvas';
import type { MapObject, ProjectDocument } from '#core/document';
import { extentAround, inside, type Hit, type Pixel, type SolidEdge } from '#core/mapview';
import type { DisplayHeights } from '../../model/heights.ts';
import { prismsOf, tallnessOf, type Prism } from '../objects/prisms.ts';
import type { CameraProjection } from '../camera/projection.ts';
import { roofEdges } from '../objects/roofs.ts';

export interface PrismPickContext {
  readonly projection: CameraProjection;
  readonly heights: DisplayHeights;
  readonly layers: ViewerLayers;
  readonly document: ProjectDocument;
  /** Position of the camera. */
  readonly from: Cartesian3;
}

/** Adds extruded polygons to the hits on the ground: before other areas, the nearest first. */
export function withPrisms(hits: readonly Hit[], pixel: Pixel, standing: PrismPickContext): Hit[] {
  const up = prismsUnder(pixel, standing);
  if (up.length === 0) return [...hits];
  const known = new Set(up.map(({ id }) => id));
  const others = hits.filter(({ object }) => !known.has(object.id));
  const isArea = ({ object }: Hit) => object.location.type.endsWith('Polygon');
  const standingHits = up.map((object) => ({ object, distance: 0 }));
  return [...others.filter((hit) => !isArea(hit)), ...standingHits, ...others.filter(isArea)];
}

/** The roof edges under a pixel that can be snapped to. */
export function roofsUnder(pixel: Pixel, standing: PrismPickContext): SolidEdge[] {
  const { layers, heights } = standing;
  return prismsUnder(pixel, standing)
    .filter((object) => layers.attracts(object))
    .flatMap((object) =>
      roofEdges(object, tallnessOf(object, layers.styleOf(object.typeName), heights), heights),
    );
}

function prismsUnder(
  pixel: Pixel,
  { projection, heights, layers, document, from }: PrismPickContext,
): MapObject[] {
  if (heights.tallest === 0) return [];
  const view = {
    toPixel: () => undefined,
    toPosition: () => undefined,
    groundBehind: (at: Pixel) => projection.groundBehind(at),
  };
  const extent = extentAround(view, pixel, 0);
  if (!extent) return [];
  return document.index
    .objects(extent, { where: (object) => layers.isPickableObject(object) })
    .flatMap((object) => {
      const tall = tallnessOf(object, layers.styleOf(object.typeName), heights);
      const prisms = tall > 0 ? prismsOf(object.location, tall, heights) : [];
      const seen = prisms.filter((prism) => isUnder(pixel, prism, projection));
      const away = Math.min(...seen.map(({ base }) => Cartesian3.distance(from, base[0]![0]!)));
      return seen.length > 0 ? [{ object, away }] : [];
    })
    .sort((a, b) => a.away - b.away)
    .map(({ object }) => object);
}

/** Whether the roof, a wall or the base is visible at the pixel. */
function isUnder(pixel: Pixel, { base, roof }: Prism, projection: CameraProjection): boolean {
  const drawn = (path: readonly Cartesian3[]) =>
    path.map((place) => projection.pixelOf(place)).filter((at) => at !== undefined);
  const walls = base.flatMap((foot, ring) =>
    foot.slice(1).map((to, i) => [foot[i]!, to, roof[ring]![i + 1]!, roof[ring]![i]!, foot[i]!]),
  );
  return (
    [base, roof].some((rings) => inside(pixel, rings.map(drawn))) ||
    walls.some((wall) => inside(pixel, [drawn(wall)]))
  );
}
