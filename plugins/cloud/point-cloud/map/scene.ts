import { BehaviorSubject, Subject } from 'rxjs';
import { Box3, Color, Scene, Vector3, WebGLRenderer } from 'three';
import { Potree, PotreeRenderer } from 'potree-core';
import { Lifetime, type Disposable } from '#core/kernel';
import { budgetOf, LEAST_POINTS, type SceneQuality } from '../model/budget.ts';
import type { ClipTest } from '../model/clips.ts';
import type { DrawnCloud } from './drawn-cloud.ts';
import type { Eye } from './eye.ts';

/** Milliseconds a frame that are too many, and few enough for more points. */
const [SLOW, FAST] = [55, 22];
/** Milliseconds without a frame after which a slow machine shades depths, too. */
const REST = 200;
/** Milliseconds that a frame may spend on bringing nodes to the graphics card. */
const UPLOAD = 8;

/** The renderer: draws when something has changed or is still loading, with as many points as it can in time. */
export class CloudScene implements Disposable {
  readonly canvas = document.createElement('canvas');
  readonly scene = new Scene();
  readonly potree = new Potree();
  readonly clouds: DrawnCloud[] = [];
  /** Emits an error when it can no longer draw. */
  readonly stopped$ = new Subject<unknown>();
  /** Emits before each frame, with its time. */
  readonly frame$ = new Subject<number>();
  readonly drawn$ = new Subject<void>();
  readonly points$ = new BehaviorSubject<{ points: number; spacing: number | undefined }>({
    points: 0,
    spacing: undefined,
  });
  /** Whether what is in view has all been loaded. */
  settled = false;
  depthShading = false;
  /** Whether what was in view had all been loaded once. */
  #hasSettled = false;
  #isAtRest = false;
  #resting: ReturnType<typeof setTimeout> | undefined;
  readonly #renderer: WebGLRenderer;
  readonly #potreeRenderer = new PotreeRenderer();
  readonly #element: HTMLElement;
  readonly #eye: Eye;
  readonly #lifetime = new Lifetime();
  readonly #quality: SceneQuality;
  readonly #budget: ReturnType<typeof budgetOf>;
  #wanted = true;
  #last = 0;
  #pace = 30;
  #resized: ((size: readonly [number, number]) => void) | undefined;

  /** Throws when the browser has no WebGL 2. */
  constructor(element: HTMLElement, eye: Eye, quality: SceneQuality) {
    this.#element = element;
    this.#eye = eye;
    this.#quality = quality;
    this.canvas.className = 'cloud-canvas';
    this.#renderer = new WebGLRenderer({
      canvas: this.canvas,
      antialias: false,
      alpha: false,
      powerPreference: 'high-performance',
    });
    element.append(this.canvas);
    this.#lifetime.add(() => this.canvas.remove());
    this.#lifetime.add(() => {
      this.#potreeRenderer.dispose();
      this.#renderer.dispose();
      // Browsers allow few contexts at a time, and free them late.
      this.#renderer.forceContextLoss();
    });
    const lost = (event: Event) => {
      event.preventDefault();
      this.stopped$.next(new Error('webglcontextlost'));
    };
    this.canvas.addEventListener('webglcontextlost', lost);
    this.#lifetime.add(() => this.canvas.removeEventListener('webglcontextlost', lost));
    this.#budget = budgetOf(quality, (navigator as { deviceMemory?: number }).deviceMemory);
    this.potree.pointBudget = this.#budget.first;
    this.potree.maxNumNodesLoading = 16;
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

  add(cloud: DrawnCloud): void {
    this.clouds.push(cloud);
    this.scene.add(cloud.octree, cloud.warmUp);
    this.redraw();
  }
  remove(cloud: DrawnCloud): void {
    this.clouds.splice(this.clouds.indexOf(cloud), 1);
    cloud.dispose();
    this.redraw();
  }

  paint(background: string): void {
    this.#renderer.setClearColor(new Color(background), 1);
    this.redraw();
  }

  redraw(): void {
    this.#wanted = true;
  }

  /** Nodes of which nothing would be seen are neither loaded nor drawn. */
  cut(clips: ClipTest): void {
    const [least, greatest, upright] = [new Vector3(), new Vector3(), new Box3()];
    const clipping = this.potree as unknown as { shouldClip(octree: unknown, box: Box3): boolean };
    clipping.shouldClip = (octree, box) => {
      const cloud = this.clouds.find((one) => one.octree === octree);
      if (!cloud) return false;
      upright.copy(box).applyMatrix4(cloud.matrix);
      least.copy(upright.min).add(cloud.origin);
      greatest.copy(upright.max).add(cloud.origin);
      return clips.hides(least.toArray(), greatest.toArray());
    };
    for (const cloud of this.clouds) cloud.cut(clips);
    this.redraw();
  }

  dispose(): void {
    clearTimeout(this.#resting);
    for (const cloud of [...this.clouds]) this.remove(cloud);
    this.#lifetime.dispose();
    for (const subject of [this.stopped$, this.frame$, this.drawn$, this.points$]) subject.complete();
  }

  #step(now: number): void {
    this.frame$.next(now);
    if (!this.#wanted || this.canvas.width === 0 || this.canvas.height === 0) {
      this.#last = 0;
      return;
    }
    this.#wanted = false;
    this.#keepPace(now);
    try {
      this.#draw();
    } catch (error) {
      this.stopped$.next(error);
      return;
    }
    this.drawn$.next();
  }

  #draw(): void {
    const { camera } = this.#eye;
    const renderer = this.#renderer;
    const octrees = this.clouds.map(({ octree }) => octree);
    const begun = performance.now();
    let seen;
    do seen = this.potree.updatePointClouds(octrees, camera, renderer);
    while (seen.exceededMaxLoadsToGPU && performance.now() - begun < UPLOAD);
    for (const cloud of this.clouds) cloud.beforeFrame();
    const { scene } = this;
    const shades = this.#shadesDepths();
    this.#potreeRenderer.setEDL({ enabled: shades, strength: 0.5, radius: 1.3 });
    this.#potreeRenderer.render({ renderer, scene, camera, pointClouds: octrees });
    const waits = this.clouds.some(({ loading }) => loading) || seen.exceededMaxLoadsToGPU;
    this.settled = !waits;
    this.#hasSettled ||= this.settled;
    if (this.#mayShade && !shades && this.settled) this.#resting = setTimeout(this.#rest, REST);
    const spacings = this.clouds.flatMap(({ octree }) =>
      octree.visibleNodes.map(({ geometryNode }) => geometryNode.spacing),
    );
    const points = {
      points: seen.visibleNodes.reduce((sum, { numPoints }) => sum + numPoints, 0),
      spacing: spacings.length > 0 ? Math.min(...spacings) : undefined,
    };
    const { points: before, spacing } = this.points$.value;
    if (points.points !== before || points.spacing !== spacing) this.points$.next(points);
    if (seen.exceededMaxLoadsToGPU) this.redraw();
  }

  /** Depths are beside the colours, where see-through clouds blend: these would vanish. */
  get #mayShade(): boolean {
    return this.depthShading && this.clouds.every(({ material }) => material.opacity === 1);
  }

  /** Whether depths are shaded in this frame: not before the first points are there, nor in motion where frames are slow. */
  #shadesDepths(): boolean {
    clearTimeout(this.#resting);
    const isQuick = this.#hasSettled && this.#pace <= SLOW;
    const shades = this.#mayShade && (isQuick || this.#isAtRest);
    this.#isAtRest = false;
    return shades;
  }

  readonly #rest = (): void => {
    this.#isAtRest = true;
    this.redraw();
  };

  /** Fewer points while frames are slow, more while they are fast. Only frames that follow each other count. */
  #keepPace(now: number): void {
    const took = now - this.#last;
    const follows = this.#last > 0 && took < 1000;
    this.#last = now;
    if (!follows) return;
    this.#pace += (took - this.#pace) * 0.1;
    const { potree } = this;
    const { most } = this.#budget;
    if (this.#pace > SLOW) potree.pointBudget = Math.max(LEAST_POINTS, Math.round(potree.pointBudget * 0.97));
    else if (this.#pace < FAST) potree.pointBudget = Math.min(most, Math.round(potree.pointBudget * 1.02));
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#element;
    if (clientWidth === 0 || clientHeight === 0) return;
    const ratio = window.devicePixelRatio || 1;
    this.#renderer.setPixelRatio(this.#quality === 'phone' ? Math.min(1.5, ratio) : ratio);
    this.#renderer.setSize(clientWidth, clientHeight, false);
    this.#resized?.([clientWidth, clientHeight]);
    this.redraw();
  }
}
