import type { BimLevelName } from '#core/protocol';
import type { IfcLine, IfcLines } from '../ifc-lines.ts';

/** A key below `bim.place.`, with its values. */
export interface PlaceNote {
  note: string;
  values: Record<string, string | number>;
}

/** One level of georeference as the file has it, in metres and degrees; CRS and datum as named. */
export interface FoundLevel {
  level: BimLevelName;
  source: string;
  says: { name: string; value: string; unit: string | null }[];
  crs: CrsWords | null;
  /** Longitude and latitude of `anchor`. */
  lonLat: [number, number] | null;
  /** Easting and northing of `anchor`. */
  eastNorth: [number, number] | null;
  /** The same if the numbers were in metres, where the file does not say their unit. */
  otherEastNorth: [number, number] | null;
  /** Height of `anchor`; null: not stated. */
  height: number | null;
  /** The point of the file's axes that is placed, metres. */
  anchor: [number, number, number];
  /** The x axis of the file, degrees counter-clockwise from grid east, or from true east; null: not stated. */
  rotation: { degrees: number; from: 'grid' | 'true' } | null;
  scale: number;
  /** Whether a person has to confirm it. */
  isDoubtful: boolean;
  notes: PlaceNote[];
}

/** How a file names its CRS. */
export interface CrsWords {
  name: string | null;
  description: string | null;
  datum: string | null;
  verticalDatum: string | null;
  projection: string | null;
  zone: string | null;
  wkt: string | null;
  isGeographic: boolean;
}

/** A level that says nothing yet. */
export const level = (level: BimLevelName, source: string): FoundLevel => ({
  level,
  source,
  says: [],
  crs: null,
  lonLat: null,
  eastNorth: null,
  otherEastNorth: null,
  height: null,
  anchor: [0, 0, 0],
  rotation: null,
  scale: 1,
  isDoubtful: false,
  notes: [],
});
export const nameOf = (lines: IfcLines, line: IfcLine) => `${lines.names.nameOf(line.type)} #${line.line}`;
