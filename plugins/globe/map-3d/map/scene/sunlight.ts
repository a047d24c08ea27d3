import { Cartesian3, DirectionalLight, Math as CesiumMath, ShadowMode, type ShadowMap } from 'cesium';
import { Lifetime, type Disposable } from '#core/kernel';
import type { Position } from '#core/protocol';
import type { Globe } from './globe.ts';

/** Intensity of Cesium's own sun. */
const INTENSITY = 2;
/**
 * Shadow distance as a multiple of the camera's height, within these limits in metres: farther, they would be
 * coarser.
 */
const REACH = 5;
const [NEAREST, FARTHEST] = [500, 200_000];
/** Size of the shadow map in pixels. */
const SIZES = { fine: 2048, fast: 1024 } as const;

/**
 * A member of ShadowMap missing in its typings: whether shadows end where 3D Tiles do, whatever ground lies beyond.
 */
type ShadowMapInternals = ShadowMap & { _fitNearFar: boolean };

/** Sunlight, and shadows of the ground, 3D Tiles and extruded polygons. */
export class SceneSunlight implements Disposable {
  readonly #globe: Globe;
  readonly #even;
  readonly #lifetime = new Lifetime();
  #over: Position | undefined;

  constructor(globe: Globe) {
    this.#globe = globe;
    this.#even = globe.scene.light;
    (globe.scene.shadowMap as ShadowMapInternals)._fitNearFar = false;
    this.#lifetime.add(globe.scene.preUpdate.addEventListener(() => this.#fit()));
  }

  /** The subsolar point; undefined: no shadows. */
  get over(): Position | undefined {
    return this.#over;
  }
  set over(place: Position | undefined) {
    this.#over = place;
    const { scene } = this.#globe;
    scene.light = place ? new DirectionalLight({ direction: from(place), intensity: INTENSITY }) : this.#even;
    scene.shadowMap.enabled = place !== undefined;
    scene.globe.shadows = place ? ShadowMode.ENABLED : ShadowMode.RECEIVE_ONLY;
    this.#globe.redraw();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Adapts to the camera and the chosen quality. */
  #fit(): void {
    const {
      quality,
      scene: { shadowMap, camera },
    } = this.#globe;
    if (!shadowMap.enabled) return;
    shadowMap.softShadows = quality === 'fine';
    if (shadowMap.size !== SIZES[quality]) shadowMap.size = SIZES[quality];
    shadowMap.maximumDistance = CesiumMath.clamp(
      REACH * camera.positionCartographic.height,
      NEAREST,
      FARTHEST,
    );
  }
}

/** Direction from the sun to the earth. Its latitude is the angle to the equator, not a geodetic latitude. */
function from([longitude, latitude]: Position): Cartesian3 {
  const [east, north] = [CesiumMath.toRadians(longitude), CesiumMath.toRadians(latitude)];
  return new Cartesian3(
    -Math.cos(north) * Math.cos(east),
    -Math.cos(north) * Math.sin(east),
    -Math.sin(north),
  );
}
