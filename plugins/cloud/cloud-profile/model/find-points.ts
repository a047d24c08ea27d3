import { toPixel, type ProfilePlace, type ProfileWindow } from './profile-window.ts';
import type { SectionPoints } from './section-points.ts';

/** The index of the shown point nearest to a pixel, at most `reach` pixels away; undefined without one. */
export function nearestPoint(
  points: SectionPoints,
  window: ProfileWindow,
  pixel: readonly [number, number],
  reach: number,
  shown: (index: number) => boolean,
): number | undefined {
  const [x0, y0] = toPixel(window, { chainage: 0, height: 0 });
  let nearest = reach * reach;
  let found: number | undefined;
  for (let i = 0; i < points.count; i++) {
    const dx = x0 + points.chainage[i]! * window.across - pixel[0];
    const dy = y0 - points.height[i]! * window.up - pixel[1];
    const away = dx * dx + dy * dy;
    if (away > nearest || !shown(i)) continue;
    nearest = away;
    found = i;
  }
  return found;
}

/** How many shown points lie in a ring of places, by class. */
export function countWithin(
  points: SectionPoints,
  ring: readonly ProfilePlace[],
  shown: (index: number) => boolean,
): { readonly count: number; readonly byClass: ReadonlyMap<number, number> } {
  const byClass = new Map<number, number>();
  let count = 0;
  for (let i = 0; i < points.count; i++) {
    if (!isWithin(points.chainage[i]!, points.height[i]!, ring) || !shown(i)) continue;
    count++;
    byClass.set(points.classes[i]!, (byClass.get(points.classes[i]!) ?? 0) + 1);
  }
  return { count, byClass };
}

/** Even-odd rule. */
export function isWithin(chainage: number, height: number, ring: readonly ProfilePlace[]): boolean {
  let within = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[i]!, ring[j]!];
    if (a.height > height === b.height > height) continue;
    const cross = ((b.chainage - a.chainage) * (height - a.height)) / (b.height - a.height) + a.chainage;
    if (chainage < cross) within = !within;
  }
  return within;
}
