import { PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { expect, it } from 'vitest';
import { ScenePictures } from './pictures.ts';

it('a picture stands upright between its corners, in its colours, and leaves nothing behind', async () => {
  const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setSize(200, 200);
  // Red at the upper left, green at the upper right, blue below.
  const canvas = new OffscreenCanvas(2, 2);
  const context = canvas.getContext('2d')!;
  for (const [x, y, colour] of [
    [0, 0, '#f00'],
    [1, 0, '#0f0'],
    [0, 1, '#00f'],
    [1, 1, '#00f'],
  ] as const) {
    // prettier-ignore
    context.fillStyle = colour;
    context.fillRect(x, y, 1, 1);
  }
  const image = await createImageBitmap(canvas);
  const origin = new Vector3(300_000, 4_760_000, 100);
  let redrawn = 0;
  const pictures = new ScenePictures(origin, () => redrawn++);
  const scene = new Scene();
  scene.add(pictures.group);
  // From the camera at the origin to the north, 4 m wide and high at 4 m.
  const camera = new PerspectiveCamera(90, 1, 0.1, 100);
  camera.up.set(0, 0, 1);
  camera.lookAt(0, 1, 0);
  camera.updateMatrixWorld();
  const place = (x: number, y: number, z: number) => [origin.x + x, origin.y + y, origin.z + z] as const;
  const picture = {
    id: 'a',
    at: place(0, 0, 0),
    corners: [place(-2, 4, 2), place(2, 4, 2), place(2, 4, -2), place(-2, 4, -2)],
    image,
    isChosen: false,
  };
  pictures.show([picture]);
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const at = (x: number, y: number) => {
    const pixel = new Uint8Array(4);
    gl.readPixels(x, 199 - y, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return [...pixel.subarray(0, 3)];
  };
  // It covers the middle half; the middle of its corners' pixels.
  expect(at(60, 60)).toEqual([255, 0, 0]);
  expect(at(140, 60)).toEqual([0, 255, 0]);
  expect(at(60, 140)).toEqual([0, 0, 255]);
  expect(at(20, 100)).toEqual([0, 0, 0]);
  pictures.show([picture]);
  expect(renderer.info.memory.textures).toBe(1);
  pictures.dispose();
  renderer.render(scene, camera);
  expect([renderer.info.memory.textures, renderer.info.memory.geometries, redrawn]).toEqual([0, 0, 3]);
  renderer.dispose();
});
