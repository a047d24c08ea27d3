import type { PhotoFacts } from '#core/protocol';
import { Unusable } from '../../base/unusable.ts';

/** How a picture covers the sphere. */
export type SourceShape =
  | {
      kind: 'equirectangular';
      /** Pixels of the whole sphere, in the scale of the picture; it is half as high. */
      width: number;
      /** What of it the picture has: left, top, width, height. */
      crop: readonly [number, number, number, number];
    }
  | { kind: 'cube'; arrangement: CubeArrangement; face: number };

/** Columns and rows of the faces: `3x2`, `6x1` and `1x6` in the order right, left, up, down, front, back; `4x3` a cross. */
export type CubeArrangement = '3x2' | '6x1' | '1x6' | '4x3';

/** The picture is not a panorama that can be used; `key` names its sentence. */
export class UnusablePanorama extends Unusable {}

/** Nothing above this is decoded, pixels. */
export const MAX_PIXELS = 1_000_000_000;
/** Of what a picture says its whole sphere has, pixels. */
const MAX_WIDTH = 65_536;
/** Parts by which sizes may differ: programs round differently. */
const ROUNDING = 0.01;

const ARRANGEMENTS: Readonly<Record<CubeArrangement, readonly [number, number]>> = {
  '3x2': [3, 2],
  '6x1': [6, 1],
  '1x6': [1, 6],
  '4x3': [4, 3],
};

/** Throws UnusablePanorama with what is wrong. `layout`: what the person says where the picture does not. */
export function sourceShape(
  { width, height, orientation, panorama, notes }: PhotoFacts,
  layout?: 'equirectangular' | 'cube',
): SourceShape {
  if (notes.includes('unreadable') || width === 0 || height === 0)
    throw new UnusablePanorama('panoramics.unreadable');
  const [wide, high] = orientation > 4 ? [height, width] : [width, height];
  if (wide * high > MAX_PIXELS)
    throw new UnusablePanorama('panoramics.too-large', {
      megapixels: Math.round((wide * high) / 1e6),
      most: MAX_PIXELS / 1e6,
    });
  const projection = panorama?.projection ?? 'equirectangular';
  if (layout === 'cube' || (layout === undefined && projection === 'cubemap')) return cubeShape(wide, high);
  if (projection !== 'equirectangular' && layout === undefined)
    throw new UnusablePanorama('panoramics.projection', { projection });
  const full = panorama?.fullWidth;
  if (!panorama || full == null || panorama.fullHeight === null) {
    if (Math.abs(wide / high / 2 - 1) > ROUNDING)
      throw new UnusablePanorama('panoramics.not-twice-as-wide', { width: wide, height: high });
    return { kind: 'equirectangular', width: wide, crop: [0, 0, wide, Math.round(wide / 2)] };
  }
  return croppedShape([wide, high], panorama);
}

/** Of a picture that says which part of the sphere it has; it may have been made smaller since. */
function croppedShape(
  [wide, high]: readonly [number, number],
  panorama: NonNullable<PhotoFacts['panorama']>,
): SourceShape {
  const [full, fullHigh] = [panorama.fullWidth!, panorama.fullHeight!];
  const [left, top] = [panorama.left ?? 0, panorama.top ?? 0];
  const [stated, statedHigh] = [panorama.width ?? wide, panorama.height ?? high];
  const lie = { full: `${full} × ${fullHigh}`, width: wide, height: high };
  if (full === 0 || full > MAX_WIDTH || Math.abs(full / fullHigh / 2 - 1) > ROUNDING)
    throw new UnusablePanorama('panoramics.full-size', lie);
  const slack = Math.max(2, full * ROUNDING * 0.1);
  if (left + stated > full + slack || top + statedHigh > fullHigh + slack || stated === 0 || statedHigh === 0)
    throw new UnusablePanorama('panoramics.crop', lie);
  const [scale, scaleHigh] = [wide / stated, high / statedHigh];
  if (scale > 1 + ROUNDING || Math.abs(scale / scaleHigh - 1) > ROUNDING)
    throw new UnusablePanorama('panoramics.crop', lie);
  const width = Math.round((full * scale) / 2) * 2;
  const x = Math.min(Math.round(left * scale), Math.max(0, width - wide));
  const y = Math.min(Math.round(top * scale), Math.max(0, width / 2 - high));
  return {
    kind: 'equirectangular',
    width: Math.max(width, wide),
    crop: [x, y, wide, Math.min(high, width / 2 - y)],
  };
}

function cubeShape(wide: number, high: number): SourceShape {
  for (const [arrangement, [columns, rows]] of Object.entries(ARRANGEMENTS)) {
    const face = Math.floor(wide / columns);
    if (face > 0 && Math.abs((wide * rows) / (high * columns) - 1) < ROUNDING)
      return { kind: 'cube', arrangement: arrangement as CubeArrangement, face };
  }
  throw new UnusablePanorama('panoramics.not-cube', { width: wide, height: high });
}
