import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { MapObject } from '#core/document';
import { geoidAt } from '#core/geodesy';
import { AppError, newUuid, serviceToken } from '#core/kernel';
import type { Field, Position } from '#core/protocol';
import type { Computations } from './compute.ts';
import { levelsOf } from './contours.ts';
import { gather } from './gather.ts';
import { fromPlane } from './plane.ts';
import { buildTin } from './tin.ts';
import type { Tin } from './triangles.ts';
import { factsOf, type Volumes } from './volumes.ts';

export interface Surface {
  readonly id: string;
  readonly name: string;
  readonly crs: string;
  readonly tin: Tin;
  readonly facts: ReturnType<typeof factsOf>;
  readonly twice: number;
  readonly crossing: number;
  /** Vertices that had no height. */
  readonly flat: number;
  /** Lines and outlines with such vertices, which are neither breaklines nor borders. */
  readonly gaps: number;
  readonly geoid: string | null;
  /** Of the triangles, for the map. */
  readonly positions: readonly Position[];
}

/** The surfaces of this session, and what is made of the chosen one. */
export class SurfaceDesk {
  surfaces: readonly Surface[] = [];
  chosen: Surface | undefined = undefined;
  /** Contours of the chosen one that are shown. */
  shown: readonly { height: number; positions: readonly Position[] }[] = [];

  readonly #computations: Computations;

  constructor(computations: Computations) {
    this.#computations = computations;
    makeAutoObservable(this, { surfaces: observableRef, chosen: observableRef, shown: observableRef });
  }

  /** Throws AppError: also for too many points, or too few. */
  async make(
    objects: readonly MapObject[],
    {
      name,
      crs,
      longest,
      hasBorders,
    }: { name: string; crs: string; longest: number | undefined; hasBorders: boolean },
  ): Promise<void> {
    const { spots, breaklines, borders, flat, gaps, geoid } = await gather(objects, { crs, hasBorders });
    const built = buildTin(spots, { breaklines, borders, ...(longest !== undefined && { longest }) });
    if (!built || built.tin.triangles.length === 0) throw new AppError('surfaces.too-few', '');
    const { tin, twice, crossing } = built;
    const surface: Surface = {
      id: newUuid(),
      name,
      crs,
      tin,
      twice,
      crossing,
      flat,
      gaps,
      geoid,
      facts: factsOf(tin),
      positions: Array.from(tin.heights, (_, i) =>
        fromPlane(crs, [tin.places[2 * i]!, tin.places[2 * i + 1]!]),
      ),
    };
    runInAction(() => {
      this.surfaces = [...this.surfaces, surface];
      this.choose(surface);
    });
  }

  choose(surface: Surface | undefined): void {
    this.chosen = surface;
    this.shown = [];
  }

  remove({ id }: Surface): void {
    this.surfaces = this.surfaces.filter((surface) => surface.id !== id);
    if (this.chosen?.id === id) this.choose(this.surfaces.at(-1));
  }

  clear(): void {
    this.surfaces = [];
    this.choose(undefined);
  }

  /** Shows contours of the chosen surface. Throws AppError for an interval with too many levels, or none. */
  async contour(interval: number): Promise<void> {
    const surface = this.chosen!;
    const { tin, crs } = surface;
    const levels = levelsOf(tin, interval);
    if (!levels) throw new AppError('surfaces.too-many-levels', '');
    const lines = await this.#computations.contours(tin, levels);
    if (this.chosen !== surface) return;
    const shown = lines.map(({ height, line }) => ({
      height,
      positions: line.map(([east, north]) => fromPlane(crs, [east, north])),
    }));
    runInAction(() => (this.shown = shown));
    if (shown.length === 0) throw new AppError('surfaces.no-contours', '');
  }

  /** Between two surfaces of one CRS, where both are. */
  volumes(surface: Surface, base: Surface): Promise<Volumes> {
    return this.#computations.volumes(surface.tin, base.tin);
  }
}
export const SURFACES = serviceToken<SurfaceDesk>('surfaces.Desk');

const HEIGHTS = ['height', 'quota', 'elevation', 'z'];

/** Contours as new objects of a type, with their height above the sea in a number field of that name. */
export async function contourObjects(
  lines: SurfaceDesk['shown'],
  typeName: string,
  fields: readonly Field[],
): Promise<MapObject[]> {
  const field = fields.find(({ name, type }) => type === 'number' && HEIGHTS.includes(name.toLowerCase()));
  const objects: MapObject[] = [];
  for (const { height, positions } of lines) {
    const coordinates: Position[] = [];
    for (const [longitude, latitude] of positions) {
      const geoid = await geoidAt(longitude, latitude);
      coordinates.push([longitude, latitude, height + geoid.height]);
    }
    objects.push({
      id: newUuid(),
      typeName,
      location: { type: 'LineString', coordinates },
      properties: field ? { [field.name]: height } : {},
      relatesTo: [],
    });
  }
  return objects;
}
