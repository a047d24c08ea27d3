import { distinctUntilChanged, map, type Observable } from 'rxjs';
import type { Api } from '#core/api';
import type { MapView, Pixel } from '#core/mapview';
import {
  getCloudGeoreference,
  listCloudGeoreferences,
  putCloudGeoreference,
  type Georeference,
  type GeoreferencedBox,
  type Position,
  type StoredGeoreference,
} from '#core/protocol';
import type { Placeable, Placeables } from '#plugins/files/placement/api';
import type { CloudViews } from '../api.ts';
import type { ProjectClouds } from './stage.ts';

/** The clouds of the open project, to be placed. */
export class PlaceableClouds implements Placeables {
  readonly list$: Observable<readonly Placeable[]>;
  readonly #api: Pick<Api, 'call'>;
  readonly #stage: ProjectClouds;
  readonly #views: CloudViews;
  readonly #mayWrite: () => boolean;

  constructor(api: Pick<Api, 'call'>, stage: ProjectClouds, views: CloudViews, mayWrite: () => boolean) {
    this.#api = api;
    this.#stage = stage;
    this.#views = views;
    this.#mayWrite = mayWrite;
    this.list$ = stage.clouds$.pipe(
      map((clouds) =>
        clouds.filter(({ state }) => state !== 'unready').map(({ id, name }): Placeable => ({ id, name })),
      ),
      distinctUntilChanged((one, other) => JSON.stringify(one) === JSON.stringify(other)),
    );
  }

  get mayPlace(): boolean {
    return this.#mayWrite();
  }

  async read(id: string): Promise<GeoreferencedBox> {
    return (await this.#api.call(getCloudGeoreference, { params: { id } })).data;
  }

  async versions(id: string): Promise<readonly StoredGeoreference[]> {
    return (await this.#api.call(listCloudGeoreferences, { params: { id } })).data;
  }

  async save(id: string, place: Georeference, version: number): Promise<StoredGeoreference> {
    const request = { params: { id }, body: place, ifMatch: String(version) };
    const { data } = await this.#api.call(putCloudGeoreference, request);
    this.#stage.tryPlace(id, undefined);
    await this.#stage.reload();
    return data;
  }

  preview(id: string, place: Georeference | undefined): void {
    this.#stage.tryPlace(id, place);
  }

  async positionOn(id: string, view: MapView, pixel: Pixel): Promise<Position | undefined> {
    const { current } = this.#views;
    if ((current as MapView | undefined) !== view) return undefined;
    const point = current!.pointAt(pixel);
    return point?.cloud.id === id ? point.position : undefined;
  }
}
