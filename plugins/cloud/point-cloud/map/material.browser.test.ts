import {
  BufferAttribute,
  BufferGeometry,
  type DataTexture,
  PerspectiveCamera,
  Points,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { PointCloudMaterial, PointColorType, PointShape, PointSizeType } from 'potree-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ClipTest } from '../model/clips.ts';
import { CloudMaterial } from './material.ts';

const SIDE = 200;
const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
renderer.setPixelRatio(1);
renderer.setSize(SIDE, SIDE);
afterAll(() => renderer.dispose());

// From above, 4 m wide and high at the ground.
const camera = new PerspectiveCamera(90, 1, 0.1, 100);
camera.position.set(2, 2, 2);
camera.lookAt(new Vector3(2, 2, 0));

/** A point in the middle of each square metre; classes 0 to 15, row by row from the south. */
function grid(): BufferGeometry {
  const zero = () => 0;
  const attributes: Record<string, [size: number, value: (point: number, part: number) => number]> = {
    position: [3, (point, part) => [(point % 4) + 0.5, Math.floor(point / 4) + 0.5, 0][part]!],
    classification: [1, (point) => point],
    color: [3, () => 1],
    intensity: [1, (point) => point / 15],
    normal: [3, zero],
    returnNumber: [1, zero],
    numberOfReturns: [1, zero],
    pointSourceID: [1, zero],
    scalar: [1, zero],
  };
  const geometry = new BufferGeometry();
  for (const [name, [size, value]] of Object.entries(attributes)) {
    const values = Float32Array.from({ length: 16 * size }, (_, i) => value(Math.floor(i / size), i % size));
    geometry.setAttribute(name, new BufferAttribute(values, size));
  }
  return geometry;
}

function pixels(material: PointCloudMaterial, geometry = grid()): Uint8Array {
  const scene = new Scene();
  const points = new Points(geometry, material);
  points.frustumCulled = false;
  scene.add(points);
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const read = new Uint8Array(4 * SIDE * SIDE);
  gl.readPixels(0, 0, SIDE, SIDE, gl.RGBA, gl.UNSIGNED_BYTE, read);
  geometry.dispose();
  return read;
}

/** The red of the points that are drawn, by their class. */
function drawn(material: PointCloudMaterial): Map<number, number> {
  const read = pixels(material);
  const found = new Map<number, number>();
  for (let one = 0; one < 16; one++) {
    const [x, y] = [(one % 4) * 50 + 25, Math.floor(one / 4) * 50 + 25];
    const red = read[4 * (y * SIDE + x)]!;
    if (red > 0) found.set(one, red);
  }
  return found;
}

describe('the material of clouds', () => {
  let material: CloudMaterial;
  beforeEach(() => {
    material = new CloudMaterial();
    material.pointColorType = PointColorType.RGB;
    material.pointSizeType = PointSizeType.FIXED;
    material.size = 9;
  });
  const classes = () => [...drawn(material).keys()];
  const cut = (clips: ConstructorParameters<typeof ClipTest>[0], mode: 'inside' | 'outside' | 'highlight') =>
    material.cut(new ClipTest(clips, mode), [0, 0, 0]);
  const [center, size, turn] = [[1, 1, 0], [2, 2, 1], [0, 0, 0]] as const; // prettier-ignore
  const box = { kind: 'box', id: 'a', name: 'a', center, size, turn } as const;

  it('hides classes whatever colours the points, and shows them again', () => {
    expect(classes()).toHaveLength(16);
    material.hideClasses(new Set([0, 5, 15, 200]));
    expect(classes()).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    material.pointColorType = PointColorType.CLASSIFICATION;
    expect(classes()).not.toContain(5);
    material.hideClasses(new Set());
    expect(classes()).toContain(5);
  });

  it('keeps what is inside or outside of boxes and rings', () => {
    cut([box], 'inside');
    expect(classes()).toEqual([0, 1, 4, 5]);
    cut([box], 'outside');
    expect(classes()).toEqual([2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    const ring = [[2.2, 2], [4, 2], [4, 3.8]] as const; // prettier-ignore
    cut([box, { kind: 'polygon', id: 'b', name: 'b', ring: [...ring], heights: [-1, 1] }], 'inside');
    expect(classes()).toEqual([0, 1, 4, 5, 11]);
    cut([], 'inside');
    expect(classes()).toHaveLength(16);
  });

  it('adjusts, and colours by what is put beside the intensity', () => {
    material.pointColorType = PointColorType.INTENSITY_GRADIENT;
    material.palette = 'greys';
    material.intensityRange = [0, 1];
    const plain = drawn(material);
    expect(plain.get(15)).toBeGreaterThan(plain.get(4)!);
    material.setAdjustment({ gamma: 1, contrast: 0, brightness: 0.3 });
    expect(drawn(material).get(4)).toBeGreaterThan(plain.get(4)!);
    material.setAdjustment({ gamma: 1, contrast: 0, brightness: 0 });
    expect(drawn(material)).toEqual(plain);
    material.setScalar([-1, 1]);
    // All are zero.
    expect(new Set(drawn(material).values()).size).toBe(1);
    material.setScalar(undefined);
    expect(drawn(material)).toEqual(plain);
  });

  it('gives points the sizes that potree-core gives them where they adapt', () => {
    const peer = new PointCloudMaterial({ newFormat: false });
    const pictures = [peer, material].map((one) => {
      one.inputColorEncoding = one.outputColorEncoding = 1;
      one.pointColorType = PointColorType.RGB;
      one.pointSizeType = PointSizeType.ADAPTIVE;
      one.shape = PointShape.CIRCLE;
      Object.assign(one, { size: 0.5, minSize: 1, fov: Math.PI / 2, screenHeight: SIDE, screenWidth: SIDE });
      Object.assign(one, { spacing: 1, octreeSize: 4, level: 0, vnStart: 0 });
      // The root has the children 0, 3, 5 and 7; the first of them a child again.
      const nodes = (one.uniforms.visibleNodes.value as DataTexture).image.data as Uint8Array;
      nodes.set([0b1010_1001, 0, 1, 255, 0b1001_0110, 0, 4, 255]);
      one.uniforms.visibleNodes.value.needsUpdate = true;
      one.updateShaderSource();
      return pixels(one);
    });
    expect(pictures[0]!.filter((value) => value > 0 && value < 255)).toHaveLength(0);
    expect(pictures[0]!.filter((value) => value === 255).length).toBeGreaterThan(16);
    expect(pictures[1]).toEqual(pictures[0]);
    peer.dispose();
  });
});
