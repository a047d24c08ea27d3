import type { Api } from '#core/api';
import { crsSearch } from '#core/protocol';

/**
 * Learns the definitions of these reference systems from the server, where they are not bundled, so that coordinates can
 * be printed and typed in them. One that cannot be had stays unknown: what is printed falls back to EPSG:4326.
 * Geodesy is loaded only now: pages without a map do without it.
 */
export async function knowCrs(
  api: Pick<Api, 'call'>,
  codes: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { crsOf, learnCrs } = await import('#core/geodesy');
  const missing = [...new Set(codes)].filter((code) => code !== '' && !crsOf(code));
  await Promise.all(
    missing.map(async (code) => {
      try {
        const search = code.replace(/^EPSG:/, '');
        const { data } = await api.call(crsSearch, { query: { search } }, { signal });
        const found = data.find((crs) => crs.code === code);
        if (found) learnCrs(found);
      } catch {
        signal.throwIfAborted();
      }
    }),
  );
}
