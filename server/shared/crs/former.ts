import { readFile } from 'node:fs/promises';
import { crsOf, inverse, learnCrs, loadProjections, project, unproject } from '#core/geodesy';
import { registeredCrs } from './register.ts';
import { readyCrs } from './registered.ts';

/** Codes by the `+towgs84` that was used for them until the register of PROJ; those that moved by more than 2 cm. */
type FormerShifts = Record<string, number[]>;

/** Metres. */
const MIN_OFFSET = 0.02;

let shifts: Promise<Map<number, string>> | undefined;

function load(): Promise<Map<number, string>> {
  return (shifts ??= readFile(new URL('former-shifts.json', import.meta.url), 'utf8').then(
    (text) =>
      new Map(
        Object.entries(JSON.parse(text) as FormerShifts).flatMap(([shift, codes]) =>
          codes.map((code) => [code, shift]),
        ),
      ),
  ));
}

/**
 * How far an earlier import is misplaced, metres, in the middle of its extent (west, south, east, north): from where its
 * coordinates are with today's parameters. Null if it is not off by more than 2 cm, or cannot be computed.
 */
export async function formerOffset(
  crs: string | null,
  extent: readonly [number, number, number, number] | null,
): Promise<number | null> {
  const code = Number(/^EPSG:(\d+)$/.exec(crs ?? '')?.[1]);
  const shift = (await load()).get(code);
  const entry = shift === undefined ? undefined : await registeredCrs(code);
  if (!entry || !extent) return null;
  await loadProjections();
  await readyCrs(`EPSG:${code}`);
  const former = `FORMER:${code}`;
  if (!crsOf(former))
    learnCrs({
      code: former,
      name: entry.name,
      proj4: shift === '' ? entry.proj4 : entry.proj4.replace('+no_defs', `+towgs84=${shift} +no_defs`),
      accuracy: 0,
    });
  const [west, south, east, north] = extent;
  const place: [number, number] = [(west + east) / 2, (south + north) / 2];
  try {
    const off = inverse(place, unproject(`EPSG:${code}`, project(former, place))).distance;
    return off > MIN_OFFSET ? Math.round(off * 100) / 100 : null;
  } catch {
    return null;
  }
}
