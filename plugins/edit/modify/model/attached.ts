import type { Api } from '#core/api';
import { countFiles, MAX_COUNTED, type FileCount } from '#core/protocol';
import type { DeletionRequest } from './deletion.ts';

/** Counts the files of the objects on the server. Throws AppError when the server cannot be reached. */
export async function countAttached(
  api: Pick<Api, 'call'>,
  { project, objects }: DeletionRequest,
  signal: AbortSignal,
): Promise<FileCount> {
  const headers = { projectid: project.project.id };
  const all = { photos: 0, documents: 0, keptDays: 0 };
  for (let from = 0; from < objects.length; from += MAX_COUNTED) {
    const ids = objects.slice(from, from + MAX_COUNTED).map(({ id }) => id);
    const { data } = await api.call(countFiles, { headers, body: { ids } }, { signal });
    all.photos += data.photos;
    all.documents += data.documents;
    all.keptDays = data.keptDays;
  }
  return all;
}
