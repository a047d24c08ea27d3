import {
  Cartesian3,
  Cesium3DTileColorBlendMode,
  Cesium3DTileset,
  Cesium3DTileStyle,
  ClippingPolygon,
  ClippingPolygonCollection,
  Matrix4,
  Ray,
  type Resource,
  type Scene,
} from 'cesium';
import { inside } from '#core/mapview';
import type { TilesetClip, TilesetLook, TilesetPlace } from '#core/protocol';
import type { Quality } from '../scene/globe.ts';
import { groundAt } from '../objects/places.ts';
import { ownPlace, standing } from './standing.ts';

const MB = 1024 ** 2;
/** Screen space error in pixels, and cache size in bytes. */
const SPARING = { fine: { error: 16, bytes: 384 * MB }, fast: { error: 32, bytes: 128 * MB } } as const;
/** Blend factor of a tint over the tileset's colours. */
const TINT = 0.6;
/** Most clipped surfaces that a ray passes, restarting this many metres behind each. */
const MAX_LAYERS = 16;
const BEHIND = 0.01;

/** A loaded set: its Cesium3DTileset, with its style applied. */
export class DrawnTileset {
  readonly own: TilesetPlace | undefined;
  #look: TilesetLook | undefined;

  private constructor(readonly tileset: Cesium3DTileset) {
    this.own = ownPlace(tileset.root.transform, tileset.boundingSphere.center);
  }

  /** Throws RequestErrorEvent or RuntimeError. */
  static async load(resource: Resource): Promise<DrawnTileset> {
    return new DrawnTileset(await Cesium3DTileset.fromUrl(resource));
  }

  set quality(quality: Quality) {
    const { error, bytes } = SPARING[quality];
    this.tileset.maximumScreenSpaceError = error;
    this.tileset.cacheBytes = bytes;
    this.tileset.maximumCacheOverflowBytes = bytes;
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
    const tileset = this.tileset as Cesium3DTileset & Pickable;
    if (!tileset.show) return undefined;
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
