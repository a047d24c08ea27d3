import type { Geometry, Language, Properties } from '#core/protocol';
import type { Column } from '../content/columns.ts';
import type { TargetCrs } from '../content/crs.ts';
import type { Notes } from '../content/notes.ts';
import type { Family } from '../../../formats/shapes.ts';
import type { SpoolType } from '../content/task.ts';

/** A type with what all its objects together need of a format. */
export interface Layer extends SpoolType {
  /** Its title in the person's language. */
  label: string;
  columns: readonly Column[];
  /** How many of each family, without and with heights. */
  shapes: ReadonlyMap<Family, { flat: number; high: number; multi: number }>;
}

export interface Feature {
  id: string;
  properties: Properties;
  /** As stored: longitude, latitude, height. */
  stored: Geometry;
  /** In the CRS asked for. */
  placed: Geometry;
  family: Family;
  high: boolean;
}

export interface FormatContext {
  /** Folder of this format; all its files go there. */
  folder: string;
  /** The project's name as a file's. */
  name: string;
  title: string;
  crs: TargetCrs;
  layers: readonly Layer[];
  notes: Notes;
  language: Language;
  at: string;
  csvGeometry: 'wkt' | 'xyz';
}

/** Writes one format: `layer` says what type the features that follow are of; all of them come before the next. */
export interface FormatWriter {
  layer(layer: Layer): void;
  add(feature: Feature): void;
  close(): void;
}
