import { Cartesian3, DirectionalLight, Math as CesiumMath, ShadowMode, type ShadowMap } from 'cesium';
import { Lifetime, type Disposable } from '#core/kernel';
import type { Position } from '#core/protocol';
import type { Globe } from './globe.ts';

/** As bright as Cesium's own sun. */
const INTENSITY = 2;
/** Shadows are drawn so many times as far as the camera is high, within these metres: farther, they would be coarser. */
const REACH = 5;
const [NEAREST, FARTHEST] = [500, 200_000];
/** Pixels across the picture of what the sun sees. */
const SIZES = { fine: 2048, fast: 1024 } as const;

/** What a map of shadows has beyond its typings: whether it ends where 3D Tiles do, whatever ground lies beyond. */
type Fitted = ShadowMap & { _fitNearFar: boolean };

/** Light from where the sun stands, and the shadows it throws: of the ground, of 3D Tiles and of what stands up. */
export class Sunlight implements Disposable {
  readonly #globe: Globe;
  readonly #even;
  readonly #lifetime = new Lifetime();
  #over: Position | undefined;

  constructor(globe: Globe) {
    this.#globe = globe;
    this.#even = globe.scene.light;
    (globe.scene.shadowMap as Fitted)._fitNearFar = false;
    this.#lifetime.add(globe.scene.preUpdate.addEventListener(() => this.#fit()));
  }

  /** The place that the sun stands over, longitude and latitude of its direction; undefined: no shadows. */
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

  /** To where the camera is, and to the quality that may have been chosen since. */
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

/** From the sun to the earth. Of its direction, a latitude is the angle to the equator: not that of an ellipsoid. */
function from([longitude, latitude]: Position): Cartesian3 {
  const [east, north] = [CesiumMath.toRadians(longitude), CesiumMath.toRadians(latitude)];
  return new Cartesian3(
    -Math.cos(north) * Math.cos(east),
    -Math.cos(north) * Math.sin(east),
    -Math.sin(north),
  );
}
