import { describe, expect, it } from 'vitest';
import { HALF_WORLD, positionOf } from '#core/canvas';
import { protobuf } from '#core/testing';
import { MAX_VERTICES } from './check-tile.ts';
import { boxOfTile, featuresIn, projectedBox, readTileFeatures } from './tile-features.ts';

const { varint, number, bytes, text, zigzag } = protobuf;
const WORLD = { z: 0, x: 0, y: 0 };

/** A tile of one layer `land` with one feature; `geometry`: commands and their numbers. */
function tileOf(type: 1 | 2 | 3, geometry: readonly number[]): ArrayBuffer {
  const feature = [...bytes(2, [0, 0]), ...number(3, type), ...bytes(4, geometry)];
  const layer = [
    ...number(15, 2),
    ...text(1, 'land'),
    ...bytes(2, feature),
    ...text(3, 'use'),
    ...bytes(4, text(1, 'wood')),
    ...number(5, 4096),
  ];
  return new Uint8Array(bytes(3, layer)).buffer;
}
const moves = (...steps: [number, number][]) => steps.flat().flatMap((step) => varint(zigzag(step)));
const command = (id: number, count: number) => varint((count << 3) | id);
/** A ring from its first corner by steps, in pixels of the tile. */
const ring = (first: [number, number], ...steps: [number, number][]) => [
  ...command(1, 1),
  ...moves(first),
  ...command(2, steps.length),
  ...moves(...steps),
  ...command(7, 1),
];

describe('A vector tile', () => {
  it('has a square with a hole where its pixels are, anticlockwise outside', () => {
    const square = ring([1024, 1024], [2048, 0], [0, 2048], [-2048, 0]);
    // From the last corner, (1024, 3072), to (1536, 1536); the hole runs the other way.
    const hole = ring([512, -1536], [0, 512], [512, 0], [0, -512]);
    const features = readTileFeatures(tileOf(3, [...square, ...hole]), WORLD);
    const { features: [found], isWhole } = featuresIn(features, boxOfTile(WORLD), 10); // prettier-ignore
    expect(isWhole).toBe(true);
    expect(found!.properties).toEqual({ use: 'wood', layer: 'land' });
    const coordinates = found!.geometry.coordinates as [number, number][][];
    expect(found!.geometry.type).toBe('Polygon');
    // A quarter of the world from the middle: 90° W, and the latitude of half the half world.
    const [west, north] = positionOf(-HALF_WORLD / 2, HALF_WORLD / 2);
    expect(coordinates[0]![0]).toEqual([expect.closeTo(west, 6), expect.closeTo(north, 6)]);
    const area = (positions: [number, number][]) =>
      positions.slice(1).reduce((sum, [x, y], n) => sum + positions[n]![0] * y - x * positions[n]![1], 0);
    expect(coordinates.map((each) => Math.sign(area(each)))).toEqual([1, -1]);
  });

  it('finds what meets an extent, and says when there is more than asked for', () => {
    const points = tileOf(1, [...command(1, 1), ...moves([3072, 1024])]);
    const features = readTileFeatures(points, WORLD);
    expect(featuresIn(features, projectedBox([80, 60, 100, 70]), 10).features).toHaveLength(1);
    expect(featuresIn(features, projectedBox([-100, 60, -80, 70]), 10).features).toEqual([]);
    expect(featuresIn(features, projectedBox([80, 60, 100, 70]), 0)).toEqual({
      features: [],
      isWhole: false,
    });
  });

  it.each([
    [
      'closes a ring half a billion times',
      3,
      [...ring([0, 0], [9, 0], [0, 9]).slice(0, -1), ...command(7, 2 ** 28)],
    ],
    ['promises vertices that are not there', 2, [...command(1, 1), ...moves([0, 0]), ...command(2, 900_000)]],
    ['has an unknown command', 2, command(5, 1)],
  ] as const)('is damaged when it %s', (_, type, geometry) => {
    expect(() => readTileFeatures(tileOf(type, geometry), WORLD)).toThrow('damaged');
  });

  it('is too large with more than a million vertices, and is given up without reading them', () => {
    const steps = MAX_VERTICES + 1;
    const geometry = [...command(1, 1), ...moves([0, 0]), ...command(2, steps)];
    const content = new Uint8Array(2 * steps).fill(2);
    const feature = [
      ...number(3, 2),
      ...varint((4 << 3) | 2),
      ...varint(geometry.length + content.length),
      ...geometry,
    ];
    const size = feature.length + content.length;
    const head = [...varint((2 << 3) | 2), ...varint(size), ...feature];
    const start = [...varint((3 << 3) | 2), ...varint(head.length + content.length), ...head];
    const whole = new Uint8Array(start.length + content.length);
    whole.set(start);
    whole.set(content, start.length);
    expect(() => readTileFeatures(whole.buffer, WORLD)).toThrow('large');
  });

  it('is damaged when it is something else', () => {
    const page = new TextEncoder().encode('<!doctype html><html>').buffer;
    expect(() => readTileFeatures(page, WORLD)).toThrow('damaged');
  });
});
