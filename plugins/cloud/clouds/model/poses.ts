import type { BodyOf, setImagesMetadata } from '#core/protocol';

export type NamedPose = BodyOf<typeof setImagesMetadata>[number] & { readonly name: string };

/** Why a list of poses cannot be used. `line`: from 1; 1 is the header. */
export interface PoseProblem {
  readonly line: number;
  readonly kind: 'columns' | 'cells' | 'number' | 'half';
  /** The value, or the name of what is missing. */
  readonly what: string;
}

/** Names of the columns, as programs for photogrammetry and panoramas write them. */
const COLUMNS = {
  name: ['name', 'file', 'filename', 'image', 'photo', 'label', '#label'],
  longitude: ['longitude', 'lon', 'lng', 'long'],
  latitude: ['latitude', 'lat'],
  height: ['height', 'altitude', 'alt', 'z'],
  heading: ['heading', 'yaw', 'direction'],
  pitch: ['pitch'],
  roll: ['roll'],
} as const;
type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];

/** Limits of what the server takes. A heading may also be negative or beyond a turn. */
const LIMITS: Readonly<Record<Exclude<Column, 'name'>, readonly [number, number]>> = {
  longitude: [-180, 180],
  latitude: [-90, 90],
  height: [-12_000, 100_000],
  heading: [-720, 720],
  pitch: [-90, 90],
  roll: [-180, 180],
};

/**
 * Reads where cameras stood: a table with a header, separated by comma, semicolon or tab. Degrees of WGS 84, metres above
 * the ellipsoid. Empty cells say nothing.
 */
export function readPoses(text: string): { poses: NamedPose[] } | { problem: PoseProblem } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const header = lines[0] ?? '';
  const separator = ['\t', ';', ','].find((each) => header.includes(each)) ?? ',';
  const cellsOf = (line: string) =>
    line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const titles = cellsOf(header).map((title) => title.toLowerCase());
  const at = (column: Column) =>
    titles.findIndex((title) => COLUMNS[column].some((known) => known === title));
  if (at('name') < 0) return { problem: { line: 1, kind: 'columns', what: 'name' } };
  if (NAMES.every((column) => column === 'name' || at(column) < 0))
    return { problem: { line: 1, kind: 'columns', what: 'longitude, latitude, heading' } };

  const poses: NamedPose[] = [];
  for (const [i, line] of lines.entries()) {
    if (i === 0 || line.trim() === '') continue;
    const cells = cellsOf(line);
    if (cells.length !== titles.length)
      return { problem: { line: i + 1, kind: 'cells', what: String(cells.length) } };
    const values: Partial<Record<Column, number>> = {};
    for (const column of NAMES) {
      const cell = cells[at(column)] ?? '';
      if (column === 'name' || cell === '') continue;
      const value = Number(separator === ',' ? cell : cell.replace(',', '.'));
      const [min, max] = LIMITS[column];
      if (!(value >= min && value <= max)) return { problem: { line: i + 1, kind: 'number', what: cell } };
      values[column] = value;
    }
    const { longitude, latitude, height, heading, pitch, roll } = values;
    if (
      (longitude === undefined) !== (latitude === undefined) ||
      (height !== undefined && longitude === undefined)
    )
      return {
        problem: { line: i + 1, kind: 'half', what: longitude === undefined ? 'longitude' : 'latitude' },
      };
    poses.push({
      name: cells[at('name')]!,
      ...(longitude !== undefined && {
        position: height === undefined ? [longitude, latitude!] : [longitude, latitude!, height],
      }),
      ...(heading !== undefined && { heading: ((heading % 360) + 360) % 360 }),
      ...(pitch !== undefined && { pitch }),
      ...(roll !== undefined && { roll }),
    });
  }
  return { poses };
}
