import { describe, expect, it } from 'vitest';
import { fitted, MARGIN, panned, plotSize, toPixel, toPlace, zoomed } from './profile-window.ts';

const SIZE = { width: 1000, height: 300 };

describe('The window of a profile', () => {
  it('fills the plot, or keeps the true scale', () => {
    const filled = fitted(SIZE, 100, 20, 30, undefined);
    const [wide, tall] = plotSize(SIZE);
    expect(filled.across).toBeCloseTo(wide / 104, 9);
    expect(filled.up).toBeCloseTo(tall / 11, 9);
    const trueScale = fitted(SIZE, 100, 20, 30, 1);
    expect(trueScale.up).toBe(trueScale.across);
    expect(fitted(SIZE, 100, 20, 30, 5).up / fitted(SIZE, 100, 20, 30, 5).across).toBeCloseTo(5, 9);
  });

  it('shows the whole line and all heights at every scale', () => {
    for (const exaggeration of [undefined, 1, 0.2, 40])
      for (const place of [
        { chainage: 0, height: 20 },
        { chainage: 100, height: 90 },
      ]) {
        const [x, y] = toPixel(fitted(SIZE, 100, 20, 90, exaggeration), place);
        expect(x).toBeGreaterThanOrEqual(MARGIN.left);
        expect(x).toBeLessThanOrEqual(SIZE.width - MARGIN.right);
        expect(y).toBeGreaterThanOrEqual(MARGIN.top);
        expect(y).toBeLessThanOrEqual(SIZE.height - MARGIN.bottom);
      }
  });

  it('is drawn before any point has arrived, and for level and single points', () => {
    for (const window of [fitted(SIZE, 100, Infinity, -Infinity, 1), fitted(SIZE, 100, 5, 5, undefined)]) {
      expect(Number.isFinite(window.up)).toBe(true);
      expect(Number.isFinite(window.from.height)).toBe(true);
    }
  });

  it('keeps the place under the pointer while it zooms, and follows it while it is dragged', () => {
    const window = fitted(SIZE, 100, 20, 30, 1);
    const held = toPlace(window, 400, 120);
    const near = toPlace(zoomed(window, 3, 400, 120), 400, 120);
    expect(near.chainage).toBeCloseTo(held.chainage, 9);
    expect(near.height).toBeCloseTo(held.height, 9);
    const moved = toPlace(panned(window, 30, -12), 430, 108);
    expect(moved.chainage).toBeCloseTo(held.chainage, 9);
    expect(moved.height).toBeCloseTo(held.height, 9);
  });

  it('ends its zoom where numbers end', () => {
    let window = fitted(SIZE, 100, 20, 30, 1);
    for (let i = 0; i < 200; i++) window = zoomed(window, 4, 400, 120);
    expect(window.across).toBeLessThanOrEqual(1e6);
    for (let i = 0; i < 200; i++) window = zoomed(window, 0.2, 400, 120);
    expect(window.up).toBeGreaterThanOrEqual(1e-4 * (1 - 1e-9));
  });
});
