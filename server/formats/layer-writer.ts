import type {
  Field,
  Geometry,
  Language,
  Localized,
  Position,
  Properties,
  Style,
  TextEncoding,
} from '#core/protocol';
import type { Findings } from '../base/problems.ts';
import type { TableColumnInfo } from './columns.ts';
import type { ExportNotes } from './notes.ts';
import type { GeometryFamily } from './shapes.ts';

/** Objects of one type, read from the database into a file: the JSON of one object per line. */
export interface SpoolType {
  typeName: string;
  file: string;
  count: number;
  title: Localized | undefined;
  fields: readonly Field[];
  style: Style | undefined;
}

/** The target CRS of an export, with the operation from WGS 84. */
export interface TargetCrs {
  code: string;
  /** EPSG code. */
  number: number;
  name: string;
  geographic: boolean;
  /** Coordinates are written as stored, bit for bit. */
  identity: boolean;
  /** Unit name: `metre`, `degree`. */
  unit: string;
  wkt: string;
  /** Name of the operation, and what proj4 computes with. */
  operation: string;
  /** Stated accuracy of the datum transformation, metres; null if unknown. */
  accuracy: number | null;
  /** Warnings about its accuracy. */
  findings: Findings;
  /** Returns undefined where the geometry lies outside the domain of the CRS. Heights stay as they are. */
  apply(geometry: Geometry): Geometry | undefined;
}

/** A type with what its objects need of a format. */
export interface ExportLayer extends SpoolType {
  /** Title in the person's language. */
  label: string;
  columns: readonly TableColumnInfo[];
  /** Number of geometries of each family, without and with heights. */
  shapes: ReadonlyMap<GeometryFamily, { flat: number; high: number; multi: number }>;
}

export interface ExportFeature {
  id: string;
  properties: Properties;
  /** As stored: longitude, latitude, height. */
  stored: Geometry;
  /** In the target CRS. */
  placed: Geometry;
  family: GeometryFamily;
  high: boolean;
  /** The middle of its label, where a person has moved it, in the target CRS. */
  labelAt?: Position | undefined;
}

export interface FormatContext {
  /** Output folder of this format. */
  folder: string;
  /** Project name, usable as file name. */
  name: string;
  title: string;
  crs: TargetCrs;
  layers: readonly ExportLayer[];
  notes: ExportNotes;
  language: Language;
  at: string;
  csvGeometry: 'wkt' | 'xyz';
  /** Of shapefiles and CSV; default: UTF-8. */
  encoding?: TextEncoding | undefined;
  /** Of a DXF, 1 : n: sizes of symbols, texts and hatches. Without it there is geometry only. */
  drawingScale?: number | undefined;
}

/** Writes one format: `layer` starts a type, its features follow before the next layer. */
export interface FormatWriter {
  layer(layer: ExportLayer): void;
  add(feature: ExportFeature): void;
  close(): void;
}

/** A position in the target CRS; undefined outside its domain. */
export function positionIn(crs: TargetCrs, position: Position): Position | undefined {
  const placed = crs.apply({ type: 'Point', coordinates: position });
  return placed?.type === 'Point' ? placed.coordinates : undefined;
}
