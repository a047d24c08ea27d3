import { Subject } from 'rxjs';
import { AmbientLight, Color, DirectionalLight, Scene, WebGLRenderer, type Plane } from 'three';
import { Lifetime, type Disposable } from '#core/kernel';
import type { SceneCamera } from './scene-camera.ts';

/** The renderer: draws when something has changed. */
export class ModelScene implements Disposable {
  readonly canvas = document.createElement('canvas');
  /** The models, which are cut. */
  readonly models = new Scene();
  /** Cuts and the objects of the project, which are not. */
  readonly above = new Scene();
  readonly renderer: WebGLRenderer;
  /** Emits an error when it can no longer draw. */
  readonly stopped$ = new Subject<unknown>();
  /** Emits before each frame, with its time. */
  readonly frame$ = new Subject<number>();
  readonly drawn$ = new Subject<void>();
  planes: Plane[] = [];
  readonly #element: HTMLElement;
  readonly #eye: SceneCamera;
  readonly #lifetime = new Lifetime();
  readonly #sun = new DirectionalLight(0xffffff, 1.6);
  #wanted = true;
  #resized: ((size: readonly [number, number]) => void) | undefined;

  /** Throws when the browser has no WebGL 2. */
  constructor(element: HTMLElement, eye: SceneCamera) {
    this.#element = element;
    this.#eye = eye;
    this.canvas.className = 'bim-canvas';
    this.renderer = new WebGLRenderer({
      canvas: this.canvas,
      antialias: true,
      alpha: false,
      // Walls and what is in them are millimetres apart, seen from hundreds of metres.
      logarithmicDepthBuffer: false,
      powerPreference: 'high-performance',
    });
    this.renderer.localClippingEnabled = true;
    this.renderer.autoClear = false;
    element.append(this.canvas);
    this.#lifetime.add(() => this.canvas.remove());
    this.#lifetime.add(() => {
      this.renderer.dispose();
      // Browsers allow few contexts at a time, and free them late.
      this.renderer.forceContextLoss();
    });
    const lost = (event: Event) => {
      event.preventDefault();
      this.stopped$.next(new Error('webglcontextlost'));
    };
    this.canvas.addEventListener('webglcontextlost', lost);
    this.#lifetime.add(() => this.canvas.removeEventListener('webglcontextlost', lost));
    this.models.add(new AmbientLight(0xffffff, 1.5), this.#sun, this.#sun.target);
  }

  /** Begins to draw; `resized` is called with CSS pixels, at once and when the element changes. */
  run(resized: (size: readonly [number, number]) => void): void {
    this.#resized = resized;
    const watching = new ResizeObserver(() => this.#resize());
    watching.observe(this.#element);
    this.#lifetime.add(() => watching.disconnect());
    this.#resize();
    let frame = 0;
    const step = (now: number): void => {
      frame = requestAnimationFrame(step);
      this.#step(now);
    };
    frame = requestAnimationFrame(step);
    this.#lifetime.add(() => cancelAnimationFrame(frame));
  }

  paint(background: string): void {
    this.renderer.setClearColor(new Color(background), 1);
    this.redraw();
  }

  redraw(): void {
    this.#wanted = true;
  }

  /** Draws at once, so that the canvas can be read. */
  draw(): void {
    const { camera } = this.#eye;
    // The light comes over the left shoulder: faces differ wherever one looks from.
    const { right, up, direction } = this.#eye;
    this.#sun.position
      .copy(right)
      .multiplyScalar(-0.6)
      .addScaledVector(up, 0.9)
      .addScaledVector(direction, -1);
    const { renderer } = this;
    renderer.clear();
    renderer.clippingPlanes = this.planes;
    renderer.render(this.models, camera);
    renderer.clippingPlanes = [];
    renderer.render(this.above, camera);
  }

  dispose(): void {
    this.#lifetime.dispose();
    for (const subject of [this.stopped$, this.frame$, this.drawn$]) subject.complete();
  }

  #step(now: number): void {
    this.frame$.next(now);
    if (!this.#wanted || this.canvas.width === 0 || this.canvas.height === 0) return;
    this.#wanted = false;
    try {
      this.draw();
    } catch (error) {
      this.stopped$.next(error);
      return;
    }
    this.drawn$.next();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#element;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.#resized?.([clientWidth, clientHeight]);
    this.redraw();
  }
}
