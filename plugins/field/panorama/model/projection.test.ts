import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import type { Vector } from '#core/geodesy';
import { Projection } from './projection.ts';

const SIZE = [800, 600] as const;
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 6) as number);

describe('The projection on the screen', () => {
  it('is that of a camera of three.js, as Photo Sphere Viewer has it', () => {
    const eye = { yaw: 5.1, pitch: -0.35, field: 1.1 };
    const projection = new Projection(eye, SIZE);
    const camera = new PerspectiveCamera((eye.field * 180) / Math.PI, SIZE[0] / SIZE[1], 0.1, 1000);
    // Its axes are left, up and north where yaw is 0.
    const inViewer = ([east, north, up]: Vector) => new Vector3(-east, up, north);
    const ahead: Vector = [
      Math.sin(eye.yaw) * Math.cos(eye.pitch),
      Math.cos(eye.yaw) * Math.cos(eye.pitch),
      Math.sin(eye.pitch),
    ];
    camera.lookAt(inViewer(ahead));
    camera.updateMatrixWorld();
    for (const direction of [ahead, [-0.9, 0.5, -0.2], [-0.7, 0.1, -0.5], [-0.8, 0.3, 0.1]] as Vector[]) {
      const { x, y } = inViewer(direction).project(camera);
      expect(projection.toPixel(direction)).toEqual(near([((x + 1) / 2) * SIZE[0], ((1 - y) / 2) * SIZE[1]]));
      const back = projection.toDirection(projection.toPixel(direction)!);
      const length = Math.hypot(...direction);
      expect(back).toEqual(near(direction.map((value) => value / length)));
    }
    expect(projection.toPixel([0.9, -0.5, 0.2])).toBeUndefined();
  });

  it('draws the part of a line that is before the eye', () => {
    const projection = new Projection({ yaw: 0, pitch: 0, field: Math.PI / 2 }, SIZE);
    // Along the right side, from behind to far ahead: it ends near the vanishing point.
    const [from, to] = projection.clipped([2, -10, -1], [2, 1000, -1])!;
    expect(from[0]).toBeGreaterThan(SIZE[0]);
    expect(to).toEqual(near([400 + 0.6, 300 + 0.3]));
    expect(projection.clipped([2, -10, 0], [2, -5, 0])).toBeUndefined();
  });
});
