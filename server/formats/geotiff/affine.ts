import { UnusableDem } from './unusable.ts';

/** x = a·column + b·row + c; y = d·column + e·row + f. */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export interface RasterPlacing {
  transformation: readonly number[] | undefined;
  scale: readonly number[] | undefined;
  tiePoint: readonly number[] | undefined;
  /** Raster coordinates refer to the centre of a pixel, not its corner. */
  pixelIsPoint: boolean;
}

/**
 * The transform from pixel centres, numbered from 0, to coordinates. Throws UnusableDem where the file does not state
 * it.
 */
export function affineOf({ transformation, scale, tiePoint, pixelIsPoint }: RasterPlacing): Affine {
  const corner = cornersOf(transformation, scale, tiePoint);
  const { a, b, d, e } = corner;
  if (![a, b, corner.c, d, e, corner.f].every(Number.isFinite) || a * e - b * d === 0)
    throw new UnusableDem('unplaced');
  const half = pixelIsPoint ? 0 : 0.5;
  return { ...corner, c: corner.c + half * (a + b), f: corner.f + half * (d + e) };
}

function cornersOf(
  transformation: readonly number[] | undefined,
  scale: readonly number[] | undefined,
  tiePoint: readonly number[] | undefined,
): Affine {
  if (transformation && transformation.length >= 8) {
    const [a, b, , c, d, e, , f] = transformation as number[];
    return { a: a!, b: b!, c: c!, d: d!, e: e!, f: f! };
  }
  // Several tie points without a scale mean a warped image; one with a scale means a grid.
  if (!scale || scale.length < 2 || tiePoint?.length !== 6) throw new UnusableDem('unplaced');
  const [column, row, , x, y] = tiePoint as number[];
  const [right, up] = scale as number[];
  return { a: right!, b: 0, c: x! - column! * right!, d: 0, e: -up!, f: y! + row! * up! };
}

export function apply({ a, b, c, d, e, f }: Affine, x: number, y: number): [number, number] {
  return [a * x + b * y + c, d * x + e * y + f];
}

export function inverseOf({ a, b, c, d, e, f }: Affine): Affine {
  const det = a * e - b * d;
  return {
    a: e / det,
    b: -b / det,
    c: (b * f - c * e) / det,
    d: -d / det,
    e: a / det,
    f: (c * d - a * f) / det,
  };
}
