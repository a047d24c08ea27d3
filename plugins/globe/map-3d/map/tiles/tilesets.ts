import { Cartesian3, Cartographic, Math as CesiumMath, Ray, Resource, type RequestErrorEvent } from 'cesium';
import type { Extent } from '#core/document';
import { Lifetime, type Disposable } from '#core/kernel';
import type { SolidEdge } from '#core/mapview';
import type { Position, TilesetPlace } from '#core/protocol';
import type { Session } from '#core/session';
import type { Settings } from '#core/settings';
import type { TilesetDrawing } from '../../api.ts';
import type { DisplayHeights } from '../../model/heights.ts';
import type { DrawnLayer, ProjectTilesets } from '../../model/project-tilesets.ts';
import { DrawnTileset } from './drawn-tileset.ts';
import type { Globe } from '../scene/globe.ts';
import { HitSurfaces } from '../pointer/hit-surfaces.ts';
import { groundAt } from '../objects/places.ts';
import { isNearer, type RayHit } from '../terrain/terrain-ray.ts';
import { flatShading } from './flat-shading.ts';
import { faceOn } from './tile-meshes.ts';

/** Milliseconds after which a hidden set is unloaded; shown again, it is loaded again. */
const UNLOAD_DELAY = 60_000;
/** HTTP status of an expired session token. */
const EXPIRED = 406;

/** A set, loading or loaded. */
interface TilesetEntry {
  /** Of the layer that it was loaded for. */
  readonly key: string;
  drawn: DrawnTileset | undefined;
  freeing: ReturnType<typeof setTimeout> | undefined;
}

/** Where a ray hit a set. */
interface TilesetHit extends RayHit {
  readonly id: string;
}

type TokenSource = Pick<Session, 'token' | 'refresh'>;

/** The project's 3D Tiles on the globe: loaded while visible, with their styles. */
export class TilesetsOnGlobe implements TilesetDrawing, Disposable {
  readonly #globe: Globe;
  readonly #heights: DisplayHeights;
  readonly #tilesets: ProjectTilesets;
  readonly #session: TokenSource;
  readonly #lifetime = new Lifetime();
  readonly #entries = new Map<string, TilesetEntry>();
  readonly #met = new HitSurfaces();
  #pointSize = 0;
  readonly #shading = flatShading();
  #last: { readonly ray: Ray; readonly met: TilesetHit | undefined } | undefined;
  #face: { readonly met: RayHit; readonly edges: readonly SolidEdge[] } | undefined;

  constructor(
    globe: Globe,
    heights: DisplayHeights,
    tilesets: ProjectTilesets,
    { session, settings }: { session: TokenSource; settings: Pick<Settings, 'observe'> },
  ) {
    this.#lifetime.add(() => this.#shading.destroy());
    this.#globe = globe;
    this.#heights = heights;
    this.#tilesets = tilesets;
    this.#session = session;
    const sizing = settings.observe('pointSize3D').subscribe((metres) => {
      this.#pointSize = metres;
      globe.redraw();
    });
    this.#lifetime.add(() => sizing.unsubscribe());
    tilesets.drawing = this;
    this.#lifetime.add(() => (tilesets.drawing = undefined));
    this.#lifetime.add(() => this.#entries.forEach((_, id) => this.#free(id)));
    const following = tilesets.drawn$.subscribe((layers) => this.#follow(layers));
    this.#lifetime.add(() => following.unsubscribe());
    this.#lifetime.add(
      globe.scene.preRender.addEventListener(() => {
        this.#last = undefined;
        this.#shading.setUniform('u_sunlit', globe.scene.shadowMap.enabled);
        this.#stand();
      }),
    );
  }

  extentOf(id: string): Extent | undefined {
    const sphere = this.#entries.get(id)?.drawn?.tileset.boundingSphere;
    if (!sphere) return undefined;
    const { longitude, latitude } = Cartographic.fromCartesian(sphere.center);
    const [x, y] = [CesiumMath.toDegrees(longitude), CesiumMath.toDegrees(latitude)];
    const up = CesiumMath.toDegrees(sphere.radius / 6_371_000);
    const right = Math.min(180, up / Math.max(0.01, Math.cos(latitude)));
    return [x - right, Math.max(-90, y - up), x + right, Math.min(90, y + up)];
  }

  placeOf(id: string): TilesetPlace | undefined {
    return this.#entries.get(id)?.drawn?.own;
  }

  setAt(place: Position): string | undefined {
    const id = this.#met.surfaceOf(place);
    return this.#tilesets.drawn.find((layer) => layer.id === id)?.name;
  }

  /** First hit of a ray on a visible set. Cached until the next frame. */
  meet(ray: Ray): RayHit | undefined {
    const { origin, direction } = this.#last?.ray ?? {};
    const same = Cartesian3.equals(origin, ray.origin) && Cartesian3.equals(direction, ray.direction);
    if (!this.#last || !same) this.#last = { ray: Ray.clone(ray), met: this.#meet(ray) };
    return this.#last.met;
  }

  /** The edges of the flat face that was hit; empty unless the last hit was on a set. */
  edgesOf(met: RayHit): readonly SolidEdge[] {
    const last = this.#last?.met;
    const drawn = last === met ? this.#entries.get(last.id)?.drawn : undefined;
    if (!last || !drawn) return [];
    if (this.#face?.met !== met) {
      const edges = faceOn(drawn.tileset, met.point).map(([a, b]) => {
        const [from, to] = [this.#placeOf(a), this.#placeOf(b)];
        return { from, to, surface: last.id };
      });
      this.#face = { met, edges };
    }
    return this.#face.edges;
  }

  /** Records that a place is on a set, because it was snapped to one of its edges. */
  note(place: Position, id: string): void {
    this.#met.note(place, id);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #meet(ray: Ray): TilesetHit | undefined {
    let nearest: { id: string; point: Cartesian3 } | undefined;
    for (const [id, { drawn }] of this.#entries) {
      const point = drawn?.meet(ray, this.#globe.scene);
      if (point && (!nearest || isNearer(ray, point, nearest.point))) nearest = { id, point };
    }
    if (!nearest) return undefined;
    const position = this.#placeOf(nearest.point);
    this.#met.note(position, nearest.id);
    return { ...nearest, position };
  }

  #placeOf(point: Cartesian3): Position {
    const place = groundAt(point);
    const height = this.#heights.measuredAt(Cartographic.fromCartesian(point).height);
    return height === undefined ? place : [place[0], place[1], height];
  }

  #follow(layers: readonly DrawnLayer[]): void {
    const here = new Set(layers.map(({ id }) => id));
    for (const id of this.#entries.keys()) if (!here.has(id)) this.#free(id);
    for (const layer of layers) {
      if (layer.shown) this.#show(layer);
      else this.#hide(layer.id);
    }
    this.#globe.redraw();
  }

  #show(layer: DrawnLayer): void {
    const { id, look } = layer;
    if (this.#entries.get(id)?.key !== keyOf(layer)) this.#free(id);
    const entry = this.#entries.get(id);
    if (!entry) return void this.#load(layer);
    clearTimeout(entry.freeing);
    entry.freeing = undefined;
    const { drawn } = entry;
    if (!drawn) return;
    const place = drawn.place(look);
    drawn.tileset.show = place !== undefined;
    drawn.setLook(look);
    this.#tilesets.found(id, place ? 'drawn' : 'unplaced');
  }

  #hide(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry?.drawn) return;
    entry.drawn.tileset.show = false;
    entry.freeing ??= setTimeout(() => this.#free(id), UNLOAD_DELAY);
  }

  async #load(layer: DrawnLayer): Promise<void> {
    const { id, url, isCloud } = layer;
    const entry: TilesetEntry = { key: keyOf(layer), drawn: undefined, freeing: undefined };
    this.#entries.set(id, entry);
    this.#tilesets.found(id, 'loading');
    try {
      const drawn = await DrawnTileset.load(this.#resource(url), isCloud);
      if (this.#entries.get(id) !== entry) return drawn.tileset.destroy();
      drawn.tileset.customShader = this.#shading;
      entry.drawn = drawn;
      drawn.tileset.tileFailed.addEventListener(() => this.#tilesets.lacks(id));
      this.#globe.scene.primitives.add(drawn.tileset);
      this.#follow(this.#tilesets.drawn);
    } catch {
      if (this.#entries.get(id) === entry) this.#tilesets.found(id, 'failed');
    }
  }

  /** An expired token is renewed once for each file requested with it. */
  #resource(url: string): Resource {
    return new Resource({
      url,
      headers: { jwt: this.#session.token ?? '' },
      retryAttempts: 1,
      retryCallback: async (resource?: Resource, error?: RequestErrorEvent) => {
        if (!resource || error?.statusCode !== EXPIRED) return false;
        const { jwt } = resource.headers as { jwt: string };
        resource.headers = { jwt: await this.#session.refresh(jwt) };
        return true;
      },
    });
  }

  /** Before each frame: heights may have changed with the objects or the terrain. */
  #stand(): void {
    for (const { id, look, shown } of this.#tilesets.drawn) {
      const drawn = shown ? this.#entries.get(id)?.drawn : undefined;
      const place = drawn?.place(look);
      if (place) drawn!.stand(place, this.#heights.raised(place.height), this.#heights.exaggeration);
      if (!drawn) continue;
      drawn.quality = this.#globe.quality;
      drawn.pointSize = this.#pointSize;
    }
  }

  #free(id: string): void {
    const entry = this.#entries.get(id);
    clearTimeout(entry?.freeing);
    this.#entries.delete(id);
    if (entry?.drawn) this.#globe.scene.primitives.remove(entry.drawn.tileset);
  }
}

/** Coloured by something else, or made of something else, a set has other tiles. */
const keyOf = ({ url, edition }: DrawnLayer): string => `${edition} ${url}`;
