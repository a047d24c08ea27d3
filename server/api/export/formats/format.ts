import type { Geometry, Language, Properties } from '#core/protocol';
import type { Column } from '../content/columns.ts';
import type { TargetCrs } from '../content/crs.ts';
import type { Notes } from '../content/notes.ts';
import type { Family } from '../../../formats/shapes.ts';
import type { SpoolType } from '../content/task.ts';

/** A type with what its objects need of a format. */
export interface Layer extends SpoolType {
  /** Title in the person's language. */
  label: string;
  columns: readonly Column[];
  /** Number of geometries of each family, without and with heights. */
  shapes: ReadonlyMap<Family, { flat: number; high: number; multi: number }>;
}

export interface Feature {
  id: string;
  properties: Properties;
  /** As stored: longitude, latitude, height. */
  stored: Geometry;
  /** In the target CRS. */
  placed: Geometry;
  family: Family;
  high: boolean;
}

export interface FormatContext {
  /** Output folder of this format. */
  folder: string;
  /** Project name, usable as file name. */
  name: string;
  title: string;
  crs: TargetCrs;
  layers: readonly Layer[];
  notes: Notes;
  language: Language;
  at: string;
  csvGeometry: 'wkt' | 'xyz';
}

/** Writes one format: `layer` starts a type, its features follow before the next layer. */
export interface FormatWriter {
  layer(layer: Layer): void;
  add(feature: Feature): void;
  close(): void;
}
