/** Fineness of the look, pixels. */
const STEP = 8;

/**
 * How many pixels at the foot of `element` something covers: on a phone a panel is a sheet over the map, and what one
 * flies to should not end up behind it. No more than three quarters.
 */
export function coveredBelow(element: HTMLElement): number {
  const { left, top, width, bottom, height } = element.getBoundingClientRect();
  const x = left + width / 2;
  for (let y = bottom - 1; y > top + height / 4; y -= STEP) {
    const there = document.elementFromPoint(x, y);
    if (!there || element.contains(there)) return Math.round(bottom - 1 - y);
  }
  return Math.round((height * 3) / 4);
}
