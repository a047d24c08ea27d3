import { listProjects } from '#core/protocol';
import type { Api } from './contract.ts';

const MAX_FOUND = 20;

/** The person's projects whose name contains the text, as options of a field. Throws AppError. */
export async function projectOptions(
  api: Pick<Api, 'call'>,
  search: string,
  signal: AbortSignal,
): Promise<{ value: string; title: string }[]> {
  const { data } = await api.call(listProjects, { query: { search, paginate: MAX_FOUND } }, { signal });
  return data.map(({ id, projectName }) => ({ value: id, title: projectName }));
}
