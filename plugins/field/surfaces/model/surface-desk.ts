import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { MapObject } from '#core/document';
import { geoidAt, unitOfCrs, unproject } from '#core/geodesy';
import { AppError, newUuid, serviceToken } from '#core/kernel';
import type { Field, Position } from '#core/protocol';
import { contours, levelsOf, type Contour } from './contours.ts';
import { gather, MAX_SPOTS } from './gather.ts';
import { buildTin, type Spot, type Tin } from './tin.ts';
import { factsOf } from './volumes.ts';

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

  constructor() {
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
    const { spots, breaklines, borders, flat, geoid } = await gather(objects, { crs, hasBorders });
    const count = [spots, ...breaklines, ...borders].reduce((sum, run) => sum + run.length, 0);
    if (count > MAX_SPOTS) throw new AppError('surfaces.too-many', '');
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
      geoid,
      facts: factsOf(tin),
      positions: Array.from(tin.heights, (height, i) =>
        back([tin.places[2 * i]!, tin.places[2 * i + 1]!, height], crs),
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

  /** Shows contours; undefined for too many levels. */
  contour(interval: number): readonly Contour[] | undefined {
    const { tin, crs } = this.chosen!;
    const levels = levelsOf(tin, interval);
    if (!levels) return undefined;
    const lines = contours(tin, levels);
    this.shown = lines.map(({ height, line }) => ({
      height,
      positions: line.map((spot) => back(spot, crs)),
    }));
    return lines;
  }
}
export const SURFACES = serviceToken<SurfaceDesk>('surfaces.Desk');

/** Longitude and latitude of a place in the plane. */
function back([east, north]: Spot, crs: string): Position {
  const { metres } = unitOfCrs(crs);
  return unproject(crs, [east / metres, north / metres]);
}

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
