import { serviceToken } from '#core/kernel';
import type { Guarded, ServiceName, TextKey } from '#core/plugin';

/**
 * A file format that can be imported. A plugin adds it in its manifest (`importers: [...]`) and binds an `Importer`
 * under `service`; its code is loaded when a file with one of its extensions is chosen, and the wizard does the rest.
 */
export interface ImporterContribution extends Guarded {
  id: string;
  /** Label: `Shapefile (.zip)`. */
  title: TextKey;
  /** File name extensions in lower case, with the dot. */
  extensions: readonly string[];
  service: ServiceName;
  /** The service is a `FileOpener`: the plugin takes the file, and the dialog closes. */
  opens?: boolean;
}

/** Takes a file that does not become objects at once. Its plugin lists `import` in `optional` or `requires`. */
export interface FileOpener {
  open(projectId: string, file: File): Promise<void>;
}

/** A request to the server; what is missing is detected by the server. */
export interface ImportRequest {
  projectId: string;
  /** The file... */
  file?: File;
  /** ...or the job of an earlier preview, whose file the server still stores. */
  upload?: string;
  layer?: string;
  /** `EPSG:<code>` */
  crs?: string;
  encoding?: string;
  typeName?: string;
  /** Several layers, each with its object type, instead of `layer`, `typeName` and `mapping`. */
  layers?: readonly { layer: string; typeName: string }[];
  /** File field names to attribute names; null drops a field. */
  mapping?: Readonly<Record<string, string | null>>;
  /** Answers to the importer's questions, by id; what is missing is detected. */
  options?: Readonly<Record<string, string>>;
  /** The plugin from outside that has converted the file, with its version: `acme-wells@1.0.0`. */
  plugin?: string;
  commit: boolean;
}

/** What a format asks beyond layer, CRS, encoding and fields. The answers used are in `options` of the result. */
export interface ImportQuestion {
  id: string;
  title: TextKey;
  /** Answers to choose from; `columns`: those that the result lists, or none. */
  answers: 'columns' | readonly { value: string; title: TextKey }[];
}

export interface Importer {
  /** Questions about this file. */
  questions?(file: File): readonly ImportQuestion[];
  /**
   * Sends a request; resolves to the id of its job, whose result is an ImportResult (core/protocol). `onUpload`
   * receives the share sent, 0 to 1.
   */
  send(
    request: ImportRequest,
    options: { signal: AbortSignal; onUpload(part: number): void },
  ): Promise<string>;
}

/**
 * Imports GeoJSON. An importer of another format converts its file and passes the request on; later requests for the
 * same file have `upload` instead of `file`. Its plugin lists `import` in `requires`.
 */
export const GEOJSON_IMPORTER = serviceToken<Importer>('import.Geojson');

declare module '#core/plugin' {
  interface ContributionPoints {
    importers: ImporterContribution;
  }
}

/** The import wizard. */
export interface ImportDialog {
  /** Opens it for a project, with a file already chosen if given. */
  open(projectId: string, file?: File): void;
}
export const IMPORT_DIALOG = serviceToken<ImportDialog>('import.Dialog');
