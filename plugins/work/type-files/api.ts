import { serviceToken } from '#core/kernel';
import type { ObjectType } from '#core/protocol';

export interface TakeOptions {
  /** The types are for this project; without it the person chooses. */
  readonly project?: { readonly id: string; readonly title: string };
  /** Called with the created types. */
  readonly onTaken: (types: readonly ObjectType[]) => void;
}

/** Object types from templates and files, and as files. */
export interface TypeFiles {
  /** Whether the person may create object types. */
  readonly mayTake: boolean;
  /** Opens the dialog that takes types from a template or a file. */
  open(options: TakeOptions): void;
  /** Object types as a file: these, or all that the person sees. Throws AppError. */
  save(ids?: readonly string[]): Promise<Blob>;
}
export const TYPE_FILES = serviceToken<TypeFiles>('type-files.TypeFiles');
