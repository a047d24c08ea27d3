import { serviceToken } from '#core/kernel';
import type { Guarded, ServiceName, TextKey } from '#core/plugin';

/**
 * A kind of file that can be brought in. A plugin fills the point in its manifest (`importers: [...]`) and binds an
 * `Importer` under `service`; the guided dialog does the rest.
 */
export interface ImporterContribution extends Guarded {
  id: string;
  /** What the person reads: `Shapefile (.zip)`. */
  title: TextKey;
  /** Endings of file names, with the point, in lower case. */
  extensions: readonly string[];
  service: ServiceName;
}

/** What is asked of the server; what is not given it finds out itself. */
export interface ImportRequest {
  projectId: string;
  /** The file... */
  file?: File;
  /** ...or the job of an earlier look, whose file the server still holds. */
  upload?: string;
  layer?: string;
  /** `EPSG:<code>` */
  crs?: string;
  encoding?: string;
  typeName?: string;
  /** Names of the file's fields → names of attributes; null leaves one out. */
  mapping?: Readonly<Record<string, string | null>>;
  commit: boolean;
}

export interface Importer {
  /**
   * Sends a request; resolves to the id of the job that does it, whose result is an ImportResult (core/protocol).
   * `onUpload` hears the part sent, 0 to 1.
   */
  send(
    request: ImportRequest,
    options: { signal: AbortSignal; onUpload(part: number): void },
  ): Promise<string>;
}

declare module '#core/plugin' {
  interface ContributionPoints {
    importers: ImporterContribution;
  }
}

/** The guided dialog, for others to open. */
export interface ImportDialog {
  /** Opens it for a project, with a file already chosen where one is given. */
  open(projectId: string, file?: File): void;
}
export const IMPORT_DIALOG = serviceToken<ImportDialog>('import.Dialog');
