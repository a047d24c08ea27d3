import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  EdgesGeometry,
  Group,
  LineSegments,
  Mesh,
  Points,
  ShaderMaterial,
  type Object3D,
} from 'three';
import type { Disposable } from '#core/kernel';
import type { Around } from '../model/around/surroundings.ts';

/** Metres before the eye that are drawn. */
const [NEAR, FAR] = [0.15, 400];
/** Degrees between faces from which their edge is drawn. */
const EDGE = 20;
/** After the tiles of the panorama. */
const ORDER = 10;

/** Depth of its own: the camera of Photo Sphere Viewer ends at 20. Its axes are left, up and ahead. */
const PLACE = `
  gl_Position = projectionMatrix * viewMatrix * vec4(-position.x, position.z, position.y, 1.0);
  float far = ${FAR.toFixed(1)}, near = ${NEAR.toFixed(2)};
  gl_Position.z = (gl_Position.w * (far + near) - 2.0 * far * near) / (far - near) BIAS;`;

const POINTS = {
  vertexShader: `
    attribute vec3 colour; attribute float size; varying vec3 seen; uniform float pixels;
    void main() { ${PLACE.replace('BIAS', '')}
      gl_PointSize = clamp(size * projectionMatrix[1][1] * pixels / gl_Position.w, 1.5, 12.0); seen = colour; }`,
  fragmentShader: `
    varying vec3 seen;
    void main() { if (length(gl_PointCoord - 0.5) > 0.5) discard; gl_FragColor = vec4(seen, 1.0); }`,
};
const plain = (bias: string, colour: string) => ({
  vertexShader: `void main() { ${PLACE.replace('BIAS', bias)} }`,
  fragmentShader: `void main() { gl_FragColor = ${colour}; }`,
});

/** Points of clouds and edges of models around the camera, hidden behind each other, in the scene of the panorama. */
export class Space implements Disposable {
  readonly #group = new Group();
  readonly #size: () => readonly [number, number];
  #drawn: readonly unknown[] = [];

  constructor(
    size: () => readonly [number, number],
    add: (object: Object3D) => void,
    readonly remove: (object: Object3D) => void,
  ) {
    this.#size = size;
    add(this.#group);
  }

  show(around: Around | undefined, drawn: { readonly points: boolean; readonly edges: boolean }): void {
    const next = [around, drawn.points, drawn.edges];
    if (next.every((one, i) => one === this.#drawn[i])) return;
    this.#drawn = next;
    this.#empty();
    if (around?.models && around.models.triangles.length > 0 && (drawn.edges || drawn.points))
      this.#addShapes(around.models.triangles, drawn.edges);
    if (around?.points && drawn.points) this.#addPoints(around.points);
  }

  #addShapes(triangles: Float32Array, withEdges: boolean): void {
    const shapes = new BufferGeometry().setAttribute('position', new BufferAttribute(triangles, 3));
    // Only its depth: what is behind is not seen.
    const faces = new ShaderMaterial({ ...plain('', 'vec4(0.0)'), side: DoubleSide, colorWrite: false });
    this.#add(new Mesh(shapes, faces), ORDER);
    if (!withEdges) return;
    const lines = new ShaderMaterial(plain('- 0.0004 * gl_Position.w', 'vec4(1.0, 0.72, 0.1, 1.0)'));
    this.#add(new LineSegments(new EdgesGeometry(shapes, EDGE), lines), ORDER + 2);
  }

  #addPoints({ places, colours, sizes }: NonNullable<Around['points']>): void {
    const geometry = new BufferGeometry()
      .setAttribute('position', new BufferAttribute(places, 3))
      .setAttribute('colour', new BufferAttribute(colours, 3, true))
      .setAttribute('size', new BufferAttribute(sizes, 1));
    const uniforms = { pixels: { value: 1 } };
    const points = new Points(geometry, new ShaderMaterial({ ...POINTS, uniforms }));
    points.onBeforeRender = () => {
      uniforms.pixels.value = (this.#size()[1] / 2) * (window.devicePixelRatio || 1);
    };
    this.#add(points, ORDER + 1);
  }

  #add(object: Mesh | Points | LineSegments, order: number): void {
    object.frustumCulled = false;
    object.renderOrder = order;
    this.#group.add(object);
  }

  #empty(): void {
    for (const child of [...this.#group.children]) {
      this.#group.remove(child);
      const { geometry, material } = child as Mesh<BufferGeometry, ShaderMaterial>;
      geometry.dispose();
      material.dispose();
    }
  }

  dispose(): void {
    this.#empty();
    this.remove(this.#group);
  }
}
