import type {
  DisplayFormat,
  ExportFormat,
  ExportKind,
  Language,
  PictureMark,
  TextEncoding,
} from '#core/protocol';
import type { GridFiles } from '../../../shared/crs/grids.ts';
import type { SpoolType } from '../../../formats/layer-writer.ts';
import type { SheetTask } from './sheet-task.ts';

/** Most attached files listed in a document, and copied into an export of data. */
export const MAX_ATTACHMENTS = 1000;

/** Most linked elements listed in a report. */
export const MAX_ELEMENTS = 1000;

/** Input of the export thread. */
export interface WriteTask {
  kind: ExportKind | 'sheet';
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
  drawingScale: number | undefined;
  /** Of written coordinates; undefined: all. */
  decimals?: number | undefined;
  /** Positions are written without heights. */
  isFlat?: boolean | undefined;
  encoding?: TextEncoding | undefined;
  /** For a document: the order of its objects. */
  ids?: readonly string[] | undefined;
  /** For a report: its title. */
  title?: string | undefined;
  /** For a sheet. */
  sheet?: SheetTask | undefined;
  /** Images on disk, by the object they belong to. */
  photos: readonly ExportPhoto[];
  /** Documents that a PDF lists, by the object they belong to. */
  attachments: readonly ExportAttachment[];
  /** Of a document: names of related objects by their ids. */
  related?: Readonly<Record<string, string>> | undefined;
  /** Of a report: the elements of BIM models that the objects are linked to. */
  elements: readonly ExportElement[];
  /** Folder of files that are packed with the data, or undefined. */
  attached?: string | undefined;
  /** Notes known before writing. */
  notes?: readonly string[] | undefined;
}

export interface ExportPhoto {
  objectId: string;
  file: string;
  name: string;
  /** What people have drawn over it as it is. */
  marks: readonly PictureMark[];
}

export interface ExportAttachment {
  objectId: string;
  name: string;
  mediaType: string;
  bytes: number;
  /** When this content was added. */
  at: string;
  expiresOn: string | null;
}

/** An element of a BIM model that an object is linked to. */
export interface ExportElement {
  objectId: string;
  name: string;
  /** Empty: the newest version of the model no longer has it. */
  class: string;
  model: string;
  note: string;
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
