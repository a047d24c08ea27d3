import { describe, expect, it } from 'vitest';
import { inSpace, type Vector } from '#core/geodesy';
import type { PanoramicPlace } from '#core/protocol';
import { LocalFrame } from './local-frame.ts';
import type { Sight } from './measuring.ts';
import { meetTriangles } from './on-model.ts';

const CAMERA: [number, number, number] = [12.5, 41.9, 50];
const FRAME = new LocalFrame(CAMERA);
const sightTo = (target: Vector): Sight => ({
  place: { name: 'a.jpg', position: CAMERA } as unknown as PanoramicPlace,
  accuracy: { position: 0.02, direction: 0.1, assumed: false },
  origin: inSpace(CAMERA),
  direction: FRAME.inSpace(target.map((value) => value / Math.hypot(...target)) as unknown as Vector),
});
/** Two walls across the north, 8 m wide and 6 m high: one 10 m away, and one of another model behind it. */
const wallAt = (y: number) => [-4, y, -2, 4, y, -2, 4, y, 4, -4, y, -2, 4, y, 4, -4, y, 4];
const MODELS = {
  triangles: Float32Array.from([...wallAt(12), ...wallAt(10)]),
  models: ['Behind', 'Before'],
  ends: [2, 4],
  isThinned: false,
};
const meet = (target: Vector) => {
  const found = meetTriangles(sightTo(target), MODELS);
  return found && { ...found, at: FRAME.toLocal(found.position) };
};

describe('A line of sight to placed models', () => {
  it('meets the nearest face, whose model is named', () => {
    const { at, from, on } = meet([2, 10, 3])!;
    expect(at).toEqual([expect.closeTo(2, 4), expect.closeTo(10, 4), expect.closeTo(3, 4)] as never);
    expect([from, on]).toEqual([['a.jpg', 'Before'], 'model']);
  });

  it('has the ± of the line of sight, more along it where it meets the face at a slant', () => {
    const [, straight] = meet([0, 10, 0])!.within;
    // Of the camera alone, 1.96 × 2 cm, with the 0.104° of direction across: 1.8 cm at 10 m.
    expect(meet([0, 10, 0])!.within[0]).toBeCloseTo(
      1.96 * Math.hypot(0.02, 10 * Math.sin((0.1044 * Math.PI) / 180)),
      3,
    );
    expect(straight).toBeLessThan(meet([3.9, 10, 3.9])!.radius);
  });

  it('is doubted where shapes were left out, which may be nearer', () => {
    expect(meet([2, 10, 3])!.warnings).toEqual([]);
    expect(meetTriangles(sightTo([2, 10, 3]), { ...MODELS, isThinned: true })!.warnings).toEqual(['thinned']);
  });

  it('passes beside and above them, and meets none behind the camera', () => {
    expect(meet([5, 10, 0])).toBeUndefined();
    expect(meet([0, 10, 5])).toBeUndefined();
    expect(meet([0, -10, 0])).toBeUndefined();
  });
});
