import type { Api } from '#core/api';
import { crsSearch, downloadGrid, listGrids } from '#core/protocol';

type Asked = Pick<Api, 'call' | 'bytes'>;

/**
 * Learns the definitions of these reference systems from the server, where they are not bundled, and which shift grids
 * there are, so that coordinates can be printed and typed in them. One that cannot be had stays unknown: what is printed
 * falls back to EPSG:4326. Geodesy is loaded only now: pages without a map do without it.
 */
export async function knowCrs(api: Asked, codes: readonly string[], signal: AbortSignal): Promise<void> {
  const { crsOf } = await import('#core/geodesy');
  const wanted = [...new Set(codes)].filter((code) => code !== '');
  const missing = wanted.filter((code) => !crsOf(code));
  const asking = [...missing.map((code) => learn(api, code, signal)), followGrids(api, wanted, signal)];
  await Promise.all(asking.map((one) => one.catch(() => signal.throwIfAborted())));
}

async function learn(api: Asked, code: string, signal: AbortSignal): Promise<void> {
  const { learnCrs } = await import('#core/geodesy');
  const search = code.replace(/^EPSG:/, '');
  const { data } = await api.call(crsSearch, { query: { search } }, { signal });
  const found = data.find((crs) => crs.code === code);
  if (found) learnCrs(found);
}

/** The page computes by the grids that the server computes by; those of these systems are fetched ahead. */
async function followGrids(api: Asked, codes: readonly string[], signal: AbortSignal): Promise<void> {
  const { loadCrs, useGrids } = await import('#core/geodesy');
  const { data: grids } = await api.call(listGrids, { query: {} }, { signal });
  useGrids(grids, async ({ id }) => {
    const { data } = await api.bytes(downloadGrid, { params: { id } });
    return data!;
  });
  const served = codes.filter((code) => grids.some(({ crs }) => crs.includes(code)));
  // Whoever waits for one waits for this fetching; what fails here is tried again by the next that asks.
  if (served.length > 0) loadCrs(...served).catch(() => undefined);
}
