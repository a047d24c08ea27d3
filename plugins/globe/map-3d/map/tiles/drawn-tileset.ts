import {
  Cartesian3,
  Cesium3DTileColorBlendMode,
  Cesium3DTileset,
  Cesium3DTileStyle,
  ClippingPolygon,
  ClippingPolygonCollection,
  Matrix4,
  PerspectiveFrustum,
  Ray,
  type Resource,
  type Scene,
} from 'cesium';
import { inside } from '#core/mapview';
import type { TilesetClip, TilesetLook, TilesetPlace } from '#core/protocol';
import type { Quality } from '../scene/globe.ts';
import { groundAt } from '../objects/places.ts';
import { isNearer } from '../terrain/terrain-ray.ts';
import { ownPlace, standing } from './standing.ts';
import { pointAlong } from './tile-points.ts';

const MB = 1024 ** 2;
/** Screen space error in pixels, and cache size in bytes. */
const SPARING = { fine: { error: 16, bytes: 384 * MB }, fast: { error: 32, bytes: 128 * MB } } as const;
/** The error of tiles of points is the distance between them, of which fewer pixels are too many. */
const CLOSER = 4;
/** Blend factor of a tint over the tileset's colours. */
const TINT = 0.6;
/** Most clipped surfaces that a ray passes, restarting this many metres behind each. */
const MAX_LAYERS = 16;
const BEHIND = 0.01;
/** CSS pixels from the pointer within which a point is hit. */
const POINT_TOLERANCE = 4;

/** A loaded set: its Cesium3DTileset, with its style applied. */
export class DrawnTileset {
  readonly own: TilesetPlace | undefined;
  #look: TilesetLook | undefined;

  private constructor(
    readonly tileset: Cesium3DTileset,
    readonly isCloud: boolean,
  ) {
    // The edges that Cesium would draw in clouds with sized points cost much.
    Object.assign(tileset.pointCloudShading, { attenuation: true, eyeDomeLighting: false });
    this.own = ownPlace(tileset.root.transform, tileset.boundingSphere.center);
  }

  /** Throws RequestErrorEvent or RuntimeError. */
  static async load(resource: Resource, isCloud: boolean): Promise<DrawnTileset> {
    return new DrawnTileset(await Cesium3DTileset.fromUrl(resource), isCloud);
  }

  set quality(quality: Quality) {
    const { error, bytes } = SPARING[quality];
    this.tileset.maximumScreenSpaceError = this.isCloud ? error / CLOSER : error;
    this.tileset.cacheBytes = bytes;
    this.tileset.maximumCacheOverflowBytes = bytes;
  }

  /** Size of the points in tiles without a geometric error, metres; in coarser tiles they fill the gaps. */
  set pointSize(metres: number) {
    this.tileset.pointCloudShading.baseResolution = metres;
  }

  /** Its position from the style or the file; undefined where neither states one, and it cannot be shown. */
  place(look: TilesetLook): TilesetPlace | undefined {
    return look.place ?? this.own;
  }

  /** `drawn`: rendered height of its origin in metres above the ellipsoid. */
  stand(place: TilesetPlace, drawn: number, exaggeration: number): void {
    const matrix = standing(this.own, place, drawn, exaggeration);
    if (!Matrix4.equals(matrix, this.tileset.modelMatrix)) this.tileset.modelMatrix = matrix;
  }

  /** First hit of a ray on its rendered triangles or points; clipped ones are passed. */
  meet(ray: Ray, scene: Scene): Cartesian3 | undefined {
    if (!this.tileset.show) return undefined;
    const face = this.#meetFace(ray, scene);
    const point = pointAlong(this.tileset, ray, spreadOf(scene), (place) => !this.#clipsAway(place));
    return face && (!point || isNearer(ray, face, point)) ? face : point;
  }

  #meetFace(ray: Ray, scene: Scene): Cartesian3 | undefined {
    const tileset = this.tileset as Cesium3DTileset & Pickable;
    const { frameState } = scene as unknown as { frameState: unknown };
    const onward = Ray.clone(ray);
    for (let layer = 0; layer < MAX_LAYERS; layer++) {
      const point = tileset.pick(onward, frameState, new Cartesian3());
      if (!point || !this.#clipsAway(point)) return point;
      onward.origin = Ray.getPoint(new Ray(point, ray.direction), BEHIND);
    }
    return undefined;
  }

  setLook(look: TilesetLook): void {
    const { tint, opacity, clip } = look;
    if (this.#look?.tint !== tint || this.#look.opacity !== opacity) this.#paint(tint, opacity);
    if ((this.#look?.clip ?? null) !== clip) this.#clip(clip);
    this.#look = look;
  }

  #clipsAway(point: Cartesian3): boolean {
    const clip = this.#look?.clip;
    if (!clip) return false;
    const ring = [...clip.ring, clip.ring[0]!];
    return inside(groundAt(point), [ring]) !== (clip.keep === 'inside');
  }

  #clip(clip: TilesetClip | null): void {
    // Cesium accepts undefined, although its typings do not.
    this.tileset.clippingPolygons = (clip && clipOf(clip)) ?? (undefined as never);
  }

  #paint(tint: string | null, opacity: number): void {
    const { tileset } = this;
    tileset.colorBlendMode = tint ? Cesium3DTileColorBlendMode.MIX : Cesium3DTileColorBlendMode.HIGHLIGHT;
    tileset.colorBlendAmount = TINT;
    const plain = tint === null && opacity === 1;
    tileset.style = plain
      ? undefined
      : new Cesium3DTileStyle({ color: `color('${tint ?? '#ffffff'}', ${opacity})` });
  }
}

/** The angle, as a slope, within which a point is hit. */
function spreadOf({ camera: { frustum }, canvas }: Scene): number {
  const fov = frustum instanceof PerspectiveFrustum ? (frustum.fovy ?? 1) : 1;
  return (2 * Math.tan(fov / 2) * POINT_TOLERANCE) / Math.max(1, canvas.clientHeight);
}

function clipOf({ keep, ring }: TilesetClip): ClippingPolygonCollection {
  const positions = ring.map(([longitude, latitude]) => Cartesian3.fromDegrees(longitude, latitude));
  return new ClippingPolygonCollection({
    polygons: [new ClippingPolygon({ positions })],
    inverse: keep === 'inside',
  });
}

/** Ray casting on loaded tiles, which is missing in Cesium's typings. */
interface Pickable {
  pick(ray: Ray, frameState: unknown, result: Cartesian3): Cartesian3 | undefined;
}
