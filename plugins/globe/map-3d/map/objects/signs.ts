import {
  BillboardCollection,
  BlendOption,
  Color,
  PointPrimitiveCollection,
  type Cartesian3,
  type Scene,
} from 'cesium';
import { brushOf, spriteOf } from '#core/canvas';
import { colourOf, type PaintLook } from './colour.ts';

/** Points: circles as GPU points, other symbols as images from the flat map. */
export function signs(
  scene: Scene,
  places: readonly Cartesian3[],
  { style, opacity, ratio }: PaintLook,
): PointPrimitiveCollection | BillboardCollection | undefined {
  if (places.length === 0) return undefined;
  // Cesium expects both in CSS pixels.
  const { shape, radius, width } = brushOf(style, 1);
  if (shape === 'circle' && style.svg === undefined) {
    const points = new PointPrimitiveCollection({ blendOption: BlendOption.TRANSLUCENT });
    const look = {
      pixelSize: Math.max(1, 2 * radius - width),
      color: style.fill === undefined ? Color.TRANSPARENT : colourOf(style.fill, opacity),
      outlineColor: colourOf(style.stroke, opacity),
      outlineWidth: width,
    };
    for (const position of places) points.add({ ...look, position });
    return points;
  }
  const pictures = new BillboardCollection({ scene, blendOption: BlendOption.TRANSLUCENT });
  const image = spriteOf(brushOf(style, ratio));
  const look = { image, scale: 1 / ratio, color: Color.WHITE.withAlpha(opacity) };
  for (const position of places) pictures.add({ ...look, position });
  return pictures;
}
