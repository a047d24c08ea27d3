import { Cartesian2, Cartesian3, Ellipsoid, IntersectionTests, Matrix4, Ray, type Scene } from 'cesium';
import type { Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { Horizon } from './horizon.ts';
import type { DisplayHeights } from '../../model/heights.ts';
import { groundAt, placeOf } from '../objects/places.ts';
import { isNearer, meetGround, type RayHit } from '../terrain/terrain-ray.ts';

/** Squared sine of the angle between a ray and a vertical, below which the vertical is seen end-on: 1.8°. */
const STRAIGHT = 1e-3;

/** Converts between positions and pixels for the current camera. Exact rays, independent of what was rendered. */
export class CameraProjection {
  readonly #scene: Scene;
  readonly #heights: DisplayHeights;
  readonly #size: () => Pixel;
  readonly #matrix = new Matrix4();
  readonly #horizon = new Horizon();
  readonly #place = new Cartesian3();
  /** Objects on the ground that rays can hit. */
  tilesets: { meet(ray: Ray): RayHit | undefined } | undefined;

  constructor(scene: Scene, heights: DisplayHeights, size: () => Pixel) {
    this.#scene = scene;
    this.#heights = heights;
    this.#size = size;
    this.look();
  }

  /** Updates to the camera. */
  look(): void {
    const { camera } = this.#scene;
    Matrix4.multiply(camera.frustum.projectionMatrix, camera.viewMatrix, this.#matrix);
    this.#horizon.look(camera.positionWC);
  }

  /** Position of the camera. */
  get eye(): Cartesian3 {
    return this.#scene.camera.positionWC;
  }

  /** Undefined behind the camera, and behind the horizon. */
  toPixel(position: Position): Pixel | undefined {
    return this.pixelOf(placeOf(position, this.#heights, this.#place));
  }

  pixelOf(place: Cartesian3): Pixel | undefined {
    if (this.#horizon.hides(place)) return undefined;
    const m = this.#matrix as unknown as ArrayLike<number>;
    const { x, y, z } = place;
    const w = m[3]! * x + m[7]! * y + m[11]! * z + m[15]!;
    if (w <= 0) return undefined;
    const right = (m[0]! * x + m[4]! * y + m[8]! * z + m[12]!) / w;
    const up = (m[1]! * x + m[5]! * y + m[9]! * z + m[13]!) / w;
    const [width, height] = this.#size();
    return [((right + 1) / 2) * width, ((1 - up) / 2) * height];
  }

  /** The position at a pixel at a height above the ellipsoid; undefined where the ray does not reach it. */
  placeAt(pixel: Pixel, height: number): Position | undefined {
    const ray = this.#rayThrough(pixel);
    const place = ray && met(ray, this.#heights.drawn([0, 0, height]));
    return place && [place[0], place[1], height];
  }

  /** The height on the vertical through `place` that is closest to the ray of a pixel. */
  heightAt(pixel: Pixel, [longitude, latitude]: Position): number | undefined {
    const ray = this.#rayThrough(pixel);
    if (!ray) return undefined;
    const foot = Cartesian3.fromDegrees(longitude, latitude);
    const up = Ellipsoid.WGS84.geodeticSurfaceNormal(foot, new Cartesian3());
    const along = Cartesian3.dot(ray.direction, up);
    const apart = 1 - along * along;
    if (apart < STRAIGHT) return undefined;
    const from = Cartesian3.subtract(ray.origin, foot, new Cartesian3());
    const drawn = (Cartesian3.dot(from, up) - Cartesian3.dot(from, ray.direction) * along) / apart;
    return this.#heights.measuredAt(drawn);
  }

  #rayThrough(pixel: Pixel): Ray | undefined {
    return this.#scene.camera.getPickRay(new Cartesian2(...pixel));
  }

  /** Where the ray through a pixel hits the ground, or a 3D tileset in front of it. */
  meet(pixel: Pixel): RayHit | undefined {
    const ray = this.#rayThrough(pixel);
    if (!ray) return undefined;
    const ground = meetGround(ray, this.#heights);
    const set = this.tilesets?.meet(ray);
    return set && (!ground || isNearer(ray, set.point, ground.point)) ? set : ground;
  }

  /** Where the ray through a pixel hits the ground, and where it enters the height of the highest object. */
  groundBehind(pixel: Pixel): Position[] {
    const ray = this.#rayThrough(pixel);
    if (!ray) return [];
    const ground = meetGround(ray, this.#heights)?.position;
    const first: Position | undefined = ground && [ground[0], ground[1]];
    return [first, met(ray, this.#heights.reach)].filter((place) => place !== undefined);
  }
}

/** The ground position below where a ray descends to `height` metres above the ellipsoid. */
function met(ray: Ray, height: number): Position | undefined {
  const { x, y, z } = Ellipsoid.WGS84.radii;
  const shell = height === 0 ? Ellipsoid.WGS84 : new Ellipsoid(x + height, y + height, z + height);
  const along = IntersectionTests.rayEllipsoid(ray, shell);
  // From below that height the ray starts there: nothing is higher than the camera.
  const at = along && (along.start > 0 ? along.start : 0);
  return at === undefined ? undefined : groundAt(Ray.getPoint(ray, at));
}
