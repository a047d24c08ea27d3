import { describe, expect, it } from 'vitest';
import { clipLine, clipRing } from '#core/shapes';
import { excerptOf } from './excerpt.ts';
import { boxAround, type ProjectedExtent, type ProjectedGeometry } from './flat.ts';

/** A jagged ring around the origin of 4,000 vertices, some 1,000 km wide, or the line along it. */
function coast(kind: 'areas' | 'lines'): ProjectedGeometry {
  const coordinates = Array.from({ length: 4_000 }, (_, i) => {
    const angle = (i * 2 * Math.PI) / 4_000;
    const radius = 5e5 + 2e4 * Math.sin(i * 12.9898);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  }).flat();
  if (kind === 'areas') coordinates.push(coordinates[0]!, coordinates[1]!);
  return { kind, coordinates, ends: [coordinates.length], box: boxAround(coordinates) };
}

/** Square metres of the area, or metres of the line, within a box. */
function within({ kind, coordinates, ends }: ProjectedGeometry, box: ProjectedExtent): number {
  let sum = 0;
  let start = 0;
  for (const end of ends) {
    const run = Array.from({ length: end - start }, (_, i) => coordinates[start + i]!);
    start = end;
    if (kind === 'areas') {
      const ring = clipRing(run, box);
      for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2)
        sum += (ring[j]! - ring[i]!) * (ring[j + 1]! + ring[i + 1]!) * 0.5;
    } else
      for (const part of clipLine(run, box))
        for (let i = 2; i < part.length; i += 2)
          sum += Math.hypot(part[i]! - part[i - 2]!, part[i + 1]! - part[i - 1]!);
  }
  return sum;
}

describe('the part of a large shape around what is drawn', () => {
  it.each(['areas', 'lines'] as const)('is the same there as all of it: %s', (kind) => {
    const flat = coast(kind);
    // A walk along the coast, across it and away from it, near and far.
    for (let step = 0; step < 200; step++) {
      const side = 100 * 2 ** (step % 9);
      const [x, y] = [5e5 * Math.cos(step / 40) - 300 * (step % 7), 5e5 * Math.sin(step / 40)];
      const box: ProjectedExtent = [x, y, x + side, y + side];
      const scale = kind === 'areas' ? side * side : side;
      expect(within(excerptOf(flat, box), box) / scale).toBeCloseTo(within(flat, box) / scale, 6);
    }
  });

  it('is kept while the map moves near, and small', () => {
    const flat = coast('areas');
    const at = (x: number): ProjectedExtent => [x, 0, x + 500, 500];
    const first = excerptOf(flat, at(490_000));
    expect(first.coordinates.length).toBeLessThan(400);
    expect(excerptOf(flat, at(491_000))).toBe(first);
    expect(excerptOf(flat, at(300_000))).not.toBe(first);
  });

  it('is all of a shape that is not much larger', () => {
    const flat = coast('areas');
    expect(excerptOf(flat, [-3e5, -3e5, 3e5, 3e5])).toBe(flat);
  });
});
