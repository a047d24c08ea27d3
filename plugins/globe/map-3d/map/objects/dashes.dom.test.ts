import { Color } from 'cesium';
import { describe, expect, it } from 'vitest';
import { dashes } from './dashes.ts';

/** The length of a dash pattern in pixels, and its bit mask. */
function dashingOf(dash: number[]): { dashLength: number; dashPattern: number } | undefined {
  return dashes(dash, Color.RED)?.uniforms as ReturnType<typeof dashingOf>;
}

/** The sixteenths of a dash pattern, drawn ones as #. */
function drawn(...dash: number[]): string | undefined {
  const dashing = dashingOf(dash);
  return (
    dashing && [...Array(16).keys()].map((part) => ((dashing.dashPattern >> part) & 1 ? '#' : '.')).join('')
  );
}

describe('Dashes on the globe', () => {
  it('match the style, to a sixteenth', () => {
    // 8 of 12 pixels: 16 · 8 / 12 = 10.7 sixteenths.
    expect(drawn(8, 4)).toBe('###########.....');
    // 2 of 6: 16 · 2 / 6 = 5.3.
    expect(drawn(2, 4)).toBe('#####...........');
    expect(drawn(4, 2, 1, 1)).toBe('########....##..');
    expect(dashingOf([8, 4])?.dashLength).toBe(12);
  });

  it('with an odd number of lengths swap dashes and gaps in the second round', () => {
    expect(dashingOf([4])?.dashLength).toBe(8);
    expect(drawn(4)).toBe('########........');
    expect(drawn(2, 1, 1)).toBe('####..##....##..'.replace('....##..', '....##..'));
  });

  it('are not used where nothing repeats', () => {
    expect(dashingOf([])).toBeUndefined();
    expect(dashingOf([0, 0])).toBeUndefined();
  });
});
