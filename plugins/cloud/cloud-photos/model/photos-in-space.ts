import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { dot, minus } from '#core/geodesy';
import { Latest, sentenceOf, serviceToken, type Disposable } from '#core/kernel';
import { getPointcloud, measurePointcloud, type CloudImage, type Position } from '#core/protocol';
import type {
  CloudCoordinates,
  CloudStage,
  CloudView,
  CloudViews,
  ShownCloud,
} from '#plugins/cloud/point-cloud/api';
import {
  cameraOf,
  distanceTo,
  pixelOf,
  placeBefore,
  type PhotoCamera,
  type PhotoLack,
  type PhotoPixel,
} from './camera.ts';

/** Metres along a line of sight. */
const LENGTH = 300;
/** Degrees of half the cone in which points are taken to be on it: a wider one only where a cloud is sparse. */
const CONES = [0.2, 0.7, 2] as const;
/** Metres over which the direction of a line of sight is taken in the CRS of the view. */
const CHORD = 20;
/** Metres before their cameras. */
export const DISTANCES = { min: 0.5, max: 30, step: 0.5, first: 3 };

interface Ray {
  readonly kind: 'cone';
  readonly origin: [number, number, number];
  readonly direction: [number, number, number];
  readonly length: number;
}

/** A photo that can stand in space. */
export interface PlacedPhoto {
  readonly image: CloudImage;
  readonly camera: PhotoCamera;
}

/** A place that was clicked, in the cloud or in a photo. */
export interface SeenPlace {
  readonly position: Position;
  /** Of the point at full resolution, where a photo was clicked: its cloud, and how far apart points are there, metres. */
  readonly point?: {
    readonly cloud: string;
    readonly spacing: number;
    readonly coordinates: CloudCoordinates;
  };
}

/** The photos of the clouds in view. */
export class PhotosInSpace {
  isShown = false;
  /** Metres before their cameras. */
  distance = DISTANCES.first;
  placed: readonly PlacedPhoto[] | undefined = undefined;
  /** How many photos lack what. */
  lacking: ReadonlyMap<PhotoLack, number> = new Map();
  error: unknown = undefined;
  chosenId: string | undefined = undefined;
  place: SeenPlace | undefined = undefined;
  picking: 'asking' | 'none' | { readonly error: string } | undefined = undefined;
  readonly #api: Pick<Api, 'call'>;
  readonly #stage: CloudStage;
  readonly #views: CloudViews;
  readonly #reading = new Latest();
  readonly #picking = new Latest();
  #read = '';

  constructor(api: Pick<Api, 'call'>, stage: CloudStage, views: CloudViews) {
    this.#api = api;
    this.#stage = stage;
    this.#views = views;
    makeAutoObservable(this, {
      placed: observableRef,
      lacking: observableRef,
      error: observableRef,
      place: observableRef,
    });
  }

  get chosen(): PlacedPhoto | undefined {
    return this.placed?.find(({ image }) => image.id === this.chosenId);
  }

  /** Where the place that was clicked is in the open photo. */
  get mark(): PhotoPixel | undefined {
    return this.chosen && this.place && pixelOf(this.chosen.camera, this.place.position);
  }

  /** Those that see the clicked place, the nearest first, then the others. */
  get listed(): readonly (PlacedPhoto & { readonly metres: number | undefined })[] {
    const { place, placed = [] } = this;
    const all = placed.map((photo) => ({
      ...photo,
      metres:
        place && pixelOf(photo.camera, place.position) ? distanceTo(photo.camera, place.position) : undefined,
    }));
    return all.sort(
      (a, b) => (a.metres ?? Infinity) - (b.metres ?? Infinity) || a.image.name.localeCompare(b.image.name),
    );
  }

  show(isShown: boolean): void {
    this.isShown = isShown;
  }
  stand(distance: number): void {
    this.distance = distance;
  }
  choose(id: string | undefined): void {
    this.chosenId = id;
    this.picking = undefined;
  }
  /** A place of the cloud that was clicked or is pointed at. */
  see(position: Position | undefined): void {
    this.place = position && { position };
  }

  /** Reads the photos of the clouds that are shown, when they are others than before. */
  async read(again = false): Promise<void> {
    const clouds = this.#stage.clouds.filter(({ shown, isLocal }) => shown && !isLocal);
    const key = clouds.map(({ id, version }) => `${id} ${version}`).join();
    if (key === this.#read && !again) return;
    this.#read = key;
    try {
      const found = await this.#reading.run((signal) =>
        Promise.all(clouds.map(({ id }) => this.#api.call(getPointcloud, { params: { id } }, { signal }))),
      );
      if (found) this.#take(found.flatMap(({ data }) => data.images));
    } catch (error) {
      this.#read = '';
      runInAction(() => (this.error = error));
    }
  }

  /** The foremost point that a pixel of the open photo shows. */
  async pick(pixel: PhotoPixel): Promise<void> {
    const { chosen } = this;
    const view = this.#views.current;
    if (!chosen || !view) return;
    this.picking = 'asking';
    const origin = view.toCloud([...chosen.camera.position]);
    const direction = minus(view.toCloud(placeBefore(chosen.camera, pixel, CHORD)), origin);
    const ray = {
      kind: 'cone' as const,
      origin: [...origin] as [number, number, number],
      direction: [...direction] as [number, number, number],
      length: LENGTH / view.unit,
    };
    try {
      const points = await this.#picking.run((signal) => this.#pointsOn(ray, signal));
      if (!points) return;
      const depth = (at: CloudCoordinates) => dot(minus(at, origin), direction);
      const [near] = points.sort((a, b) => depth(a.coordinates) - depth(b.coordinates));
      runInAction(() => {
        this.picking = near ? undefined : 'none';
        if (near)
          this.place = {
            position: view.fromCloud(near.coordinates),
            point: { ...near, spacing: near.spacing * view.unit },
          };
      });
    } catch (thrown) {
      runInAction(() => (this.picking = { error: sentenceOf(thrown) }));
    }
  }

  async #pointsOn(ray: Ray, signal: AbortSignal): Promise<NonNullable<SeenPlace['point']>[]> {
    for (const angle of CONES) {
      const cone = { ...ray, angle };
      const found = await Promise.all(this.#drawn.map((cloud) => this.#pickOn(cloud, cone, signal)));
      const points = found.flatMap((point) => point ?? []);
      if (points.length > 0) return points;
    }
    return [];
  }

  get #drawn(): readonly ShownCloud[] {
    return this.#stage.clouds.filter(({ shown, state }) => shown && state === 'drawn');
  }

  async #pickOn(
    { id, name, pointsIn = {} }: ShownCloud,
    ray: Ray & { angle: number },
    signal: AbortSignal,
  ): Promise<SeenPlace['point']> {
    const request = { params: { id }, query: pointsIn, body: { measure: 'pick' as const, ray } };
    const { data } = await this.#api.call(measurePointcloud, request, { signal });
    if (data.measure !== 'pick' || !data.point) return undefined;
    return { cloud: name, spacing: data.point.spacing, coordinates: data.point.position };
  }

  #take(images: readonly CloudImage[]): void {
    const lacking = new Map<PhotoLack, number>();
    const placed: PlacedPhoto[] = [];
    for (const image of images) {
      const camera = cameraOf(image);
      if (typeof camera === 'string') lacking.set(camera, (lacking.get(camera) ?? 0) + 1);
      else placed.push({ image, camera });
    }
    this.placed = placed;
    this.lacking = lacking;
    this.error = undefined;
    if (!this.chosen) this.chosenId = undefined;
  }
}
/** Stands the photos in a view; `label` names the button at a camera. */
export type StandPhotos = (view: CloudView, label: (name: string) => string) => Disposable;
export const STAND_PHOTOS = serviceToken<StandPhotos>('cloud-photos.Stand');

export const CLOUD_PHOTOS = serviceToken<PhotosInSpace>('cloud-photos.Photos');
