import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  inverse,
  loadProjections,
  operationAt,
  project,
  unproject,
  type DatumOperation,
} from '#core/geodesy';
import { registeredCrs, registeredTitles, type RegisteredCrs } from './register.ts';
import { readyCrs } from './registered.ts';

/** Made by generate/truth.py; another file with more places can be named. */
const FILE = process.env['CRS_TRUTH'] ?? new URL('register-truth.gz', import.meta.url);
const SPREAD = [
  [0.5, 0.5],
  [0.08, 0.07],
  [0.93, 0.91],
  [0.12, 0.85],
] as const;
const NOTHING = -(2 ** 47);

interface RegisterTruth {
  places: number;
  codes: number[];
  bytes: Buffer;
}

describe('The systems of the register', () => {
  let truth: RegisterTruth;
  beforeAll(async () => {
    truth = readTruth();
    await loadProjections();
  });

  it('are all held against PROJ', async () => {
    expect(truth.codes).toEqual((await registeredTitles()).map(({ code }) => code));
  });

  it('agree with PROJ to 1 mm, or where it takes another operation within the stated accuracy, and back', async () => {
    const wrong: string[] = [];
    let [compared, otherwise] = [0, 0];
    for (const [at, code] of truth.codes.entries()) {
      const entry = (await registeredCrs(code))!;
      await readyCrs(`EPSG:${code}`);
      for (const [n, place] of placesIn(entry, truth.places).entries()) {
        const expected = expectedAt(truth, at, n, entry);
        const operation = operationAt(entry.operations, place);
        // In Italy the areas are ours: core/geodesy/crs.test.ts holds these.
        if (!expected || OURS.has(operation?.name ?? '')) continue;
        compared++;
        const { forward, back } = compare(entry, place, expected);
        if (forward <= 0.001 && back <= 0.001 + drift(operation)) continue;
        otherwise++;
        if (!(forward <= (operation?.accuracy ?? 0) && back <= 2 * (operation?.accuracy ?? 0)))
          wrong.push(`EPSG:${code} at ${String(place)}: ${forward} m, back ${back} m (${operation?.name})`);
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(7000 * (truth.places - 0.5));
    expect(otherwise).toBeLessThan(compared / 500);
  }, 600_000);
});

const OURS = new Set(['Monte Mario to WGS 84 (2)', 'Monte Mario to WGS 84 (3)']);
const EARTH_RADIUS = 6.4e6;
const ARC_SECOND = Math.PI / 648_000;

/**
 * PROJ, too, does not come back exactly: it turns back by transposed small angles, which is wrong by their square, and
 * drops the height that a shift leads to. The truth is rounded.
 */
function drift(operation: DatumOperation | undefined): number {
  const parts = (operation?.steps ?? []).map(([dx, dy, dz, rx = 0, ry = 0, rz = 0]) => {
    const turn = Math.hypot(rx, ry, rz) * ARC_SECOND;
    return turn ** 2 * EARTH_RADIUS + Math.hypot(dx!, dy!, dz!) ** 2 / EARTH_RADIUS;
  });
  return 0.002 + parts.reduce((sum, part) => sum + part, 0);
}

function compare(
  { code, geographic, proj4 }: RegisteredCrs,
  place: [number, number],
  expected: [number, number],
): { forward: number; back: number } {
  const name = `EPSG:${code}`;
  try {
    const found = project(name, place);
    const forward = geographic
      ? inverse(expected, found).distance
      : Math.hypot(found[0] - expected[0], found[1] - expected[1]) * metresPerUnit(proj4);
    return { forward, back: inverse(place, unproject(name, expected)).distance };
  } catch {
    return { forward: NaN, back: NaN };
  }
}

const UNITS: Record<string, number> = { 'us-ft': 0.304800609601219, ft: 0.3048, km: 1000 };

function metresPerUnit(definition: string): number {
  const factor = /\+to_meter=(\S+)/.exec(definition)?.[1];
  return factor ? Number(factor) : (UNITS[/\+units=(\S+)/.exec(definition)?.[1] ?? ''] ?? 1);
}

function placesIn({ bounds: [west, south, east, north] }: RegisteredCrs, count: number): [number, number][] {
  const wide = east >= west ? east - west : east + 360 - west;
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = SPREAD[i] ?? [(0.12 + 0.7548776662 * i) % 1, (0.31 + 0.569840291 * i) % 1];
    const longitude = west + x * wide;
    return [longitude > 180 ? longitude - 360 : longitude, south + y * (north - south)];
  });
}

function readTruth(): RegisterTruth {
  const bytes = gunzipSync(readFileSync(FILE));
  const head = bytes.indexOf('\n');
  const { places, codes } = JSON.parse(bytes.toString('utf8', 0, head)) as RegisterTruth;
  return { places, codes, bytes: bytes.subarray(head + 1) };
}

/** Undefined where PROJ has nothing. */
function expectedAt(
  { bytes, codes, places }: RegisterTruth,
  system: number,
  place: number,
  { geographic }: RegisteredCrs,
): [number, number] | undefined {
  const plane = codes.length * places * 2;
  const one = Buffer.alloc(6);
  const [x, y] = [0, 1].map((axis) => {
    for (let i = 0; i < 6; i++) one[i] = bytes[i * plane + (system * places + place) * 2 + axis]!;
    return one.readIntLE(0, 6);
  });
  if (x === NOTHING) return undefined;
  const scale = geographic ? 1e9 : 1e4;
  return [x! / scale, y! / scale];
}
