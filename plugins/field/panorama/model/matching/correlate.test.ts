import { describe, expect, it } from 'vitest';
import { minus, type Vector } from '#core/geodesy';
import { directionInPicture, rotationOf, turned } from '../pose.ts';
import { correlate, type Comparison, type Standpoint } from './correlate.ts';
import { correlateAround, judged } from './match-task.ts';

const WIDTH = 2048;
/** Metres north of the first panorama: a wall that faces south. */
const WALL = 8;
type Texture = (east: number, up: number) => number;

/** Smooth noise: the same for the same place, different everywhere. */
const noise: Texture = (east, up) => {
  const corner = (x: number, y: number) => {
    const wave = Math.sin(x * 127.1 + y * 311.7) * 43_758.5453;
    return (wave - Math.floor(wave)) * 255;
  };
  const [x, y] = [east * 4, up * 4];
  const [left, below] = [Math.floor(x), Math.floor(y)];
  const [right, above] = [x - left, y - below];
  const lower = corner(left, below) * (1 - right) + corner(left + 1, below) * right;
  const upper = corner(left, below + 1) * (1 - right) + corner(left + 1, below + 1) * right;
  return lower * (1 - above) + upper * above;
};
const stripes: Texture = (east) => (Math.sin(east * 2 * Math.PI) > 0 ? 230 : 20);

/** The wall as a camera there sees it. */
function seenFrom(origin: Vector, pose: Parameters<typeof rotationOf>[0], texture: Texture): Standpoint {
  const rotation = rotationOf(pose);
  const [columns, rows] = [WIDTH, WIDTH / 2];
  const data = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [east, north, up] = turned(
        rotation,
        directionInPicture((column + 0.5) / columns, (row + 0.5) / rows),
      );
      const away = (WALL - origin[1]) / north;
      data[row * columns + column] = away > 0 ? texture(origin[0] + east * away, origin[2] + up * away) : 128;
    }
  return { origin, rotation, pieces: [{ left: 0, top: 0, width: 1, height: 1, columns, rows, data }] };
}

const POSES = [
  { heading: 40, pitch: 12, roll: -20 },
  { heading: 300, pitch: -8, roll: 15 },
] as const;
const SECOND: Vector = [3, 2, 0.5];
/** On the wall, from the first panorama. */
const TARGET: Vector = [1.5, WALL, 0.8];
const distance = Math.hypot(...TARGET);

function comparison(texture: Texture): Comparison {
  return {
    first: seenFrom([0, 0, 0], POSES[0], texture),
    second: seenFrom(SECOND, POSES[1], texture),
    direction: TARGET.map((value) => value / distance) as unknown as Vector,
    pixel: (2 * Math.PI) / WIDTH,
    nearest: 1.5,
    farthest: 60,
  };
}

const lively = comparison(noise);
const guess = (times: number, score: number) => ({ distance: distance * times, score });

describe('a point of one panorama in another', () => {
  it('is found along its line of sight, within half a pixel, whatever the poses are', () => {
    const match = judged(correlate(lively), lively);
    expect(match).toMatchObject({ isSure: true });
    if (typeof match === 'string') return;
    const seen = (metres: number) =>
      minus(TARGET.map((value) => (value / distance) * metres) as unknown as Vector, SECOND);
    const [found, right] = [seen(match.distance), seen(distance)];
    const cosine =
      (found[0] * right[0] + found[1] * right[1] + found[2] * right[2]) /
      Math.hypot(...found) /
      Math.hypot(...right);
    expect(Math.acos(Math.min(1, cosine))).toBeLessThan(Math.PI / WIDTH);
  });

  it('is found again around a first guess', () => {
    const again = judged(correlateAround(lively, [guess(1.05, 0.9), guess(3, 0.4)]), lively);
    expect(again).toMatchObject({ isSure: true });
    expect((again as { distance: number }).distance).toBeCloseTo(distance, 1);
  });

  it('is no doubt of itself where it is looked at from two near guesses', () => {
    const twice = judged(correlateAround(lively, [guess(1.02, 0.9), guess(1.09, 0.8)]), lively);
    expect(twice).toMatchObject({ isSure: true });
  });

  it('is unsure where a pattern repeats itself', () => {
    const match = judged(correlate(comparison(stripes)), lively);
    expect(match).toMatchObject({ isSure: false });
    expect((match as { next: number }).next).toBeGreaterThan(0.8);
  });

  it('is not sought on a plain wall, and not found where nothing is alike', () => {
    expect(judged(correlate(comparison(() => 150)), lively)).toBe('plain');
    const match = judged(
      correlate({ ...lively, second: seenFrom(SECOND, POSES[1], (x, y) => noise(x + 90, y)) }),
      lively,
    );
    expect(typeof match === 'string' || !match.isSure).toBe(true);
  });

  it('is not sought where its picture is not loaded', () => {
    expect(correlate({ ...lively, first: { ...lively.first, pieces: [] } })).toBe('unseen');
  });
});
