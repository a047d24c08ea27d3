import { readFile } from 'node:fs/promises';
import {
  BALLPARK,
  readOperation,
  type AreaOfUse,
  type DatumOperation,
  type OperationRow,
} from '#core/geodesy';

/** A reference system of the EPSG register, or one of ESRI's under its own code. */
export interface RegisteredCrs {
  code: number;
  name: string;
  area: string;
  bounds: AreaOfUse;
  /** `en`, `ne`; with a minus if the numbers grow to the west and to the south. */
  axes: string;
  deprecated: boolean;
  geographic: boolean;
  /** `metre`, `degree`, `US survey foot`. */
  unit: string;
  /** Undefined for degrees. */
  metresPerUnit: number | undefined;
  /** On its own datum, without a shift. */
  proj4: string;
  /** To WGS 84, in the order of preference; none for a system on WGS 84. */
  operations: readonly DatumOperation[];
  /** Grids that the register has for its datum. */
  grids: readonly DatumGrid[];
  /** Well-known text 1. */
  wkt: string;
}

export interface DatumGrid {
  name: string;
  /** Metres. */
  accuracy: number;
  area: AreaOfUse;
}

/** register.json: rows that refer to each other by number, written by generate/register.py. */
interface RegisterFile {
  areas: [string, ...AreaOfUse][];
  /** A definition of proj4 with # for numbers; the name in WKT, its parameters by the numbers, and the unit. */
  methods: [string, string, [string, number][], string, number][];
  operations: OperationRow[];
  /** Ellipsoid and prime meridian for proj4, WKT, operations, grids; by code. */
  bases: Record<string, [string, string, number[], [string, number, AreaOfUse][]]>;
  systems: SystemRow[];
}
/** Code, name, area, axes, deprecated, base; a projected one with its method and the numbers for it. */
type SystemRow = [number, string, number, string, 0 | 1, number | string, ...number[]];

interface Register {
  file: RegisterFile;
  operations: DatumOperation[];
  rows: Map<number, SystemRow>;
}

let register: Promise<Register> | undefined;

/** Read at the first use: 1.3 MB. */
function load(): Promise<Register> {
  return (register ??= readFile(new URL('register.json', import.meta.url), 'utf8').then((text) => {
    const file = JSON.parse(text) as RegisterFile;
    const operations = file.operations.map(readOperation);
    return { file, operations, rows: new Map(file.systems.map((row) => [row[0], row])) };
  }));
}

/** Undefined when there is none with that code, or it cannot be computed as PROJ does. */
export async function registeredCrs(code: number): Promise<RegisteredCrs | undefined> {
  const loaded = await load();
  const row = loaded.rows.get(code);
  return row && crsOfRow(loaded, row);
}

/** What a search looks at. */
export type CrsTitle = Pick<RegisteredCrs, 'code' | 'name' | 'area' | 'deprecated'>;

export async function registeredTitles(): Promise<CrsTitle[]> {
  const { file } = await load();
  return file.systems.map(([code, name, area, , deprecated]) => ({
    code,
    name,
    area: file.areas[area]![0],
    deprecated: deprecated === 1,
  }));
}

/** The axes of every system by its code, as in RegisteredCrs. */
export async function registeredAxes(): Promise<ReadonlyMap<number, string>> {
  const { file } = await load();
  return new Map(file.systems.map(([code, , , axes]) => [code, axes]));
}

/** What a file's definition is compared with. */
export type CrsText = Pick<RegisteredCrs, 'code' | 'name' | 'deprecated' | 'wkt'>;

export async function registeredWkt(): Promise<CrsText[]> {
  const loaded = await load();
  return loaded.file.systems.map((row) => {
    const { code, name, deprecated, wkt } = crsOfRow(loaded, row);
    return { code, name, deprecated, wkt };
  });
}

function crsOfRow({ file, operations }: Register, row: SystemRow): RegisteredCrs {
  const [code, name, area, axes, deprecated, base, method, ...numbers] = row;
  const [figure, baseText, shifts, grids] = file.bases[base]!;
  const [areaName, ...bounds] = file.areas[area]!;
  const details = {
    code,
    name,
    area: areaName,
    bounds,
    axes,
    deprecated: deprecated === 1,
    operations: operationsWithin(
      bounds,
      shifts.map((one) => operations[one]!),
    ),
    grids: grids.map(([grid, accuracy, place]) => ({ name: grid, accuracy, area: place })),
  };
  const authority = `AUTHORITY["${authorityOf(code)}","${code}"]]`;
  if (method === undefined)
    return {
      ...details,
      geographic: true,
      unit: 'degree',
      metresPerUnit: undefined,
      proj4: `+proj=longlat ${figure} +no_defs`,
      wkt: `${baseText.slice(0, -1)},${authority}`,
    };
  const [template, projection, parameters, unit, factor] = file.methods[method]!;
  let next = 0;
  const definition = template.replaceAll('#', () => String(numbers[next++]));
  const conversion = [
    `PROJECTION["${projection}"]`,
    ...parameters.map(([parameter, at]) => `PARAMETER["${parameter}",${numbers[at]!}]`),
    `UNIT["${unit}",${factor}]`,
  ].join(',');
  return {
    ...details,
    geographic: false,
    unit,
    metresPerUnit: factor,
    proj4: `${definition} ${figure} +no_defs`,
    wkt: `PROJCS["${name}",${baseText},${conversion},${authority}`,
  };
}

const HIGHEST_OF_EPSG = 32_767;

export function authorityOf(code: number): 'EPSG' | 'ESRI' {
  return code > HIGHEST_OF_EPSG ? 'ESRI' : 'EPSG';
}

/** As PROJ has it: those that apply in the area of the system, the largest first, and a ballpark where none covers it. */
function operationsWithin(
  bounds: AreaOfUse,
  operations: readonly DatumOperation[],
): readonly DatumOperation[] {
  if (operations.length === 0) return operations;
  const near = operations
    .filter(({ name }) => name !== null)
    .map((operation) => ({
      operation,
      shared: Math.max(...operation.areas.map((area) => sharedArea(area, bounds))),
    }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .map(({ operation }) => operation);
  return near.some(({ areas }) => areas.some((area) => covers(area, bounds))) ? near : [...near, BALLPARK];
}

/** Square degrees. */
function sharedArea(one: AreaOfUse, other: AreaOfUse): number {
  let sum = 0;
  for (const a of parts(one))
    for (const b of parts(other)) {
      const wide = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
      const high = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
      if (wide > 0 && high > 0) sum += wide * high;
    }
  return sum;
}

function covers(one: AreaOfUse, other: AreaOfUse): boolean {
  return parts(other).every((b) =>
    parts(one).some((a) => a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3]),
  );
}

/** Cut at the antimeridian. */
function parts([west, south, east, north]: AreaOfUse): AreaOfUse[] {
  if (west <= east) return [[west, south, east, north]];
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
}
