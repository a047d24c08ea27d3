import { Box3, Ray, Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ModelFrame } from '../model/frame.ts';
import { BimCamera } from './camera.ts';
import type { FaceAhead } from './footing.ts';
import { SceneCamera } from './scene-camera.ts';

const box = (min: [number, number, number], max: [number, number, number]) =>
  new Box3(new Vector3(...min), new Vector3(...max));

/** Two storeys of 10 by 8 m, with eaves all around and a wall across the middle. */
const HOUSE = [
  box([0, 0, -0.3], [10, 8, 0]),
  box([0, 0, 2.7], [10, 8, 3]),
  box([-1, -1, 5.7], [11, 9, 8]),
  box([4.9, 0, 0], [5.1, 8, 2.7]),
  box([4.9, 0, 3], [5.1, 8, 5.7]),
  box([0, 0, 0], [0.3, 8, 5.7]),
  box([9.7, 0, 0], [10, 8, 5.7]),
];

/** The first face of the boxes, from the outside or the inside. */
function faceAlong(from: Vector3, direction: Vector3): FaceAhead | undefined {
  const [at, tiny] = [new Vector3(), 1e-9];
  return HOUSE.flatMap((one, i) => {
    const ray = new Ray(from, direction);
    const back = new Ray(from.clone().addScaledVector(direction, 1000), direction.clone().negate());
    const isMet = (one.containsPoint(from) ? back : ray).intersectBox(one, at);
    return isMet ? [{ distance: at.distanceTo(from), element: String(i) }] : [];
  })
    .filter(({ distance }) => distance > tiny)
    .sort((a, b) => a.distance - b.distance)[0];
}

let camera: BimCamera;
const middle = new Vector3(5, 4, 3.85);

beforeEach(() => {
  const frame = {
    crs: 'EPSG:32633',
    toModel: ([x, y]: readonly number[]) => [x! * 1e5, y! * 1e5, 0],
    fromModel: ([x, y]: readonly number[]) => [x! / 1e5, y! / 1e5, 0],
  } as unknown as ModelFrame;
  const eye = new SceneCamera();
  camera = new BimCamera(eye, {
    frame,
    origin: [0, 0, 0],
    turn: 0,
    faceAlong,
    meet: () => undefined,
    bounds: { middle, diameter: 18 },
    redraw: () => undefined,
  });
  camera.resize([1000, 600]);
  eye.target.copy(middle);
});

describe('Walking in a model', () => {
  it('starts on the floor under what one looks at, beside the walls', () => {
    camera.eye.target.set(5, 4, 6);
    camera.setMode('walk');
    const { x, y, z } = camera.eye.position;
    expect(z).toBeCloseTo(3 + 1.7, 2);
    expect(Math.abs(x - 5)).toBeGreaterThan(0.5);
    expect([x > 0.3 && x < 9.7, y > 0 && y < 8]).toEqual([true, true]);
  });

  it('starts on the storey that one looks at', () => {
    camera.eye.target.set(7, 4, 1);
    camera.setMode('walk');
    const { x, y, z } = camera.eye.position;
    [x, y, z].forEach((value, axis) => expect(value).toBeCloseTo([7, 4, 1.7][axis]!, 2));
  });

  it.each(['orbit', 'plan', 'front'] as const)('ends with the whole model in view: %s', (mode) => {
    camera.setMode('walk');
    for (let steps = 0; steps < 40; steps++) camera.walk(0, 1, 0);
    camera.setMode(mode);
    expect(camera.eye.target.distanceTo(middle)).toBe(0);
    expect(camera.eye.resolution * 600).toBeCloseTo(18 * 1.1, 6);
  });
});
