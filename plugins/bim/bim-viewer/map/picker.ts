import {
  Color,
  DoubleSide,
  FloatType,
  GLSL3,
  NearestFilter,
  OrthographicCamera,
  type PerspectiveCamera,
  RGBAFormat,
  Scene,
  ShaderMaterial,
  Vector3,
  WebGLRenderTarget,
  type Material,
  type Mesh,
  type Object3D,
  type Plane,
  type WebGLRenderer,
} from 'three';
import type { Disposable } from '#core/kernel';
import type { Pixel } from '#core/mapview';

/** What is less opaque than this is glass made by us, which is seen and picked through. */
export const GHOST = 0.2;

/** A face of a model. */
export interface PickedFace {
  /** In the list of models that were given. */
  readonly model: number;
  readonly itemId: number;
  /** In the scene. */
  readonly at: Vector3;
  readonly normal: Vector3;
}

const MATERIAL = {
  glslVersion: GLSL3,
  side: DoubleSide,
  clipping: true,
  vertexShader: `
    in vec4 id;
    out vec3 vPlace;
    flat out vec4 vId;
    #include <clipping_planes_pars_vertex>
    void main() {
      vId = id;
      vec4 place = modelMatrix * vec4(position, 1.0);
      vPlace = place.xyz - cameraPosition;
      vec4 mvPosition = viewMatrix * place;
      #include <clipping_planes_vertex>
      gl_Position = projectionMatrix * mvPosition;
    }`,
  fragmentShader: `
    precision highp float;
    in vec3 vPlace;
    flat in vec4 vId;
    uniform float model;
    layout(location = 0) out vec4 place;
    layout(location = 1) out vec4 item;
    #include <clipping_planes_pars_fragment>
    void main() {
      #include <clipping_planes_fragment>
      vec3 normal = cross(dFdx(vPlace), dFdy(vPlace));
      place = vec4(vPlace, model);
      item = vec4(normalize(normal), vId.x * 16777216.0 + vId.y * 65536.0 + vId.z * 256.0 + vId.w);
    }`,
} as const;

/**
 * Finds faces with the graphics card, which alone has the triangles: a pixel is drawn with places and ids in the place of
 * colours, relative to the eye, so that nothing is lost of the precision of the model.
 */
export class FacePicker implements Disposable {
  readonly #renderer: WebGLRenderer;
  readonly #target = new WebGLRenderTarget(1, 1, {
    count: 2,
    type: FloatType,
    format: RGBAFormat,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  });
  readonly #material = new ShaderMaterial({ ...MATERIAL, uniforms: { model: { value: 0 } } });
  readonly #none = new ShaderMaterial({ visible: false });
  readonly #scene = new Scene();
  readonly #place = new Float32Array(4);
  readonly #item = new Float32Array(4);
  readonly #probe = new OrthographicCamera(-1e-3, 1e-3, 1e-3, -1e-3, 0, 1000);

  constructor(renderer: WebGLRenderer) {
    this.#renderer = renderer;
    this.#scene.matrixWorldAutoUpdate = false;
  }

  /** The first face under a pixel. `size`: of the view, CSS pixels. */
  at(
    pixel: Pixel,
    { camera, size, models, planes }: PickOptions & { readonly size: Pixel },
  ): PickedFace | undefined {
    camera.setViewOffset(size[0], size[1], pixel[0] - 0.5, pixel[1] - 0.5, 1, 1);
    camera.updateProjectionMatrix();
    try {
      return this.#pick({ camera, models, planes });
    } finally {
      camera.clearViewOffset();
      camera.updateProjectionMatrix();
    }
  }

  /** The first face from a place in a direction. */
  along(
    from: Vector3,
    direction: Vector3,
    { models, planes, reach }: Omit<PickOptions, 'camera'> & { readonly reach: number },
  ): PickedFace | undefined {
    const probe = this.#probe;
    probe.far = reach;
    probe.position.copy(from);
    probe.up.set(0, Math.abs(direction.z) > 0.9 ? 1 : 0, Math.abs(direction.z) > 0.9 ? 0 : 1);
    probe.lookAt(from.clone().add(direction));
    probe.updateProjectionMatrix();
    probe.updateMatrixWorld(true);
    return this.#pick({ camera: probe, models, planes });
  }

  dispose(): void {
    this.#target.dispose();
    this.#material.dispose();
    this.#none.dispose();
  }

  #pick({ camera, models, planes }: PickOptions): PickedFace | undefined {
    const renderer = this.#renderer;
    const before = renderer.getClearColor(new Color());
    const alpha = renderer.getClearAlpha();
    renderer.setRenderTarget(this.#target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.clippingPlanes = planes;
    for (const [i, model] of models.entries()) {
      const restore = this.#dress(model);
      const parent = model.parent;
      this.#material.uniforms['model']!.value = i + 1;
      this.#material.uniformsNeedUpdate = true;
      this.#scene.children = [model];
      renderer.render(this.#scene, camera);
      this.#scene.children = [];
      model.parent = parent;
      restore();
    }
    renderer.readRenderTargetPixels(this.#target, 0, 0, 1, 1, this.#place, undefined, 0);
    const [x, y, z, model] = this.#place as unknown as [number, number, number, number];
    if (model > 0) renderer.readRenderTargetPixels(this.#target, 0, 0, 1, 1, this.#item, undefined, 1);
    renderer.setRenderTarget(null);
    renderer.setClearColor(before, alpha);
    renderer.clippingPlanes = [];
    if (model === 0) return undefined;
    const [nx, ny, nz, id] = this.#item as unknown as [number, number, number, number];
    const normal = new Vector3(nx, ny, nz);
    // Toward the eye, whichever way the triangle was wound.
    if (normal.dot(new Vector3(x, y, z)) > 0) normal.negate();
    return {
      model: model - 1,
      itemId: id - 1,
      at: new Vector3(x, y, z).add(camera.position),
      normal,
    };
  }

  /** Every mesh is drawn as the picker wants it; what is glass or a mere box is not drawn. */
  #dress(model: Object3D): () => void {
    const undo: (() => void)[] = [];
    model.traverse((child) => {
      const mesh = child as Mesh;
      if (!mesh.isMesh) {
        if ('isLine' in child || 'isPoints' in child) hide(child, undo);
        return;
      }
      if (!mesh.geometry.getAttribute('id')) return hide(mesh, undo);
      const { material } = mesh;
      undo.push(() => (mesh.material = material));
      const dressed = (one: Material): Material =>
        one.visible && (!one.transparent || one.opacity >= GHOST) ? this.#material : this.#none;
      mesh.material = Array.isArray(material) ? material.map(dressed) : dressed(material);
    });
    return () => {
      for (const one of undo) one();
    };
  }
}

function hide(object: Object3D, undo: (() => void)[]): void {
  const { visible } = object;
  undo.push(() => (object.visible = visible));
  object.visible = false;
}

interface PickOptions {
  readonly camera: PerspectiveCamera | OrthographicCamera;
  readonly models: readonly Object3D[];
  readonly planes: Plane[];
}
