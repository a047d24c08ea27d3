import type { GeometryType, Style } from '#core/protocol';

/**
 * Colours that people with any of the common colour blindnesses can distinguish, without its black and yellow, which
 * are hard to see on dark and light maps. Okabe, M., Ito, K. (2008), "Color Universal Design".
 */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'] as const;
const SHAPES = ['circle', 'square', 'triangle', 'diamond'] as const;
const DASHES = [undefined, [8, 4], [2, 4]];

/** The style of the `n`-th object type of an organization, from 0: colours first, then another shape and dash. */
export function paletteStyle(n: number, geometryType: GeometryType | null): Style {
  const stroke = COLOURS[n % COLOURS.length]!;
  const round = Math.floor(n / COLOURS.length);
  const dash = DASHES[round % DASHES.length];
  const point = geometryType === null || geometryType.endsWith('Point');
  const area = geometryType === null || geometryType.endsWith('Polygon');
  return {
    stroke,
    width: 2,
    ...(dash && !geometryType?.endsWith('Point') ? { dash } : {}),
    ...(point || area ? { fill: `${stroke}40` } : {}),
    ...(point ? { radius: 6, shape: SHAPES[round % SHAPES.length]! } : {}),
  };
}
