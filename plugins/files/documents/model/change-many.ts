import { sentenceOf } from '#core/kernel';
import type { BodyOf, FileRecord, updateFile } from '#core/protocol';

/** What can be changed of a file besides its content. */
export type FileChange = Omit<BodyOf<typeof updateFile>, 'sha256' | 'uploadId'>;

/** What is changed of several files at once; what is undefined stays as it is. */
export interface ManyChange {
  readonly folder?: string;
  readonly addTags?: readonly string[];
  readonly removeTags?: readonly string[];
  /** null: they do not expire. */
  readonly expiresOn?: string | null;
}

export interface ManyChanged {
  readonly changed: number;
  /** Those that stayed as they were, with the reason. */
  readonly failed: readonly { readonly file: FileRecord; readonly reason: string }[];
}

/** What that means for one file; undefined: nothing. */
export function changeOf(
  { folder, tags, expiresOn }: Pick<FileRecord, 'folder' | 'tags' | 'expiresOn'>,
  many: ManyChange,
): FileChange | undefined {
  const { addTags = [], removeTags = [] } = many;
  const removed = new Set(removeTags);
  const next = [...new Set([...tags.filter((tag) => !removed.has(tag)), ...addTags])];
  const change: FileChange = {
    ...(many.folder !== undefined && many.folder !== folder && { folder: many.folder }),
    ...(next.join(';') !== tags.join(';') && { tags: next }),
    ...(many.expiresOn !== undefined && many.expiresOn !== expiresOn && { expiresOn: many.expiresOn }),
  };
  return Object.keys(change).length > 0 ? change : undefined;
}

/** One after the other; a file that cannot be changed does not stop the others. */
export async function changeMany(
  files: readonly FileRecord[],
  many: ManyChange,
  send: (file: FileRecord, change: FileChange) => Promise<unknown>,
): Promise<ManyChanged> {
  const failed: { file: FileRecord; reason: string }[] = [];
  let changed = 0;
  for (const file of files) {
    const change = changeOf(file, many);
    if (!change) continue;
    try {
      await send(file, change);
      changed++;
    } catch (failure) {
      failed.push({ file, reason: sentenceOf(failure) });
    }
  }
  return { changed, failed };
}

/** Tags as they are typed: with semicolons between them. */
export function tagsIn(text: string): string[] {
  return text
    .split(';')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
