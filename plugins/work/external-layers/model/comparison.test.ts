import { describe, expect, it } from 'vitest';
import { Comparison, RADIUS } from './comparison.ts';

describe('The comparison of layers', () => {
  it('shows a layer on the left of a line, wherever the map ends', () => {
    const comparison = new Comparison();
    expect(comparison.windowOn([800, 600])).toBeUndefined();
    comparison.start('ortho');
    comparison.moveLine(0.25);
    expect(comparison.windowOn([800, 600])).toEqual({ layers: ['ortho'], shape: { kind: 'left', x: 200 } });
    comparison.moveLine(1.5);
    expect(comparison.windowOn([800, 600])?.shape).toEqual({ kind: 'left', x: 800 });
  });

  it('keeps its kind when another layer is compared, and its spyglass on the map', () => {
    const comparison = new Comparison();
    comparison.setKind('spyglass');
    comparison.start('background');
    comparison.moveSpyglass([-1, 0.5]);
    comparison.setRadius(5_000);
    expect(comparison.windowOn([800, 600])).toEqual({
      layers: ['background'],
      shape: { kind: 'circle', centre: [0, 300], radius: RADIUS.max },
    });
    comparison.end();
    expect(comparison.windowOn([800, 600])).toBeUndefined();
  });
});
