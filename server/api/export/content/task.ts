import type { DisplayFormat, ExportFormat, ExportKind, Language } from '#core/protocol';
import type { GridFiles } from '../../../shared/crs/grids.ts';
import type { SpoolType } from '../../../formats/layer-writer.ts';

/** Input of the export thread. */
export interface WriteTask {
  kind: ExportKind;
  language: Language;
  /** The job's own folder; the zip is written to it. */
  folder: string;
  /** Project name, for titles and file names. */
  project: string;
  organization: string;
  author: string;
  /** Time of the export, ISO 8601. */
  at: string;
  crs: string;
  /** Units and decimals of documents. */
  format: DisplayFormat;
  /** Shift grids for coordinate operations. */
  grids: GridFiles;
  types: readonly SpoolType[];
  /** For data and intersections. */
  formats: readonly ExportFormat[];
  csvGeometry: 'wkt' | 'xyz';
  /** For a document: the order of its objects. */
  ids?: readonly string[] | undefined;
  /** For a report: its title. */
  title?: string | undefined;
  /** Images on disk, by the object they belong to. */
  photos: readonly ExportPhoto[];
  /** Notes known before writing. */
  notes?: readonly string[] | undefined;
}

export interface ExportPhoto {
  objectId: string;
  file: string;
  name: string;
}

export interface WrittenExport {
  /** Path of the only file of the export, or of the zip of its files. */
  file: string;
  /** Names of the files of the export. */
  files: string[];
  notes: string[];
  count: number;
}

export type ExportProgress = { kind: 'progress'; part: number };
