import {
  Cartesian3,
  Color,
  Credit,
  CreditDisplay,
  EllipsoidTerrainProvider,
  Globe as CesiumGlobe,
  Scene,
  SkyAtmosphere,
} from 'cesium';
import { BehaviorSubject, Subject } from 'rxjs';
import { Lifetime, type Disposable } from '#core/kernel';
import { NODES } from '../terrain/terrain.ts';
import { onRenderError } from './mishaps.ts';
import { contextIdOf, forgetTileBuffers } from './tile-buffers.ts';

/** Members of a scene that are missing in its typings. */
type SceneInternals = Scene & { initializeFrame(): void; pixelRatio: number };

// Cesium ion is not used: no token, no logo.
CreditDisplay.cesiumCredit = new Credit('');

export type Quality = 'fine' | 'fast';

/** Least distance, in metres, between the camera and what it looks at. */
const NEAREST = 2;
const FARTHEST = 4e7;
/** Of pictures. */
const QUALITY = 0.92;
/** Milliseconds between frames while ground loads. */
const LOADING_PAUSE = 200;

/** The globe in a canvas: renders on change, at the size of its element. */
export class Globe implements Disposable {
  readonly canvas = document.createElement('canvas');
  readonly scene: SceneInternals;
  /** Emits an error when it can no longer render. */
  readonly stopped$ = new Subject<unknown>();
  /** Whether parts of the ground in view are not painted yet. */
  readonly loading$ = new BehaviorSubject(true);
  readonly #element: HTMLElement;
  readonly #lifetime = new Lifetime();
  #quality: Quality = 'fine';

  /** Throws when the browser has no WebGL 2. */
  constructor(element: HTMLElement) {
    this.#element = element;
    this.canvas.className = 'map3d-canvas';
    element.append(this.canvas);
    this.#lifetime.add(() => this.canvas.remove());
    try {
      this.scene = new Scene({
        canvas: this.canvas,
        creditContainer: unseenCredits(),
        scene3DOnly: true,
        requestRenderMode: true,
        maximumRenderTimeChange: Infinity,
        contextOptions: { webgl: { alpha: false, powerPreference: 'high-performance' } },
      }) as SceneInternals;
    } catch (thrown) {
      this.#lifetime.dispose();
      throw thrown;
    }
    const { scene } = this;
    const contextId = contextIdOf(scene);
    this.#lifetime.add(() => {
      scene.destroy();
      forgetTileBuffers(contextId, NODES);
    });
    const ground = new CesiumGlobe();
    ground.terrainProvider = new EllipsoidTerrainProvider();
    ground.enableLighting = false;
    scene.globe = ground;
    scene.camera.constrainedAxis = Cartesian3.UNIT_Z;
    const control = scene.screenSpaceCameraController;
    control.minimumZoomDistance = NEAREST;
    control.maximumZoomDistance = FARTHEST;
    scene.skyAtmosphere = new SkyAtmosphere();
    this.#lifetime.add(scene.postRender.addEventListener(() => this.#noteLoading()));
    this.#run();
  }

  /** CSS pixels. */
  get size(): readonly [number, number] {
    return [this.canvas.clientWidth, this.canvas.clientHeight];
  }

  get quality(): Quality {
    return this.#quality;
  }

  set quality(quality: Quality) {
    this.#quality = quality;
    const { scene } = this;
    const fine = quality === 'fine';
    scene.msaaSamples = fine ? 4 : 1;
    scene.globe.showGroundAtmosphere = fine;
    scene.globe.maximumScreenSpaceError = fine ? 1.5 : 3;
    scene.fog.enabled = fine;
    if (scene.skyAtmosphere) scene.skyAtmosphere.show = fine;
    this.#resize();
  }

  /** Whether the browser renders in software. */
  get software(): boolean {
    const gl = this.canvas.getContext('webgl2');
    const rendererInfo = gl?.getExtension('WEBGL_debug_renderer_info');
    const name: unknown = rendererInfo && gl?.getParameter(rendererInfo.UNMASKED_RENDERER_WEBGL);
    return typeof name === 'string' && /swiftshader|llvmpipe|software|basic render/i.test(name);
  }

  paint({ sea, space }: { sea: string; space: string }): void {
    this.scene.globe.baseColor = Color.fromCssColorString(sea);
    this.scene.backgroundColor = Color.fromCssColorString(space);
    this.redraw();
  }

  /** What is seen as a JPEG, with what is drawn above it. */
  picture(above: readonly HTMLCanvasElement[]): Promise<Blob> {
    const { canvas, scene } = this;
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext('2d')!;
    // The canvas is empty unless it is read in the task that has rendered it, which is done on request only.
    this.redraw();
    scene.render();
    for (const layer of [canvas, ...above]) context.drawImage(layer, 0, 0, copy.width, copy.height);
    return new Promise((resolve, reject) =>
      copy.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty.'))),
        'image/jpeg',
        QUALITY,
      ),
    );
  }

  redraw(): void {
    this.scene.requestRender();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #run(): void {
    const sized = new ResizeObserver(() => this.#resize());
    sized.observe(this.#element);
    this.#lifetime.add(() => sized.disconnect());
    this.#resize();
    let frame = 0;
    let requested = 0;
    const step = (now: number): void => {
      frame = requestAnimationFrame(step);
      // Cesium is not told when a tile has been painted here.
      if (this.loading$.value && now - requested > LOADING_PAUSE) {
        requested = now;
        this.redraw();
      }
      if (this.canvas.width === 0 || this.canvas.height === 0) return;
      this.scene.initializeFrame();
      this.scene.render();
    };
    frame = requestAnimationFrame(step);
    this.#lifetime.add(() => cancelAnimationFrame(frame));
    onRenderError(this.scene, this.canvas, (error) => {
      cancelAnimationFrame(frame);
      this.stopped$.next(error);
    });
  }

  #noteLoading(): void {
    const loading = !this.scene.globe.tilesLoaded;
    if (loading !== this.loading$.value) this.loading$.next(loading);
  }

  #resize(): void {
    const { canvas, scene } = this;
    const ratio = this.#quality === 'fine' ? window.devicePixelRatio || 1 : 1;
    const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (width === 0 || height === 0) return;
    scene.pixelRatio = ratio;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const { frustum } = scene.camera;
    if ('aspectRatio' in frustum) frustum.aspectRatio = width / height;
    scene.requestRender();
  }
}

/** The workspace shows the attribution. Cesium styles credits in a shadow root, otherwise in the page's head, for ever. */
function unseenCredits(): HTMLElement {
  const container = document.createElement('div');
  container.attachShadow({ mode: 'open' });
  return container;
}
