/** A cloud in our scene, and in one that has nothing but potree-core; both with the same camera and points alike. */
import { PointColorType, Potree, type PointCloudOctree } from 'potree-core';
import { Scene, Vector2, Vector3, WebGLRenderer, Raycaster } from 'three';
import { affine } from '#core/geodesy';
import { NodeDeviations } from '../../../plugins/cloud/point-cloud/model/deviations.ts';
import { ClipTest } from '../../../plugins/cloud/point-cloud/model/clips.ts';
import { OctreeSource } from '../../../plugins/cloud/point-cloud/model/octree.ts';
import { RangeReader } from '../../../plugins/cloud/point-cloud/model/range-reader.ts';
import { FIRST_LOOK } from '../../../plugins/cloud/point-cloud/model/stage.ts';
import { Decoder } from '../../../plugins/cloud/point-cloud/map/decoder.ts';
import { DrawnCloud } from '../../../plugins/cloud/point-cloud/map/drawn-cloud.ts';
import { Eye } from '../../../plugins/cloud/point-cloud/map/eye.ts';
import { pickPoint } from '../../../plugins/cloud/point-cloud/map/pick-points.ts';
import { CloudScene } from '../../../plugins/cloud/point-cloud/map/scene.ts';

export type Pixel = readonly [number, number];

export interface CloudPlace {
  /** Folder of the octree below `/api`. */
  readonly octree: string;
  readonly budget: number;
  /** Whether nodes are drawn however small they are. */
  readonly all?: boolean;
}

export interface Stage {
  readonly eye: Eye;
  /** Drawn in the last frame. */
  readonly points: number;
  /** Whether nothing of what is in view is missing. */
  readonly settled: boolean;
  /** Loads without drawing; resolves when at least `points` points would be drawn. */
  load(points: number): Promise<void>;
  /** Draws; resolves with its milliseconds, until its pixels are there. */
  frame(): Promise<number>;
  /** The place of the point under a pixel; undefined: there is none. */
  pick(pixel: Pixel): Vector3 | undefined;
  dispose(): void;
}

const HEIGHTS = [0, 200] as const;
const ORIGIN = new Vector3();
const SESSION = { token: 'bench', refresh: () => Promise.resolve(undefined) } as never;
const nothing = (): void => {};
const never = (): never => {
  throw new Error('Nothing else is asked for.');
};

/** Milliseconds that loading may take. */
export const PATIENCE = 120_000;

async function load(octree: PointCloudOctree, potree: Potree, eye: Eye, points: number): Promise<void> {
  // What is asked of a renderer before it draws.
  const renderer = {
    capabilities: { logarithmicDepthBuffer: false },
    domElement: { clientWidth: eye.size[0], clientHeight: eye.size[1] },
    getPixelRatio: () => 1,
    getRenderTarget: () => null,
    getSize: (size: Vector2) => size.set(...eye.size),
  } as unknown as WebGLRenderer;
  const patience = performance.now() + PATIENCE;
  let drawn = 0;
  do {
    // Nodes arrive between the updates; potree-core does not say when.
    await new Promise((done) => setTimeout(done, 2));
    potree.updatePointClouds([octree], eye.camera, renderer);
    drawn = pointsOf(octree);
    if (performance.now() > patience) throw new Error(`Only ${drawn} of ${points} points are there.`);
  } while (drawn < points);
}

const pointsOf = ({ visibleNodes }: PointCloudOctree): number =>
  visibleNodes.reduce((sum, { numPoints }) => sum + numPoints, 0);

/** Reads a pixel, which waits until everything is drawn. */
export function finish(canvas: HTMLCanvasElement): void {
  const card = canvas.getContext('webgl2')!;
  card.readPixels(0, 0, 1, 1, card.RGBA, card.UNSIGNED_BYTE, new Uint8Array(4));
}

/** Ours: a class is hidden, and a turned clip box is on that has all points inside, so that as many are drawn. */
export async function ourStage(element: HTMLElement, place: CloudPlace): Promise<Stage> {
  const reader = new RangeReader('/api', { session: SESSION, failed: (reason) => reason });
  const decoder = new Decoder();
  const file = (name: string) => `/${place.octree}/${name}`;
  const source = await OctreeSource.open(
    {
      metadata: (signal) => reader.json(file('metadata.json'), signal),
      hierarchy: (start, end, signal) => reader.read(file('hierarchy.bin'), start, end, signal),
      points: (start, end, signal) => reader.read(file('octree.bin'), start, end, signal),
    },
    decoder.decodeNode,
  );
  const eye = new Eye();
  const scene = new CloudScene(element, eye, 'desk');
  let stopped: unknown;
  scene.stopped$.subscribe((error) => (stopped = error));
  const unmoved = affine({ from: [0, 0, 0], to: [0, 0, 0], matrix: [[1, 0, 0], [0, 1, 0], [0, 0, 1]] }); // prettier-ignore
  const cloud = new DrawnCloud(
    'bench',
    source,
    { drawn: unmoved, error: 0, isElsewhere: false, toView: (stored) => stored },
    ORIGIN,
    scene.potree,
    {
      normalsOf: decoder.normalsOf,
      deviations: new NodeDeviations({
        api: { bytes: never } as never,
        pointsIn: never,
        unit: 1,
        thinned: nothing,
      }),
    },
    {
      loaded: nothing,
      failed: (error) => (stopped = error),
      complete: nothing,
      redraw: nothing,
    },
  );
  if (place.all) cloud.octree.minNodePixelSize = 0;
  scene.add(cloud);
  const { side, corner } = source.root;
  const center = corner.map((least) => least + side / 2) as unknown as [number, number, number];
  const clips = new ClipTest(
    [{ kind: 'box', id: 'all', name: 'all', center, size: [2 * side, 2 * side, 2 * side], turn: [30, 0, 0] }],
    'inside',
  );
  scene.cut(clips);
  const look = { ...FIRST_LOOK, depthShading: false };
  cloud.setLook(
    look,
    { colour: 'height', opacity: 1 },
    { metres: 0.15, unit: 1, heights: HEIGHTS, range: undefined },
  );
  scene.run((size) => (eye.size = size));
  return {
    eye,
    get points() {
      return scene.points$.value.points;
    },
    get settled() {
      return scene.settled && cloud.root.loaded;
    },
    load: (points) => {
      scene.potree.pointBudget = place.budget;
      return load(cloud.octree, scene.potree, eye, points);
    },
    frame: () =>
      new Promise((done, failed) => {
        let begun = 0;
        const begins = scene.frame$.subscribe(() => {
          if (stopped !== undefined) failed(stopped);
          scene.potree.pointBudget = place.budget;
          begun = performance.now();
        });
        const ends = scene.drawn$.subscribe(() => {
          finish(scene.canvas);
          begins.unsubscribe();
          ends.unsubscribe();
          done(performance.now() - begun);
        });
        scene.redraw();
      }),
    pick(pixel) {
      const { camera, size } = eye;
      const hit = pickPoint({ clouds: [cloud], camera, size, pixel, hidden: look.hiddenClasses, clips });
      return hit && new Vector3(...hit.at);
    },
    dispose() {
      scene.dispose();
      decoder.dispose();
    },
  };
}

export async function bareStage(element: HTMLElement, place: CloudPlace): Promise<Stage> {
  const potree = new Potree();
  potree.pointBudget = place.budget;
  const octree = await potree.loadPointCloud('metadata.json', {
    fetch: (input, init) => fetch(input, init),
    getUrl: (url) => Promise.resolve(`/api/${place.octree}/${url}`),
  });
  const eye = new Eye();
  eye.size = [element.clientWidth, element.clientHeight];
  const renderer = new WebGLRenderer({
    antialias: false,
    alpha: false,
    powerPreference: 'high-performance',
  });
  renderer.setPixelRatio(window.devicePixelRatio);
  renderer.setSize(...eye.size);
  element.append(renderer.domElement);
  const scene = new Scene();
  scene.add(octree);
  if (place.all) octree.minNodePixelSize = 0;
  dress(octree);
  return {
    eye,
    get points() {
      return pointsOf(octree);
    },
    settled: true,
    load: (wanted) => load(octree, potree, eye, wanted),
    async frame() {
      await new Promise((done) => requestAnimationFrame(done));
      const begun = performance.now();
      const { camera } = eye;
      const seen = potree.updatePointClouds([octree], camera, renderer);
      renderer.render(scene, camera);
      finish(renderer.domElement);
      if (seen.nodeLoadFailed) throw new Error('The bare page could not load a node.');
      return performance.now() - begun;
    },
    pick([x, y]) {
      const { camera, size } = eye;
      const caster = new Raycaster();
      caster.setFromCamera(new Vector2((2 * x) / size[0] - 1, 1 - (2 * y) / size[1]), camera);
      return Potree.pick([octree], renderer, camera, caster.ray)?.position;
    },
    dispose() {
      octree.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
      renderer.domElement.remove();
    },
  };
}

/** As ours looks: sizes that adapt, round, coloured by height. */
function dress({ material }: PointCloudOctree): void {
  material.newFormat = false;
  material.inputColorEncoding = material.outputColorEncoding = 1;
  material.pointColorType = PointColorType.HEIGHT;
  material.elevationRange = [...HEIGHTS];
  material.pointSizeType = 2;
  material.shape = 1;
  material.size = 0.4;
  material.minSize = 1.5;
  material.updateShaderSource();
}
