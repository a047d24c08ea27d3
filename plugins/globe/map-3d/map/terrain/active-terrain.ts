import { Matrix4, type Cartesian3 } from 'cesium';
import { Lifetime, type Disposable } from '#core/kernel';
import type { HeightField } from '../../model/height-field.ts';
import type { DisplayHeights } from '../../model/heights.ts';
import type { GlobeCameraController } from '../camera/camera-controller.ts';
import type { Globe } from '../scene/globe.ts';
import type { GroundImagery } from './ground.ts';
import type { GlobeObjects } from '../objects/objects.ts';
import { terrainOf } from './terrain.ts';

/** Terrain tiles arrive in bursts: objects on the ground are rebuilt this many milliseconds later. */
const REBUILD_DELAY = 250;
/**
 * Objects are rendered closer to the camera by this part of their distance, so that the ground below hides none of
 * them.
 */
const NEARER = 0.01;

interface ActiveTerrainDependencies {
  globe: Globe;
  ground: GroundImagery;
  objects: GlobeObjects;
  heights: DisplayHeights;
  camera: GlobeCameraController;
}

/** Sets and removes the terrain. */
export class ActiveTerrain implements Disposable {
  readonly #parts: ActiveTerrainDependencies;
  readonly #lifetime = new Lifetime();
  #field: HeightField | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #subscription: { unsubscribe(): void } | undefined;

  constructor(parts: ActiveTerrainDependencies) {
    this.#parts = parts;
    const { scene } = parts.globe;
    this.#lifetime.add(() => this.#subscription?.unsubscribe());
    this.#lifetime.add(() => clearTimeout(this.#timer));
    const bring = () => parts.objects.bringNearer(this.#field && nearerTo(scene.camera.positionWC));
    this.#lifetime.add(scene.preRender.addEventListener(bring));
  }

  /** Resolves when the terrain is shown: once enough of it has loaded to know the ground's height. */
  async setTerrain(field: HeightField | undefined): Promise<void> {
    this.#field = field;
    this.#subscription?.unsubscribe();
    // A server that is unreachable now may recover: tiles are requested again when needed.
    await field?.overview().catch(() => {});
    const { globe, ground, heights, camera } = this.#parts;
    const same = field === undefined && heights.ground === undefined;
    if (same || this.#field !== field || this.#lifetime.closed) return;
    const { center, zoom } = camera.camera;
    heights.ground = field && {
      lowest: field.terrain.lowest,
      highest: field.terrain.highest,
      spacing: field.terrain.resolution,
      near: (longitude, latitude) => field.near(longitude, latitude),
      nearest: (longitude, latitude) => field.nearest(longitude, latitude),
    };
    globe.scene.globe.depthTestAgainstTerrain = field !== undefined;
    ground.field = field;
    this.#build();
    // Keeps the height above the ground.
    camera.fly(center, { zoom, animate: false });
    this.#subscription = field?.changes$.subscribe(() => this.#scheduleRebuild());
  }

  set exaggeration(times: number) {
    const { heights, camera } = this.#parts;
    const { center, zoom } = camera.camera;
    heights.exaggeration = times;
    this.#build();
    camera.fly(center, { zoom, animate: false });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #build(): void {
    const { globe, heights, objects } = this.#parts;
    globe.scene.globe.terrainProvider = terrainOf(heights.ground && this.#field, heights);
    objects.change();
  }

  #scheduleRebuild(): void {
    this.#parts.globe.redraw();
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#parts.heights.followsGround) this.#parts.objects.change();
    }, REBUILD_DELAY);
  }
}

/** Scales towards the camera: on screen everything stays in place. */
function nearerTo({ x, y, z }: Cartesian3): Matrix4 {
  const [size, way] = [1 - NEARER, NEARER];
  return Matrix4.fromArray([size, 0, 0, 0, 0, size, 0, 0, 0, 0, size, 0, way * x, way * y, way * z, 1]);
}
