import type { ComponentType } from 'react';
import type { Observable } from 'rxjs';
import { serviceToken } from '#core/kernel';
import type { Guarded, ServiceName } from '#core/plugin';
import type { FileRecord, PictureMark, StoredMark } from '#core/protocol';

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

/** Where files are attached. */
export interface FilePlaceOf {
  readonly projectId: string;
  /** Missing: to the project. */
  readonly geometryId?: string | undefined;
  readonly surveyId?: string | undefined;
  readonly folder?: string | undefined;
}

/** One file on its way to become a document. */
export interface DocumentOnItsWay {
  readonly id: number;
  readonly of: FilePlaceOf;
  readonly state: 'waiting' | 'sending' | 'paused' | 'lost' | 'failed';
}

/** Sends files to become documents, a few at a time; goes on while nothing shows it. */
export interface DocumentSendings {
  readonly files: readonly DocumentOnItsWay[];
  /** Each document as it is made. */
  readonly made$: Observable<FileRecord>;
  add(of: FilePlaceOf, files: readonly File[]): void;
}
export const DOCUMENT_SENDINGS = serviceToken<DocumentSendings>('documents.Sendings');
/** Rows of a list with the progress of files on their way. */
export const SENDING_ROWS =
  serviceToken<ComponentType<{ files: readonly DocumentOnItsWay[] }>>('documents.SendingRows');

/** The photos of a project on the maps. */
export interface PhotosOnMap {
  isShown(projectId: string): boolean;
  /** Draws them, read anew. */
  show(projectId: string): Promise<void>;
  hide(): void;
  /** Where the photos of a survey were taken. */
  positionsOf(surveyId: string): readonly (readonly [number, number])[];
}
export const PHOTOS_ON_MAP = serviceToken<PhotosOnMap>('documents.PhotosOnMap');

type WithoutId<Mark> = Mark extends unknown ? Omit<Mark, 'id'> : never;
export type NewMark = WithoutId<PictureMark>;

/** What people draw over one picture: arrows, lines and texts. The picture itself is never changed. */
export interface PictureMarking {
  readonly state: 'loading' | 'ready' | 'failed';
  /** Why it could not be read or saved. */
  readonly error: string | undefined;
  /** Those over the current content; who drew them is known of those that are saved. */
  readonly marks: readonly (PictureMark | StoredMark)[];
  /** How many were drawn on an earlier content, and are not shown. */
  readonly earlier: number;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  load(): Promise<void>;
  add(mark: NewMark): void;
  remove(id: string): void;
  undo(): void;
  redo(): void;
  /** Writes the changes; what others have drawn since stays. */
  save(): Promise<void>;
}
/** The marks over a picture; until they are saved, the same ones each time. */
export const MARKING_OF = serviceToken<(fileId: string) => PictureMarking>('documents.MarkingOf');

/** The tools to draw marks, and the list of them. */
export interface MarkBarProps {
  readonly marking: PictureMarking;
  readonly mayWrite: boolean;
  /** Whether kinds of marks can be chosen now. */
  readonly isDrawing: boolean;
  readonly isShown: boolean;
  onShow(isShown: boolean): void;
  readonly kind: PictureMark['kind'] | undefined;
  onKind(kind: PictureMark['kind'] | undefined): void;
  readonly colour: string;
  onColour(colour: string): void;
  readonly words: string;
  onWords(words: string): void;
  onCopy(): void;
  /** What is to be done next. */
  readonly help?: string | undefined;
}
export const MARK_BAR = serviceToken<ComponentType<MarkBarProps>>('documents.MarkBar');
