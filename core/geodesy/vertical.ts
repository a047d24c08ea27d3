import { bringGeoids } from './geoids-there.ts';
import type { GridArea } from './grid-fault.ts';

/** A reference system of heights, which grow upwards. */
export interface VerticalCrs {
  /** `EPSG:5703`. */
  readonly code: string;
  readonly name: string;
  readonly datum: string;
  /** Metres per unit. */
  readonly metres: number;
}

type Row = [number, string, string, number];
let systems: readonly VerticalCrs[] = [];

/** Loads the vertical systems of the EPSG register: few places need them. */
export async function loadVerticalCrs(): Promise<void> {
  if (systems.length > 0) return;
  const { default: rows } = await import('./vertical-crs.json', { with: { type: 'json' } });
  systems = (rows as Row[]).map(([code, name, datum, metres]) => ({
    code: `EPSG:${code}`,
    name,
    datum,
    metres,
  }));
}

/** Undefined when there is none of this code, and before `loadVerticalCrs`. */
export function verticalCrsOf(code: string): VerticalCrs | undefined {
  return systems.find((system) => system.code === code);
}

/** All of them, by their code. Empty before `loadVerticalCrs`. */
export function verticalSystems(): readonly VerticalCrs[] {
  return systems;
}

/** How heights of a vertical system become ellipsoidal. */
export interface HeightSystem {
  /** Undefined: they are ellipsoidal, metres. */
  readonly vertical: VerticalCrs | undefined;
  /** The geoid that is used; undefined without a vertical system. */
  readonly geoid: string | undefined;
  /** Whether this geoid is the one of the vertical datum; another may be off by a metre or two. */
  readonly isOwn: boolean;
  /** Height in the unit of the vertical system to metres above the ellipsoid. */
  toEllipsoid(longitude: number, latitude: number, height: number): number;
  fromEllipsoid(longitude: number, latitude: number, height: number): number;
}

const ELLIPSOIDAL: HeightSystem = {
  vertical: undefined,
  geoid: undefined,
  isOwn: true,
  toEllipsoid: (_longitude, _latitude, height) => height,
  fromEllipsoid: (_longitude, _latitude, height) => height,
};

/**
 * Loads what it takes to compute heights of a vertical system within an area (west, south, east, north): the geoid of its
 * datum where one has been uploaded, else the most accurate one there, else EGM96. `code` null, or not in the register:
 * heights are ellipsoidal.
 */
export async function heightsOf(code: string | null, area: GridArea): Promise<HeightSystem> {
  if (code === null) return ELLIPSOIDAL;
  await loadVerticalCrs();
  const vertical = verticalCrsOf(code);
  if (!vertical) return ELLIPSOIDAL;
  const isOwn = (model: string, datum: string | null): boolean => isOf(vertical, datum ?? model);
  const { heightAt, model, isOwn: own } = await bringGeoids(area, isOwn);
  const unit = vertical.metres;
  return {
    vertical,
    geoid: model,
    isOwn: own,
    toEllipsoid: (longitude, latitude, height) => height * unit + heightAt(longitude, latitude),
    fromEllipsoid: (longitude, latitude, height) => (height - heightAt(longitude, latitude)) / unit,
  };
}

/** `NAVD88`, `NAVD88 height` and `North American Vertical Datum 1988` are the same. */
function isOf({ name, datum }: VerticalCrs, stated: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/ (height|depth|geoid)\b.*$/, '')
      .replace(/[^a-z0-9]/g, '');
  const wanted = plain(stated);
  return wanted !== '' && (wanted === plain(name) || wanted === plain(datum));
}
