import type { Scene } from 'cesium';
import { describe, expect, it } from 'vitest';
import { themeColours } from '#core/canvas';
import type { Position } from '#core/protocol';
import { DisplayHeights } from '../../model/heights.ts';
import { lookingFrom } from '../../testing/looking-from.ts';
import { GlobePen } from './globe-pen.ts';
import { CameraProjection } from '../camera/projection.ts';

const TALL = 100;

/** A building with this many equal walls, 14 m around a place at 45° N. */
function ringOf(walls: number): Position[] {
  return Array.from({ length: walls + 1 }, (_, i) => {
    const angle = (2 * Math.PI * ((i % walls) + 0.5)) / walls;
    return [9 + 0.00018 * Math.cos(angle), 45 + 0.000126 * Math.sin(angle)];
  });
}

/** Number of outline segments of a selected building, with or without a height attribute. */
function outlined(walls: number, height?: string) {
  const heights = new DisplayHeights();
  heights.measuredAt(0);
  const camera = lookingFrom([9, 44.991, 1_000]);
  const projection = new CameraProjection({ camera } as Scene, heights, () => [800, 600]);
  const label = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const drawn = new Set<string>();
  let from = '';
  const context = {
    moveTo: (x: number, y: number) => void (from = label(x, y)),
    lineTo: (x: number, y: number) => {
      drawn.add(`${from} to ${label(x, y)}`);
      from = label(x, y);
    },
    beginPath: () => undefined,
    fill: () => undefined,
    stroke: () => undefined,
    setLineDash: () => undefined,
  };
  const ring = ringOf(walls);
  const location = { type: 'Polygon' as const, coordinates: [ring] };
  const object = { id: 'a', typeName: 'building', location, properties: { tall: TALL }, relatesTo: [] };
  const style = { stroke: '#000000', width: 1, ...(height === undefined ? {} : { height }) };
  new GlobePen(context as never, 1, themeColours('light'), projection, heights).draw({
    previews: [],
    highlights: [{ object, style, role: 'selected' }],
    sketches: [],
    cursor: undefined,
  });
  const at = ([x, y]: Position, up: number) => label(...(projection.toPixel([x, y, up]) as [number, number]));
  const along = (up: number) =>
    ring.slice(1).filter((to, i) => drawn.has(`${at(ring[i]!, up)} to ${at(to, up)}`)).length;
  const upwards = ring.slice(1).filter((place) => drawn.has(`${at(place, 0)} to ${at(place, TALL)}`)).length;
  return { foot: along(0), roof: along(TALL), upwards };
}

describe('The selection on the globe', () => {
  it('outlines an extruded polygon by base, roof and wall edges', () => {
    expect(outlined(4, 'tall')).toEqual({ foot: 4, roof: 4, upwards: 4 });
  });

  it('has no vertical edges on round walls', () => {
    // Each corner turns by 360° / 24 = 15°.
    expect(outlined(24, 'tall')).toEqual({ foot: 24, roof: 24, upwards: 0 });
  });

  it('outlines a flat polygon on the ground', () => {
    expect(outlined(4)).toEqual({ foot: 4, roof: 0, upwards: 0 });
  });
});
