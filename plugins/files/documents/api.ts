import { serviceToken } from '#core/kernel';

/** Opens a file of the project in its dialog: its preview, what is known of it, its versions. */
export interface FileOpener {
  open(fileId: string, projectId: string): void;
}
export const FILE_OPENER = serviceToken<FileOpener>('documents.FileOpener');

/**
 * The service `documents.Add`: attaches files to the selected object, or to the project if not exactly one is selected, and
 * says so.
 */
export type AddDocuments = (projectId: string, files: readonly File[]) => void;
