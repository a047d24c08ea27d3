import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { crsOf, inverse, learnCrs, loadProjections, transform } from './index.ts';

const FOLDER = join(import.meta.dirname, '../../../shared/data/measure/proj');
const SCRIPT = join(FOLDER, 'testvarious');

/**
 * The test script of PROJ's program cs2cs, with its expected output: all cases whose systems are defined like those
 * of the EPSG register. Excluded are projections that no national survey uses (HEALPix, Robinson and others),
 * geocentric coordinates, options of the program itself, definitions with directions in degrees and minutes or by two
 * points, and one case that combines a system without a datum and one with a shift: there the missing datum is
 * treated as WGS84 here, and reported as a ballpark.
 */
const KINDS = ['longlat', 'utm', 'tmerc', 'etmerc', 'stere', 'omerc', 'laea', 'aeqd', 'merc', 'lcc'];
const NOT_OURS =
  /\+(geoc|lon_wrap|approx|axis|init|lon_1)\b|ob_tran|-I\b|pm=\d+\w|=\d+d|towgs84=5,0,0 \+to \+proj=longlat \+ellps=bessel *$/;
/** More than a quarter of the globe from its centre, the equal-area projection throws an error with a message. */
const FAR_SIDE = '-6086629.0 4488761.0';

interface Cs2csCase {
  title: string;
  from: string;
  to: string;
  places: { given: string; place: CoordinatePair; expected: CoordinatePair }[];
}
type CoordinatePair = [number, number];

describe.skipIf(!existsSync(SCRIPT))('The output of cs2cs', () => {
  beforeAll(() => loadProjections());

  it('matches the results here, to a centimetre or the last digit printed', () => {
    const all = transformed();
    expect(all.length).toBeGreaterThanOrEqual(10);
    let compared = 0;
    for (const [at, { title, from, to, places }] of all.entries()) {
      const [source, target] = [from, to].map(
        (proj4, end) =>
          learnCrs({ code: `EPSG:${930000 + 2 * at + end}`, name: title, proj4, accuracy: null }).code,
      );
      for (const { given, place, expected } of places) {
        if (given === FAR_SIDE) {
          expect(() => transform(source!, target!, place)).toThrow('lies outside');
          continue;
        }
        const found = transform(source!, target!, place);
        const { geographic } = crsOf(target!)!;
        const apart = geographic
          ? inverse(expected, found).distance
          : Math.hypot(found[0] - expected[0], found[1] - expected[1]);
        // Half a thousandth of an arc second is 1.6 cm; printed metres are rounded by up to half a centimetre.
        expect(apart, `${title}: ${given} is ${String(found)}`).toBeLessThan(geographic ? 0.025 : 0.011);
        compared++;
      }
    }
    expect(compared).toBeGreaterThanOrEqual(30);
  });
});

function transformed(): Cs2csCase[] {
  const answers = readFileSync(join(FOLDER, 'tv_out.dist'), 'utf8').split('\n');
  const script = readFileSync(SCRIPT, 'utf8').replaceAll(/\s*\\\n\s*/g, ' ');
  const found: Cs2csCase[] = [];
  let next = 0;
  const blocks = script.matchAll(
    /^(?:echo +"?(Test|Between|3param|Check)([^\n]*?)"? >> .*|\$EXE ([^\n]*?)<<EOF\n([^]*?)\nEOF)$/gm,
  );
  let title = '';
  for (const [, , words, command, lines] of blocks) {
    if (words !== undefined) {
      title = words.trim();
      continue;
    }
    const places = lines!.split('\n').flatMap((given) => {
      const at = answers.findIndex((line, i) => i >= next && line.startsWith(`${given}\t`));
      if (at < 0) return [];
      next = at + 1;
      const [place, expected] = [given, answers[at]!.slice(given.length + 1)].map(pairOf);
      return place && expected ? [{ given, place, expected }] : [];
    });
    const ours = command!.replace(/ -E.*/, '').replaceAll('latlong', 'longlat');
    const [from, to] = ours.split('+to ').map((system) => system.slice(system.indexOf('+')).trim());
    const isOurs = (system?: string) => KINDS.includes(/\+proj=(\w+)/.exec(system ?? '')?.[1] ?? '');
    if (from && to && isOurs(from) && isOurs(to) && !NOT_OURS.test(ours))
      found.push({ title, from, to, places });
  }
  return found;
}

/** Parses `79d58'00.000"W 37d02'00.000"N 0.0`, or two plain numbers. */
function pairOf(line: string): CoordinatePair | undefined {
  const [x, y] = line.trim().split(/\s+/).map(numberOf);
  return x === undefined || y === undefined || Number.isNaN(x + y) ? undefined : [x, y];
}

function numberOf(text: string): number {
  const [, sign, degrees, minutes = '0', seconds = '0', side = ''] =
    /^(-?)(\d+)d(?:(\d+)')?(?:([\d.]+)"?)?([NSEW]?)$/.exec(text) ?? [];
  if (degrees === undefined) return Number(text);
  const size = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
  return (sign === '-' ? -1 : 1) * (side === 'S' || side === 'W' ? -1 : 1) * size;
}
