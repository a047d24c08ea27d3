import { Color, Material } from 'cesium';

/** Cesium knows of a dashing so many parts, on or off. */
const PARTS = 16;

/**
 * A dashing as Cesium counts it: the CSS pixels after which it repeats, and which of its sixteenths are drawn, the first
 * in the lowest bit; undefined where a line is drawn through. Of an odd number of lengths, as in CSS, the second round
 * begins with a gap.
 */
export function dashingOf(dash: readonly number[]): { length: number; pattern: number } | undefined {
  const lengths = dash.length % 2 === 1 ? [...dash, ...dash] : dash;
  const length = lengths.reduce((sum, each) => sum + each, 0);
  if (length === 0) return undefined;
  let pattern = 0;
  for (let part = 0; part < PARTS; part++) {
    let left = ((part + 0.5) / PARTS) * length;
    const at = lengths.findIndex((each) => (left -= each) < 0);
    if (at % 2 === 0) pattern |= 1 << part;
  }
  return { length, pattern };
}

/** What draws dashes; undefined for a line that is drawn through. */
export function dashes(dash: readonly number[], color: Color): Material | undefined {
  const dashing = dashingOf(dash);
  if (!dashing) return undefined;
  const { length: dashLength, pattern: dashPattern } = dashing;
  return Material.fromType('PolylineDash', { color, gapColor: Color.TRANSPARENT, dashLength, dashPattern });
}
