import { distinctUntilChanged, map, type Observable } from 'rxjs';
import type { Api } from '#core/api';
import { locate } from '#core/geodesy';
import type { MapView, Pixel } from '#core/mapview';
import {
  getBimGeoreference,
  listBimGeoreferences,
  putBimGeoreference,
  type Georeference,
  type GeoreferencedBox,
  type Position,
  type StoredGeoreference,
} from '#core/protocol';
import type { Placeable, Placeables } from '#plugins/files/placement/api';
import type { BimStage, BimViews, ModelCoordinates } from '../api.ts';

/** The models of the open project, to be placed. */
export class PlaceableModels implements Placeables {
  readonly list$: Observable<readonly Placeable[]>;
  readonly #api: Pick<Api, 'call'>;
  readonly #stage: BimStage;
  readonly #views: BimViews;
  readonly #mayWrite: () => boolean;
  #round = 0;

  constructor(api: Pick<Api, 'call'>, stage: BimStage, views: BimViews, mayWrite: () => boolean) {
    this.#api = api;
    this.#stage = stage;
    this.#views = views;
    this.#mayWrite = mayWrite;
    this.list$ = stage.models$.pipe(
      map((models) =>
        models.filter(({ state }) => state !== 'unready').map(({ id, name }): Placeable => ({ id, name })),
      ),
      distinctUntilChanged((one, other) => JSON.stringify(one) === JSON.stringify(other)),
    );
  }

  get mayPlace(): boolean {
    return this.#mayWrite();
  }

  async read(id: string): Promise<GeoreferencedBox> {
    return (await this.#api.call(getBimGeoreference, { params: { id } })).data;
  }

  async versions(id: string): Promise<readonly StoredGeoreference[]> {
    return (await this.#api.call(listBimGeoreferences, { params: { id } })).data;
  }

  async save(id: string, place: Georeference, version: number): Promise<StoredGeoreference> {
    const request = { params: { id }, body: place, ifMatch: String(version) };
    const { data } = await this.#api.call(putBimGeoreference, request);
    await this.#stage.reload();
    this.preview(id, undefined);
    return data;
  }

  /** In all views, as soon as its reference systems are loaded; a place that cannot be computed is not shown. */
  preview(id: string, place: Georeference | undefined): void {
    const round = ++this.#round;
    const box = this.#stage.storedOf(id)?.box;
    if (!place || !box) return this.#stage.move(undefined);
    const middle = box.min.map((min, i) => (min + box.max[i]!) / 2) as unknown as ModelCoordinates;
    locate(place, middle).then(
      ({ toPosition }) => round === this.#round && this.#stage.move({ id, toPosition }),
      () => round === this.#round && this.#stage.move(undefined),
    );
  }

  async positionOn(id: string, view: MapView, pixel: Pixel): Promise<Position | undefined> {
    const { current } = this.#views;
    if ((current as MapView | undefined) !== view) return undefined;
    const hit = await current!.hitAt(pixel);
    return hit?.modelId === id ? hit.position : undefined;
  }
}
