import type { Api } from '#core/api';
import type { Extent } from '#core/document';
import { isAbort } from '#core/kernel';
import { crsSearch } from '#core/protocol';

/** Returns the area of use of a CRS from the EPSG registry; undefined while the server cannot be reached. */
export async function areaOfUse(
  api: Pick<Api, 'call'>,
  crs: string,
  signal: AbortSignal,
): Promise<Extent | undefined> {
  try {
    const { data } = await api.call(crsSearch, { query: { search: crs } }, { signal });
    return data.find(({ code }) => code === crs)?.bounds ?? undefined;
  } catch (thrown) {
    if (isAbort(thrown)) throw thrown;
    return undefined;
  }
}
