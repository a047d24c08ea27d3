import bundled from './bundled-crs.json' with { type: 'json' };

/** West, south, east, north, degrees; west is greater than east across the antimeridian. */
export type AreaOfUse = readonly [number, number, number, number];

/** A coordinate operation from the datum of a system to WGS 84, in one part of the world. */
export interface DatumOperation {
  /** Name in the EPSG register; null for a ballpark: both datums are treated as the same. */
  readonly name: string | null;
  /** Metres; null if not stated, and for a ballpark. */
  readonly accuracy: number | null;
  readonly areas: readonly AreaOfUse[];
  /**
   * Helmert transformations of geocentric coordinates, one after the other: dx, dy, dz (metres); also rx, ry, rz (arc
   * seconds, position vector) and the scale (ppm); also the point about which they turn. None: the numbers stay.
   */
  readonly steps: readonly (readonly number[])[];
  /** Meant for places at sea: one for land is preferred. */
  readonly offshore?: boolean | undefined;
}

/** A coordinate reference system, with what the workbench needs of it. */
export interface Crs {
  /** `EPSG:3003`. */
  readonly code: string;
  readonly name: string;
  /** The definition for proj4 on the system's own datum: easting before northing, whatever the official axis order. */
  readonly proj4: string;
  /** The official axis order: `ne` if northing or latitude comes first. */
  readonly axes: 'en' | 'ne';
  /** Official numbers grow to the west and to the south. */
  readonly westSouth?: boolean | undefined;
  readonly geographic: boolean;
  readonly bounds: AreaOfUse | null;
  /** Those to choose from by place, in the order of preference; none for a system on WGS 84. */
  readonly operations: readonly DatumOperation[];
}

/** How generated files have an operation. */
export type OperationRow = readonly [string | null, number | null, AreaOfUse[], number[][], 1?];

export function readOperation([name, accuracy, areas, steps, offshore]: OperationRow): DatumOperation {
  return { name, accuracy, areas, steps, ...(offshore && { offshore: true }) };
}

export const BALLPARK: DatumOperation = {
  name: null,
  accuracy: null,
  areas: [[-180, -90, 180, 90]],
  steps: [],
};

/** Reads `en`, `ne`, or one of these with a minus for westing and southing. */
export function axesOf(text: string): Pick<Crs, 'axes' | 'westSouth'> {
  return { axes: text.startsWith('ne') ? 'ne' : 'en', ...(text.endsWith('-') && { westSouth: true }) };
}

const operations = new Map(
  Object.entries(bundled.operations as unknown as Record<string, OperationRow[]>).map(([base, rows]) => [
    base,
    rows.map(readOperation),
  ]),
);

/**
 * The systems of Italy and the world that pages know without asking the server (`crs.search`). Generated from the EPSG
 * register (docs/decisions/0031-reference-systems.md).
 */
export const BUNDLED: readonly Crs[] = (
  bundled.systems as unknown as [number, string, AreaOfUse, string, string, string][]
).map(([code, name, bounds, axes, base, proj4]) => ({
  code: `EPSG:${code}`,
  name,
  proj4,
  ...axesOf(axes),
  geographic: proj4.startsWith('+proj=longlat'),
  bounds,
  operations: operations.get(base)!,
}));
