import type { Api } from '#core/api';
import { crsOf, learnCrs, loadCrs, useGrids } from '#core/geodesy';
import { crsSearch, downloadGrid, listGrids } from '#core/protocol';

type CrsApi = Pick<Api, 'call' | 'bytes'>;

/**
 * Loads the definitions of reference systems that are not bundled, and the list of shift grids, so that coordinates
 * can be printed and parsed in them. One that cannot be loaded stays unknown, and EPSG:4326 is printed instead.
 */
export async function loadDefinitions(
  api: CrsApi,
  codes: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const requested = [...new Set(codes)].filter((code) => code !== '');
  const missing = requested.filter((code) => !crsOf(code));
  const loading = [
    ...missing.map((code) => loadDefinition(api, code, signal)),
    loadGrids(api, requested, signal),
  ];
  await Promise.all(loading.map((one) => one.catch(() => signal.throwIfAborted())));
}

async function loadDefinition(api: CrsApi, code: string, signal: AbortSignal): Promise<void> {
  const search = code.replace(/^EPSG:/, '');
  const { data } = await api.call(crsSearch, { query: { search } }, { signal });
  const found = data.find((crs) => crs.code === code);
  if (found) learnCrs(found);
}

/** Uses the server's shift grids; those of these systems are fetched ahead. */
async function loadGrids(api: CrsApi, codes: readonly string[], signal: AbortSignal): Promise<void> {
  const { data: grids } = await api.call(listGrids, { query: {} }, { signal });
  useGrids(grids, async ({ id }) => {
    const { data } = await api.bytes(downloadGrid, { params: { id } });
    return data!;
  });
  const served = codes.filter((code) => grids.some(({ crs }) => crs.includes(code)));
  // Later requests wait for this one; a failed one is tried again by the next.
  if (served.length > 0) loadCrs(...served).catch(() => undefined);
}
