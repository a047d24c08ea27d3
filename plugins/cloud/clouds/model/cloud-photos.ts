import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { getPointcloud, setImagesMetadata, uploadCloudImages, type CloudImage } from '#core/protocol';
import type { NamedPose } from './poses.ts';

/** Photos that one request takes. */
const PORTION = 20;

/** The photos taken inside a point cloud. */
export class CloudPhotos {
  /** Undefined until they have come. */
  photos: readonly CloudImage[] | undefined = undefined;
  error: unknown = undefined;
  /** Share of the chosen photos that are stored, 0 to 1; undefined: none are being sent. */
  sent: number | undefined = undefined;
  readonly #api: Pick<Api, 'call'>;
  readonly #id: string;

  constructor(api: Pick<Api, 'call'>, id: string) {
    this.#api = api;
    this.#id = id;
    makeAutoObservable(this, { photos: observableRef, error: observableRef });
  }

  async load(): Promise<void> {
    try {
      const { data } = await this.#api.call(getPointcloud, { params: { id: this.#id } });
      runInAction(() => {
        this.photos = data.images;
        this.error = undefined;
      });
    } catch (error) {
      runInAction(() => (this.error = error));
    }
  }

  /** Throws AppError with the server's sentence; photos of earlier portions stay. */
  async add(files: readonly File[]): Promise<void> {
    this.sent = 0;
    try {
      for (let i = 0; i < files.length; i += PORTION) {
        const portion = files.slice(i, i + PORTION);
        const request = { body: { pointcloudid: this.#id }, files: portion };
        const { data } = await this.#api.call(uploadCloudImages, request);
        runInAction(() => {
          this.photos = [...(this.photos ?? []), ...data];
          this.sent = (i + portion.length) / files.length;
        });
      }
    } finally {
      runInAction(() => (this.sent = undefined));
    }
  }

  /** Resolves to the number of changed photos, and the names that no photo has. Throws AppError. */
  async place(poses: readonly NamedPose[]): Promise<{ changed: number; unknown: string[] }> {
    const { data } = await this.#api.call(setImagesMetadata, { params: { id: this.#id }, body: [...poses] });
    await this.load();
    return data;
  }
}
