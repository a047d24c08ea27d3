import type { Api } from '#core/api';
import { crsOf, loadCrs, operationOf, parseCoordinates, printCoordinates } from '#core/geodesy';
import { AppError } from '#core/kernel';
import { loadDefinitions } from '#core/project';

export interface Converted {
  text: string;
  /** Names of the systems of the conversion, first to last. */
  way: readonly string[];
  /** Metres; undefined where one of the systems states none. */
  accuracy: number | undefined;
}

/**
 * Converts coordinates to another system through WGS84. Returns undefined when the text is not coordinates. Throws
 * AppError for an unknown system.
 */
export async function convert(
  api: Pick<Api, 'call' | 'bytes'>,
  request: { text: string; from: string; to: string; locale: string },
  signal: AbortSignal,
): Promise<Converted | undefined> {
  const { text, to, locale } = request;
  const named = /\bEPSG\s*:?\s*(\d{4,6})\b/i.exec(text)?.[1];
  const from = named ? `EPSG:${named}` : request.from;
  await loadDefinitions(api, [from, to], signal);
  for (const code of [from, to])
    if (!crsOf(code))
      throw new AppError('unknown-crs', `${code} is not in the register of reference systems.`);
  await loadCrs(from, to);
  const found = parseCoordinates(text, from);
  if (!found) return undefined;
  const codes = found.crs === to ? [to] : [found.crs, 'EPSG:4326', to];
  const way = [...new Set(codes)].map((code) => crsOf(code)!);
  return {
    text: printCoordinates(found.position, { crs: to, locale }),
    way: way.map(({ name, code }) => `${name} (${code})`),
    accuracy: way.length === 1 ? 0 : added(way.map(({ code }) => operationOf(code, found.position).accuracy)),
  };
}

/** The worst case: errors of consecutive steps add up. */
function added(steps: readonly (number | undefined)[]): number | undefined {
  return steps.includes(undefined) ? undefined : steps.reduce<number>((sum, step) => sum + step!, 0);
}
