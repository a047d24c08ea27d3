import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { newUuid, serviceToken } from '#core/kernel';
import type { MapObject } from '#core/document';
import {
  deleteSurface,
  listSurfaces,
  makeSurface,
  MAX_DRAWN_TRIANGLES,
  renameSurface,
  surfaceContours,
  surfaceFile,
  surfaceSection,
  surfaceTriangles,
  surfaceVolumes,
  type Field,
  type MakeSurface,
  type Position,
  type ProjectSurface,
  type SurfaceContours,
  type SurfaceSection,
  type SurfaceVolumes,
} from '#core/protocol';

/** The triangles of a surface: places, and three of them for each. */
interface DrawnTriangles {
  readonly places: readonly Position[];
  readonly corners: readonly number[];
}

/** The surfaces of the open project, and what is shown of the chosen one. */
export class SurfaceDesk {
  /** Undefined before they are loaded. */
  surfaces: readonly ProjectSurface[] | undefined = undefined;
  chosen: ProjectSurface | undefined = undefined;
  /** Of the chosen one; undefined before they are loaded, and where there are too many. */
  triangles: DrawnTriangles | undefined = undefined;
  /** Contours of the chosen one that are shown. */
  shown: SurfaceContours = [];

  readonly #api: Api;
  #projectId: string | undefined;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, {
      surfaces: observableRef,
      chosen: observableRef,
      triangles: observableRef,
      shown: observableRef,
    });
  }

  /** Begins with a project, or with none. */
  open(projectId: string | undefined): void {
    this.#projectId = projectId;
    this.surfaces = undefined;
    void this.choose(undefined);
  }

  /** Reads the list anew; the chosen one stays, if it is still there. Throws AppError. */
  async load(): Promise<void> {
    const projectId = this.#projectId;
    if (projectId === undefined) return;
    const { data } = await this.#api.call(listSurfaces, { params: { id: projectId } });
    if (projectId !== this.#projectId) return;
    runInAction(() => (this.surfaces = data));
    const still = data.find(({ id }) => id === this.chosen?.id);
    if (still?.version !== this.chosen?.version) await this.choose(still);
  }

  /** Makes a surface and keeps it with the project. Throws AppError: also for too many vertices, or too few. */
  async make(body: MakeSurface): Promise<void> {
    const projectId = this.#projectId!;
    const { data } = await this.#api.call(makeSurface, { params: { id: projectId }, body });
    if (projectId !== this.#projectId) return;
    runInAction(() => (this.surfaces = [data, ...(this.surfaces ?? [])]));
    await this.choose(data);
  }

  /** Shows a surface on the maps. Throws AppError. */
  async choose(surface: ProjectSurface | undefined): Promise<void> {
    this.chosen = surface;
    this.shown = [];
    this.triangles = undefined;
    if (!surface || surface.triangles > MAX_DRAWN_TRIANGLES) return;
    const { data } = await this.#api.call(surfaceTriangles, { params: { id: surface.id } });
    if (this.chosen === surface) runInAction(() => (this.triangles = data));
  }

  /** Throws AppError. */
  async rename({ id, version }: ProjectSurface, name: string): Promise<void> {
    const { data } = await this.#api.call(renameSurface, {
      params: { id },
      body: { name },
      ifMatch: String(version),
    });
    runInAction(() => {
      this.surfaces = this.surfaces?.map((one) => (one.id === id ? data : one));
      if (this.chosen?.id === id) this.chosen = data;
    });
  }

  /** Throws AppError. */
  async remove({ id, version }: ProjectSurface): Promise<void> {
    await this.#api.call(deleteSurface, { params: { id }, ifMatch: String(version) });
    runInAction(() => (this.surfaces = this.surfaces?.filter((one) => one.id !== id)));
    if (this.chosen?.id === id) await this.choose(this.surfaces?.[0]);
  }

  /** Shows contours of the chosen surface. Throws AppError for an interval with too many levels. */
  async contour(interval: number): Promise<void> {
    const surface = this.chosen!;
    const { data } = await this.#api.call(surfaceContours, {
      params: { id: surface.id },
      query: { interval },
    });
    if (this.chosen?.id === surface.id) runInAction(() => (this.shown = data));
  }

  /** Against a height, or another surface where both are. Throws AppError. */
  async volumes({ id }: ProjectSurface, base: number | ProjectSurface): Promise<SurfaceVolumes> {
    const body = { base: typeof base === 'number' ? { height: base } : { surface: base.id } };
    return (await this.#api.call(surfaceVolumes, { params: { id }, body })).data;
  }

  /** Along a line of longitudes and latitudes. Throws AppError. */
  async section({ id }: ProjectSurface, line: readonly Position[]): Promise<SurfaceSection> {
    const flat = line.map(([longitude, latitude]): [number, number] => [longitude, latitude]);
    return (await this.#api.call(surfaceSection, { params: { id }, body: { line: flat } })).data;
  }

  /** As LandXML. Throws AppError. */
  async file({ id }: ProjectSurface): Promise<Blob> {
    const { data } = await this.#api.bytes(surfaceFile, { params: { id } });
    return new Blob([data ?? new ArrayBuffer(0)], { type: 'application/xml' });
  }
}
export const SURFACES = serviceToken<SurfaceDesk>('surfaces.Desk');

const HEIGHTS = ['height', 'quota', 'elevation', 'z'];

/** Contours as new objects of a type, with their height above the sea in a number field of that name. */
export function contourObjects(
  lines: SurfaceContours,
  typeName: string,
  fields: readonly Field[],
): MapObject[] {
  const field = fields.find(({ name, type }) => type === 'number' && HEIGHTS.includes(name.toLowerCase()));
  return lines.map(({ height, positions }) => ({
    id: newUuid(),
    typeName,
    location: { type: 'LineString', coordinates: positions },
    properties: field ? { [field.name]: height } : {},
    relatesTo: [],
  }));
}
