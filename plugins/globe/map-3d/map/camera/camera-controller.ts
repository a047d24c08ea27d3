import {
  Cartesian2,
  Cartesian3,
  Cartographic,
  Ellipsoid,
  HeadingPitchRange,
  Math as CesiumMath,
  Matrix4,
  PerspectiveFrustum,
  type Camera as CesiumCamera,
} from 'cesium';
import { BehaviorSubject } from 'rxjs';
import { inverse } from '#core/geodesy';
import { Lifetime, type Disposable } from '#core/kernel';
import type { Extent } from '#core/document';
import type { Camera, FlyOptions, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { seenExtent } from '../../model/extent.ts';
import { groundResolution, rangeFor, resolutionAt, zoomAt } from '../../model/scale.ts';
import type { DisplayHeights } from '../../model/heights.ts';
import type { Globe } from '../scene/globe.ts';
import { aimOf, MAX_TILT } from './aim.ts';

/** Degrees from straight down: the initial tilt. */
const TILT = 45;
/** When flying to an extent: margin in pixels, and the largest zoom. */
const MARGIN = 48;
const MAX_FLY_ZOOM = 19;
const SECONDS = 0.6;

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The camera of the globe and its movements. */
export class GlobeCameraController implements Disposable {
  readonly camera$: BehaviorSubject<Camera>;
  readonly #globe: Globe;
  readonly #heights: DisplayHeights;
  readonly #camera: CesiumCamera;
  readonly #lifetime = new Lifetime();
  readonly #previous = { view: new Matrix4(), size: '' };

  constructor(globe: Globe, heights: DisplayHeights) {
    this.#globe = globe;
    this.#heights = heights;
    this.#camera = globe.scene.camera;
    this.#setCamera([0, 20], rangeFor(groundResolution(2, 20), this.#fov, 800), 0, TILT);
    this.camera$ = new BehaviorSubject(this.#currentCamera());
    this.#lifetime.add(globe.scene.preRender.addEventListener(() => this.#update()));
  }

  get camera(): Camera {
    return this.camera$.value;
  }
  get size(): Pixel {
    return this.#globe.size;
  }

  /** The position at a pixel on the ellipsoid; undefined off the globe. */
  toPosition(pixel: Pixel): Position | undefined {
    const met = this.#camera.pickEllipsoid(new Cartesian2(...pixel), Ellipsoid.WGS84);
    return met && positionOf(met);
  }

  fly(to: Position | Extent, options: FlyOptions = {}): void {
    const now = this.camera;
    const heading = options.heading ?? now.heading;
    const tilt = Math.min(MAX_TILT, options.tilt ?? now.tilt ?? TILT);
    if (to.length === 4) {
      const { center, resolution } = this.#fit(to, options.zoom ?? MAX_FLY_ZOOM);
      return this.#flyTo(center, resolution, heading, tilt, options.animate);
    }
    const center: Position = [to[0], to[1]];
    this.#flyTo(
      center,
      groundResolution(options.zoom ?? now.zoom, center[1]),
      heading,
      tilt,
      options.animate,
    );
  }

  /** Moves the view by CSS pixels. */
  pan(right: number, down: number): void {
    const [width, height] = this.size;
    const center = this.toPosition([width / 2 + right, height / 2 + down]);
    if (center) this.fly(center, { animate: false });
  }

  zoomBy(levels: number): void {
    this.fly(this.camera.center, { zoom: this.camera.zoom + levels });
  }

  dispose(): void {
    this.#camera.cancelFlight();
    this.#lifetime.dispose();
    this.camera$.complete();
  }

  /** Vertical field of view for the current size: the camera is updated later. */
  get #fov(): number {
    const { frustum } = this.#camera;
    const widest = frustum instanceof PerspectiveFrustum ? (frustum.fov ?? CesiumMath.PI_OVER_THREE) : 1;
    const [width, height] = this.size;
    return width <= height ? widest : 2 * Math.atan((Math.tan(widest / 2) * height) / width);
  }

  #update(): void {
    const size = this.size.join();
    if (size === this.#previous.size && Matrix4.equals(this.#camera.viewMatrix, this.#previous.view)) return;
    if (size !== this.#previous.size) this.#keepScale();
    Matrix4.clone(this.#camera.viewMatrix, this.#previous.view);
    this.#previous.size = size;
    this.camera$.next(this.#currentCamera());
  }

  /** A map that is resized keeps its scale; a camera on the ground stays there. */
  #keepScale(): void {
    const { resolution } = this.camera;
    const { place, heading, tilt, isLevel } = aimOf(this.#camera, this.size, this.#heights);
    const height = this.size[1];
    if (this.#previous.size === '' || height === 0 || isLevel) return;
    this.#setCamera(positionOf(place), rangeFor(resolution, this.#fov, height), heading, tilt);
  }

  #currentCamera(): Camera {
    const [width, height] = this.size;
    const camera = this.#camera;
    const { place, heading, tilt } = aimOf(camera, [width, height], this.#heights);
    const center = positionOf(place);
    const resolution = resolutionAt(Cartesian3.distance(camera.positionWC, place), this.#fov, height || 1);
    return {
      center,
      extent: seenExtent((pixel) => this.toPosition(pixel), [width, height], center),
      zoom: zoomAt(resolution, center[1]),
      resolution,
      heading,
      tilt,
    };
  }

  #fit([west, south, east, north]: Extent, nearest: number): { center: Position; resolution: number } {
    const span = east < west ? east + 360 - west : east - west;
    const center: Position = [((west + span / 2 + 540) % 360) - 180, (south + north) / 2];
    const [width, height] = this.size;
    const metres = (from: Position, to: Position) => inverse(from, to).distance;
    const across = metres([west, center[1]], [west + Math.min(span, 179), center[1]]);
    const down = metres([west, south], [west, north]);
    const fits = (length: number, pixels: number) => length / Math.max(1, pixels - 2 * MARGIN);
    const finest = groundResolution(nearest, center[1]);
    return { center, resolution: Math.max(fits(across, width), fits(down, height), finest) };
  }

  #flyTo(center: Position, resolution: number, heading: number, tilt: number, animate = true): void {
    const camera = this.#camera;
    camera.cancelFlight();
    const range = rangeFor(resolution, this.#fov, this.size[1] || 800);
    if (!animate || prefersReducedMotion()) return this.#setCamera(center, range, heading, tilt);
    const from = [camera.position, camera.direction, camera.up].map((part) => Cartesian3.clone(part));
    this.#setCamera(center, range, heading, tilt);
    const to = [camera.position, camera.direction, camera.up].map((part) => Cartesian3.clone(part));
    camera.setView({ destination: from[0]!, orientation: { direction: from[1]!, up: from[2]! } });
    camera.flyTo({
      destination: to[0]!,
      orientation: { direction: to[1]!, up: to[2]! },
      duration: SECONDS,
      endTransform: Matrix4.IDENTITY,
    });
  }

  #setCamera([longitude, latitude]: Position, range: number, heading: number, tilt: number): void {
    const turn = CesiumMath.toRadians(heading);
    const pitch = CesiumMath.toRadians(tilt - 90);
    this.#camera.lookAt(
      Cartesian3.fromDegrees(longitude, latitude, this.#heights.surface(longitude, latitude)),
      new HeadingPitchRange(turn, pitch, range),
    );
    this.#camera.lookAtTransform(Matrix4.IDENTITY);
    this.#globe.redraw();
  }
}

function positionOf(place: Cartesian3): Position {
  const { longitude, latitude } = Cartographic.fromCartesian(place);
  return [CesiumMath.toDegrees(longitude), CesiumMath.toDegrees(latitude)];
}
