import { UploadDesk, type Api, type Live } from '#core/api';
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

/** Adds sets to a project, changes them and takes them away. */
export class Sets {
  readonly #api: Api;
  readonly #tilesets: Pick<Tilesets, 'reload' | 'try'>;
  readonly desk: UploadDesk;

  constructor(api: Api, live: Live, tilesets: Pick<Tilesets, 'reload' | 'try'>) {
    this.#api = api;
    this.#tilesets = tilesets;
    this.desk = new UploadDesk(api, live);
  }

  /** Resolves when it is there, was cancelled or was refused; why is on the desk. */
  upload(projectId: string, file: File): Promise<void> {
    const request = { headers: { projectid: projectId }, body: {}, file };
    return this.desk.upload(
      file.name,
      (options) => this.#api.call(uploadTileset, request, options),
      () => this.#tilesets.reload(),
    );
  }

  /** @throws AppError saying why the address is no use. */
  async add(projectId: string, address: string): Promise<void> {
    await this.#api.call(addTileset, { headers: { projectid: projectId }, body: { address } });
    await this.#tilesets.reload();
  }

  /** @throws AppError */
  async change({ id, version }: Tileset, change: Partial<TilesetLook> & { name?: string }): Promise<void> {
    await this.#api.call(updateTileset, { params: { id }, body: change, ifMatch: String(version) });
    await this.#tilesets.reload();
    this.#tilesets.try(id, undefined);
  }

  /** @throws AppError */
  async remove({ id, version }: Tileset): Promise<void> {
    await this.#api.call(deleteTileset, { params: { id }, ifMatch: String(version) });
    await this.#tilesets.reload();
  }
}

export const SETS = serviceToken<Sets>('tiles-3d.Sets');
