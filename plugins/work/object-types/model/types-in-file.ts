import type { Api } from '#core/api';
import { AppError } from '#core/kernel';
import { MAX_TYPE_FILE, readTypes, type TypeInFile } from '#core/protocol';

type Translate = (key: string, values?: Record<string, string | number>) => string;

/** The object types in a file. Throws AppError with a sentence, and a line for each error of the file. */
export async function typesIn(
  file: File,
  api: Pick<Api, 'call'>,
  t: Translate,
): Promise<readonly TypeInFile[]> {
  // A character has at most three bytes per UTF-16 unit.
  if (file.size > 3 * MAX_TYPE_FILE)
    throw new AppError('file', t('from-file.large', { name: file.name, most: MAX_TYPE_FILE }));
  try {
    const { data } = await api.call(readTypes, { body: { text: await file.text() } });
    return data.types;
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
    const { errors = [] } = (failure.cause ?? {}) as { errors?: { message: string }[] };
    // Of one error the sentence itself says all.
    const more = errors.length > 1 ? errors.map(({ message }) => message) : [];
    const lines = [failure.message, ...more];
    throw new AppError(failure.id, lines.join('\n'), { cause: failure });
  }
}
