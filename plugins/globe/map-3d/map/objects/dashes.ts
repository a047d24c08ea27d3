import { Color, Material } from 'cesium';

/** Parts of a dash pattern in Cesium, on or off. */
const PARTS = 16;

/**
 * A dash pattern in Cesium's form: the CSS pixels after which it repeats, and a bit mask of its sixteenths, first in
 * the lowest bit; undefined for a solid line. With an odd number of lengths the second round begins with a gap, as in
 * CSS.
 */
function dashingOf(dash: readonly number[]): { length: number; pattern: number } | undefined {
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

/** The material of a dashed line; undefined for a solid one. */
export function dashes(dash: readonly number[], color: Color): Material | undefined {
  const dashing = dashingOf(dash);
  if (!dashing) return undefined;
  const { length: dashLength, pattern: dashPattern } = dashing;
  return Material.fromType('PolylineDash', { color, gapColor: Color.TRANSPARENT, dashLength, dashPattern });
}
