import { UploadDesk, type Api, type Live } from '#core/api';
import { serviceToken } from '#core/kernel';
import { addTerrain, deleteTerrain, uploadTerrain, type HeightsAbove, type Terrain } from '#core/protocol';
import type { ProjectGrounds } from '#plugins/globe/map-3d/api';

/** A model to make a terrain of, and what only a person can say of it. */
export interface NewTerrain {
  projectId: string;
  file: File;
  name: string;
  /** Undefined: as the file says. */
  heights: HeightsAbove | undefined;
  crs: string | undefined;
}

/** Adds terrains to a project and takes them away. */
export class Adding {
  readonly #api: Api;
  readonly #grounds: Pick<ProjectGrounds, 'reload' | 'setTerrain' | 'terrains'>;
  readonly desk: UploadDesk;

  constructor(api: Api, live: Live, grounds: Pick<ProjectGrounds, 'reload' | 'setTerrain' | 'terrains'>) {
    this.#api = api;
    this.#grounds = grounds;
    this.desk = new UploadDesk(api, live);
  }

  /** Resolves when it is active, was cancelled or could not be made; why not is on the desk. */
  add({ projectId, file, name, heights, crs }: NewTerrain): Promise<void> {
    const body = { name, ...(heights && { heights }), ...(crs && { crs }) };
    return this.desk.upload(
      name,
      (options) => this.#api.call(uploadTerrain, { headers: { projectid: projectId }, body, file }, options),
      (job) => this.#activate((job.result as Terrain).id),
    );
  }

  /** Of another server. @throws AppError saying why the address is no use. */
  async addElsewhere(projectId: string, address: string, heights: HeightsAbove): Promise<void> {
    const asked = { headers: { projectid: projectId }, body: { address, heights } };
    const { data } = await this.#api.call(addTerrain, asked);
    await this.#activate(data.id);
  }

  /** @throws AppError */
  async remove({ id }: Terrain): Promise<void> {
    await this.#api.call(deleteTerrain, { params: { id } });
    await this.#grounds.reload();
  }

  async #activate(id: string): Promise<void> {
    await this.#grounds.reload();
    const made = this.#grounds.terrains.find((terrain) => terrain.id === id);
    if (made) this.#grounds.setTerrain(made);
  }
}

export const ADDING = serviceToken<Adding>('terrain-3d.Adding');
