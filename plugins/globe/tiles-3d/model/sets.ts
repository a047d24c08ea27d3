import { UploadService, type Api, type Live } from '#core/api';
import { serviceToken } from '#core/kernel';
import {
  addTileset,
  deleteTileset,
  updateTileset,
  uploadTileset,
  type Tileset,
  type TilesetLook,
} from '#core/protocol';
import type { Tilesets } from '#plugins/globe/map-3d/api';

/** Adds tilesets to a project, changes and deletes them. */
export class Sets {
  readonly #api: Api;
  readonly #tilesets: Pick<Tilesets, 'reload' | 'try'>;
  readonly desk: UploadService;

  constructor(api: Api, live: Live, tilesets: Pick<Tilesets, 'reload' | 'try'>) {
    this.#api = api;
    this.#tilesets = tilesets;
    this.desk = new UploadService(api, live);
  }

  /** Resolves when it was added, cancelled or refused; the upload desk shows why. */
  upload(projectId: string, file: File): Promise<void> {
    const request = { headers: { projectid: projectId }, body: {}, file };
    return this.desk.upload(
      file.name,
      (options) => this.#api.call(uploadTileset, request, options),
      () => this.#tilesets.reload(),
    );
  }

  /** Throws AppError saying why the URL cannot be used. */
  async add(projectId: string, address: string): Promise<void> {
    await this.#api.call(addTileset, { headers: { projectid: projectId }, body: { address } });
    await this.#tilesets.reload();
  }

  /** Throws AppError. */
  async change({ id, version }: Tileset, change: Partial<TilesetLook> & { name?: string }): Promise<void> {
    await this.#api.call(updateTileset, { params: { id }, body: change, ifMatch: String(version) });
    await this.#tilesets.reload();
    this.#tilesets.try(id, undefined);
  }

  /** Throws AppError. */
  async remove({ id, version }: Tileset): Promise<void> {
    await this.#api.call(deleteTileset, { params: { id }, ifMatch: String(version) });
    await this.#tilesets.reload();
  }
}

export const SETS = serviceToken<Sets>('tiles-3d.Sets');
