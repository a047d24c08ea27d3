import { UploadService, type Api, type Live } from '#core/api';
import { serviceToken } from '#core/kernel';
import {
  addTerrain,
  changeTerrainUnit,
  deleteTerrain,
  uploadTerrain,
  type HeightsAbove,
  type HeightUnit,
  type Terrain,
} from '#core/protocol';
import type { ProjectGrounds } from '#plugins/globe/map-3d/api';

/** An elevation model to upload, and what its file may not state. */
export interface TerrainUpload {
  projectId: string;
  file: File;
  name: string;
  /** Undefined: as stated by the file. */
  heights: HeightsAbove | undefined;
  crs: string | undefined;
  unit: HeightUnit | undefined;
}

/** Adds terrains to a project and deletes them. */
export class TerrainUploads {
  readonly #api: Api;
  readonly #grounds: Pick<ProjectGrounds, 'reload' | 'setTerrain' | 'terrains'>;
  readonly desk: UploadService;

  constructor(api: Api, live: Live, grounds: Pick<ProjectGrounds, 'reload' | 'setTerrain' | 'terrains'>) {
    this.#api = api;
    this.#grounds = grounds;
    this.desk = new UploadService(api, live);
  }

  /** Resolves when the terrain is active, was cancelled or failed; the upload desk shows why. */
  add({ projectId, file, name, heights, crs, unit }: TerrainUpload): Promise<void> {
    const body = { name, ...(heights && { heights }), ...(crs && { crs }), ...(unit && { unit }) };
    return this.desk.upload(
      name,
      (options) => this.#api.call(uploadTerrain, { headers: { projectid: projectId }, body, file }, options),
      (job) => this.#activate((job.result as Terrain).id),
    );
  }

  /** Adds a terrain of another server. Throws AppError saying why the URL cannot be used. */
  async addRemote(projectId: string, address: string, heights: HeightsAbove): Promise<void> {
    const request = { headers: { projectid: projectId }, body: { address, heights } };
    const { data } = await this.#api.call(addTerrain, request);
    await this.#activate(data.id);
  }

  /** Resolves when the terrain with heights in this unit is active, was cancelled or failed; the upload desk shows why. */
  changeUnit({ id, name }: Terrain, unit: HeightUnit): Promise<void> {
    return this.desk.upload(
      name,
      (options) => this.#api.call(changeTerrainUnit, { params: { id }, body: { unit } }, options),
      (job) => this.#activate((job.result as Terrain).id),
    );
  }

  /** Throws AppError. */
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

export const TERRAIN_UPLOADS = serviceToken<TerrainUploads>('terrain-3d.TerrainUploads');
