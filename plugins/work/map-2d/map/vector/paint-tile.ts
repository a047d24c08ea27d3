import type RenderFeature from 'ol/render/Feature.js';
import CanvasImmediateRenderer from 'ol/render/canvas/Immediate.js';
import type Style from 'ol/style/Style.js';
import type { TilePlace } from '#core/mapview';
import { drawLabels, labelOf } from './tile-labels.ts';
import { boxOfTile } from './tile-features.ts';
import type { TileStyle } from './tile-styles.ts';

/** CSS pixels of a side of a tile, for which styles are made. */
const SIDE = 512;

/** Draws what lies in a tile, which may be a part of the one that has the features. */
export function paintTile(
  features: readonly RenderFeature[],
  style: TileStyle,
  place: TilePlace,
  pixels: number,
): ImageBitmap {
  const canvas = new OffscreenCanvas(pixels, pixels);
  const context = canvas.getContext('2d')!;
  const box = boxOfTile(place);
  const scale = pixels / (box[2] - box[0]);
  const ratio = pixels / SIDE;
  if (style.background !== undefined) {
    context.fillStyle = style.background;
    context.fillRect(0, 0, pixels, pixels);
  }
  const drawn = inDrawingOrder(features, style, (box[2] - box[0]) / SIDE);
  const renderer = new CanvasImmediateRenderer(
    context,
    ratio,
    [...box],
    [scale, 0, 0, -scale, -box[0] * scale, box[3] * scale],
    0,
  );
  const labels = drawn.flatMap(({ feature, style: each }) => labelOf(feature, each) ?? []);
  for (const { feature, style: each } of drawn) {
    each.setText(null);
    renderer.drawFeature(feature as never, each);
  }
  const pixelOf = ([x, y]: readonly [number, number]) =>
    [(x - box[0]) * scale, (box[3] - y) * scale] as const;
  drawLabels(context, labels, pixelOf, { ratio, side: pixels });
  return canvas.transferToImageBitmap();
}

function inDrawingOrder(
  features: readonly RenderFeature[],
  style: TileStyle,
  resolution: number,
): readonly { readonly feature: RenderFeature; readonly style: Style }[] {
  return features
    .flatMap((feature) => style.styles(feature, resolution).map((each) => ({ feature, style: each })))
    .sort((a, b) => (a.style.getZIndex() ?? 0) - (b.style.getZIndex() ?? 0));
}
