import type { ExportFormat, ExportKind, Field, Language, Localized, Style } from '#core/protocol';
import type { GridFiles } from '../../../shared/crs/grids.ts';

/** Objects of one type, read from the database into a file: a JSON text of an object each line. */
export interface SpoolType {
  typeName: string;
  file: string;
  count: number;
  title: Localized | undefined;
  fields: readonly Field[];
  style: Style | undefined;
}

/** What the thread that writes an export is given. */
export interface WriteTask {
  kind: ExportKind;
  language: Language;
  /** The job's own folder; the zip is left in it. */
  folder: string;
  /** Name of the project, for titles and file names. */
  project: string;
  organization: string;
  author: string;
  /** ISO time of the export. */
  at: string;
  crs: string;
  /** What coordinates of that system may be computed by. */
  grids: GridFiles;
  types: readonly SpoolType[];
  /** Of data and intersections. */
  formats: readonly ExportFormat[];
  csvGeometry: 'wkt' | 'xyz';
  /** Of a document: the order of its objects. */
  ids?: readonly string[] | undefined;
  /** Of a report: its title. */
  title?: string | undefined;
  /** Images on this machine, by the object they belong to. */
  photos: readonly Photo[];
  /** Already known before writing: what the notes begin with. */
  notes?: readonly string[] | undefined;
}

export interface Photo {
  objectId: string;
  file: string;
  name: string;
}

export interface Written {
  zip: string;
  files: string[];
  notes: string[];
  count: number;
}

export type Said = { kind: 'progress'; part: number };
