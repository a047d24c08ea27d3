import { serviceToken } from '#core/kernel';
import type { Guarded, ServiceName } from '#core/plugin';

/** What another plugin says of a file, in the dialog of the file. */
export interface FilePartContribution extends Guarded {
  id: string;
  /** Service of type `ComponentType<{ fileId: string; projectId: string }>`. */
  render: ServiceName;
  order: number;
}

declare module '#core/plugin' {
  interface ContributionPoints {
    fileParts: FilePartContribution;
  }
}

/** Opens a file of the project in its dialog: its preview, what is known of it, its versions. */
export interface FileOpener {
  open(fileId: string, projectId: string): void;
  /** Closes the dialog, to go where something in it leads. */
  close(): void;
}
export const FILE_OPENER = serviceToken<FileOpener>('documents.FileOpener');

/**
 * The service `documents.Add`: attaches files to the selected object, or to the project if not exactly one is selected, and
 * says so.
 */
export type AddDocuments = (projectId: string, files: readonly File[]) => void;
