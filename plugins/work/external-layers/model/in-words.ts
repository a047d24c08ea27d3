import { AppError } from '#core/kernel';

export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** What messages call the origin of a layer: the host of a server, or the name of a file. */
export function originOf(url: string): string {
  return url.startsWith('file:') ? url.slice('file:'.length) : new URL(url).host;
}

/** The failure with the sentence of its id, if that begins with `kind`; any other as it is. */
export function inWords(
  thrown: unknown,
  kind: 'raster' | 'features' | 'service' | 'vector-tiles',
  t: Translate,
  host: string,
): unknown {
  if (!(thrown instanceof AppError) || !thrown.id.startsWith(`${kind}.`)) return thrown;
  const { id, message: reason, status } = thrown;
  return new AppError('external-layer', t(`external-layers:${id}`, { host, reason }), {
    cause: thrown,
    ...(status === undefined ? {} : { status }),
  });
}
