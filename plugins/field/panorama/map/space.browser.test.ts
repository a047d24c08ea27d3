import { PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { afterEach, describe, expect, it } from 'vitest';
import { aroundOf } from '../model/around/surroundings.ts';
import { Space } from './space.ts';

const SIDE = 200;
const opened: { dispose(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
});

/** Red, green and blue of places of a picture of 90°, as Photo Sphere Viewer looks to the north. */
function drawn(
  points: readonly (readonly [place: readonly [number, number, number], colour: readonly number[]])[],
  triangles: readonly number[],
  edges: boolean,
) {
  const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setSize(SIDE, SIDE);
  const scene = new Scene();
  // Near and far as there.
  const camera = new PerspectiveCamera(90, 1, 0.1, 20);
  camera.lookAt(0, 0, 1);
  camera.updateMatrixWorld();
  const space = new Space(
    () => [SIDE, SIDE],
    (object) => scene.add(object),
    (object) => scene.remove(object),
  );
  opened.push(space, renderer);
  const around = aroundOf(
    'p',
    {
      places: Float32Array.from(points.flatMap(([place]) => [...place])),
      colours: Uint8Array.from(points.flatMap(([, colour]) => [...colour])),
      sizes: new Float32Array(points.length).fill(0.6),
      clouds: [],
      isThinned: false,
    },
    { triangles: Float32Array.from(triangles), models: [], ends: [], isThinned: false, withoutDatum: [] },
    undefined,
  );
  space.show(around, { points: true, edges });
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  return (x: number, y: number) => {
    const pixel = new Uint8Array(4);
    gl.readPixels(x, SIDE - 1 - y, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return [...pixel.subarray(0, 3)];
  };
}

const [RED, GREEN, BLUE] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
] as const;
/** 5 m to the north, 4 m wide and high. */
const WALL = [-2, 5, -2, 2, 5, -2, 2, 5, 2, -2, 5, -2, 2, 5, 2, -2, 5, 2];

describe('The space around a panorama', () => {
  it('has points where they are, the nearer before the farther, as far as they are loaded', () => {
    const at = drawn(
      [
        [[3, 10, 2], RED],
        [[0, 3, 0], BLUE],
        [[0, 10, 0], GREEN],
        // Beyond the end of the camera of Photo Sphere Viewer.
        [[-60, 100, 0], GREEN],
      ],
      [],
      false,
    );
    // 3 of 10 m to the right of the middle, and 2 above it.
    expect(at(130, 80)).toEqual(RED);
    expect(at(100, 100)).toEqual(BLUE);
    expect(at(40, 100)).toEqual(GREEN);
    expect(at(70, 80)).toEqual([0, 0, 0]);
  });

  it('hides points behind the faces of a model, whose edges are drawn', () => {
    const points = [[[0, 10, 0], GREEN], [[0, 3, 1], BLUE]] as const; // prettier-ignore
    const at = drawn(points, WALL, true);
    expect(at(100, 100)).toEqual([0, 0, 0]);
    expect(at(100, 66)).toEqual(BLUE);
    // 2 of 5 m beside the middle, within a pixel; the diagonal of the wall is no edge.
    const edge = [138, 139, 140, 141].map((x) => at(x, 110)[0]!);
    expect(Math.max(...edge)).toBeGreaterThan(200);
    expect(at(120, 80)).toEqual([0, 0, 0]);
  });
});
