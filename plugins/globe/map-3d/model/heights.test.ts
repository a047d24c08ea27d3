import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import { DisplayHeights } from './heights.ts';

const point = (coordinates: Position): MapObject => ({
  id: String(coordinates),
  typeName: 't',
  location: { type: 'Point', coordinates },
  properties: {},
  relatesTo: [],
});

describe('Heights in 3D', () => {
  it('are rendered relative to the lowest one', () => {
    const heights = new DisplayHeights();
    heights.note([point([9, 45, 612.5]), point([9, 45, 640]), point([9, 45])]);
    expect(heights.base).toBe(612.5);
    // 640 - 612.5
    expect(heights.drawn([9, 45, 640])).toBe(27.5);
    expect(heights.drawn([9, 45, 612.5])).toBe(0);
    expect(heights.reach).toBe(27.5);
  });

  it('are undefined where there are none', () => {
    const heights = new DisplayHeights();
    heights.note([point([9, 45])]);
    expect(heights.base).toBeUndefined();
    expect(heights.drawn([9, 45])).toBe(0);
    // The height of a sketch before any object has one: on the ground.
    expect(heights.drawn([9, 45, 300])).toBe(0);
    expect(heights.reach).toBe(0);
  });

  it('report when the base height changes', () => {
    const heights = new DisplayHeights();
    expect(heights.note([point([9, 45, 100])])).toBe(true);
    expect(heights.note([point([9, 45, 130])])).toBe(false);
    expect(heights.note([point([9, 45, 90])])).toBe(true);
    expect(heights.drawn([9, 45, 130])).toBe(40);
  });

  it('may be ignored', () => {
    const heights = new DisplayHeights();
    heights.note([point([9, 45, 100]), point([9, 45, 130])]);
    heights.mode = 'ground';
    expect([heights.drawn([9, 45, 130]), heights.reach]).toEqual([0, 0]);
  });

  it('may be below the ellipsoid', () => {
    const heights = new DisplayHeights();
    heights.note([point([9, 45, -20]), point([9, 45, -5])]);
    expect(heights.drawn([9, 45, -5])).toBe(15);
    expect(heights.reach).toBe(15);
  });

  it("are the terrain's where objects have none", () => {
    const heights = new DisplayHeights();
    heights.ground = {
      lowest: 200,
      highest: 500,
      spacing: 1,
      near: (longitude) => (longitude > 10 ? undefined : 320),
      nearest: (longitude) => (longitude > 10 ? 310 : 320),
    };
    heights.note([point([9, 45]), point([9, 45, 340])]);
    expect(heights.base).toBe(200);
    // 320 - 200 on the ground, 340 - 200 in the air; outside the terrain as its edge, 310 - 200.
    expect([heights.drawn([9, 45]), heights.drawn([9, 45, 340]), heights.drawn([11, 45])]).toEqual([
      120, 140, 110,
    ]);
    expect(heights.followsGround).toBe(true);
    heights.exaggeration = 2;
    expect([heights.drawn([9, 45]), heights.drawn([9, 45, 340])]).toEqual([240, 280]);
    expect(heights.reach).toBe(600);
    expect(heights.measuredAt(280)).toBe(340);
  });

  it('may be relative to the ground', () => {
    const heights = new DisplayHeights();
    heights.ground = { lowest: 200, highest: 500, spacing: 1, near: () => 320, nearest: () => 320 };
    heights.mode = 'relative';
    heights.note([point([9, 45, 15])]);
    // 320 - 200 + 15.
    expect(heights.drawn([9, 45, 15])).toBe(135);
    expect(heights.reach).toBe(315);
  });
});
