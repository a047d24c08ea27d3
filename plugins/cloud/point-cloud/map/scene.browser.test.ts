import { Box3, BufferAttribute, BufferGeometry, Object3D, PerspectiveCamera, Points, Vector3 } from 'three';
import { PointColorType, PointSizeType } from 'potree-core';
import { expect, it } from 'vitest';
import type { DrawnCloud } from './drawn-cloud.ts';
import type { Eye } from './eye.ts';
import { CloudMaterial } from './material.ts';
import { CloudScene } from './scene.ts';

/** A cloud of one white point, which covers the middle of the view. */
function cloudOf(material: CloudMaterial): DrawnCloud {
  const geometry = new BufferGeometry();
  const sizes = { position: 3, color: 3, classification: 1, intensity: 1, normal: 3, returnNumber: 1 };
  for (const [name, size] of Object.entries({ ...sizes, numberOfReturns: 1, pointSourceID: 1, scalar: 1 })) {
    const values = new Float32Array(size).fill(name === 'color' ? 1 : 0);
    geometry.setAttribute(name, new BufferAttribute(values, size));
  }
  const points = new Points(geometry, material);
  points.frustumCulled = false;
  const nothing = () => {};
  const octree = Object.assign(new Object3D(), {
    material,
    initialized: () => false,
    disposed: false,
    pcoGeometry: { spacing: 1, boundingBox: new Box3(new Vector3(), new Vector3(1, 1, 1)) },
    maxLevel: 0,
    updateVisibleBounds: nothing,
    updateBoundingBoxes: nothing,
    visibleNodes: [],
    visibleGeometry: [],
  });
  octree.add(points);
  return {
    octree,
    material,
    warmUp: new Object3D(),
    loading: false,
    beforeFrame: nothing,
    dispose: nothing,
  } as unknown as DrawnCloud;
}

it('a see-through cloud is drawn, whether depths are shaded or not', async () => {
  const element = document.createElement('div');
  element.style.cssText = 'position:fixed;inset:0;width:100px;height:100px';
  document.body.append(element);
  const camera = new PerspectiveCamera(90, 1, 0.1, 100);
  camera.position.set(0, 0, 2);
  camera.lookAt(new Vector3(0, 0, 0));
  const scene = new CloudScene(element, { camera } as Eye, 'desk');
  scene.paint('#000000');
  const material = new CloudMaterial();
  material.pointColorType = PointColorType.RGB;
  material.pointSizeType = PointSizeType.FIXED;
  material.size = 60;
  scene.add(cloudOf(material));
  scene.run(() => {});
  /** Of the middle, after the frames that follow a change. */
  const brightness = async (): Promise<number> => {
    scene.redraw();
    // Where frames are slow, depths are shaded only when the camera has rested for a fifth of a second.
    await new Promise((resolve) => setTimeout(resolve, 500));
    return new Promise((resolve) => {
      scene.redraw();
      const drawn = scene.drawn$.subscribe(() => {
        drawn.unsubscribe();
        const gl = scene.canvas.getContext('webgl2')!;
        const pixel = new Uint8Array(4);
        gl.readPixels(
          scene.canvas.width / 2,
          scene.canvas.height / 2,
          1,
          1,
          gl.RGBA,
          gl.UNSIGNED_BYTE,
          pixel,
        );
        resolve(pixel[0]!);
      });
    });
  };
  expect(await brightness()).toBeGreaterThan(240);
  material.opacity = 0.5;
  for (const depthShading of [false, true]) {
    scene.depthShading = depthShading;
    expect(Math.abs((await brightness()) - 128)).toBeLessThan(20);
  }
  scene.dispose();
  element.remove();
});
