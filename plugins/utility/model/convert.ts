import type { Api } from '#core/api';
import {
  crsOf,
  learnCrs,
  loadProjections,
  parseCoordinates,
  printCoordinates,
  type Crs,
} from '#core/geodesy';
import { AppError } from '#core/kernel';
import { crsSearch } from '#core/protocol';

export interface Converted {
  text: string;
  /** Names of the systems the coordinates went through, the first to the last. */
  way: readonly string[];
  /** Metres; undefined where one of the systems states nothing. */
  accuracy: number | undefined;
}

/** Coordinates of one system as those of another, by way of WGS84. Undefined when the text is no coordinates. @throws AppError for a system that is not there. */
export async function convert(
  api: Pick<Api, 'call'>,
  asked: { text: string; from: string; to: string; locale: string },
  signal: AbortSignal,
): Promise<Converted | undefined> {
  const { text, to, locale } = asked;
  const named = /\bEPSG\s*:?\s*(\d{4,6})\b/i.exec(text)?.[1];
  const from = named ? `EPSG:${named}` : asked.from;
  await Promise.all([loadProjections(), know(api, from, signal), know(api, to, signal)]);
  const found = parseCoordinates(text, from);
  if (!found) return undefined;
  const codes = found.crs === to ? [to] : [found.crs, 'EPSG:4326', to];
  const way = [...new Set(codes)].map((code) => crsOf(code)!);
  return {
    text: printCoordinates(found.position, { crs: to, locale }),
    way: way.map(({ name, code }) => `${name} (${code})`),
    accuracy: way.length === 1 ? 0 : added(way.map(accuracyOf)),
  };
}

/** Asks the server for a system that is not bundled. @throws AppError where there is none. */
async function know(api: Pick<Api, 'call'>, code: string, signal: AbortSignal): Promise<void> {
  if (crsOf(code)) return;
  const search = code.replace(/^EPSG:/, '');
  const { data } = await api.call(crsSearch, { query: { search } }, { signal });
  const found = data.find((crs) => crs.code === code);
  if (!found) throw new AppError('unknown-crs', `${code} is not in the register of reference systems.`);
  learnCrs(found);
}

/** Metres to WGS84; what is defined on WGS84 itself is exact. */
function accuracyOf({ proj4, accuracy }: Crs): number | undefined {
  return /\+datum=WGS84/.test(proj4) ? 0 : accuracy;
}

/** One step after the other: at worst their errors add up. */
function added(steps: readonly (number | undefined)[]): number | undefined {
  return steps.includes(undefined) ? undefined : steps.reduce<number>((sum, step) => sum + step!, 0);
}
