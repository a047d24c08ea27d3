import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { crsOf, inverse, learnCrs, loadProjections, transform, type CrsDefinition } from '#core/geodesy';
import { searchCrs } from './catalogue.ts';

const FOLDER = join(import.meta.dirname, '../../../../shared/data/measure/proj');
const there = existsSync(FOLDER);

/**
 * GIGS tests of map projections (IOGP), as PROJ has them: from one CRS to another, a place and its expected result
 * within metres. 5201, about geocentric coordinates, is tested in core/geodesy/space.ts.
 */
const FILES = [
  ['5101.1-jhs', 'Transverse Mercator'],
  ['5102.1', 'Lambert conic'],
  ['5103.1', 'Lambert conic with two parallels'],
  ['5105.2', 'oblique Mercator'],
  ['5107', 'polyconic'],
  ['5109', 'Albers equal area'],
  ['5112', 'Mercator with a standard parallel'],
] as const;

interface GigsCase {
  from: string;
  to: string;
  place: [number, number];
  expected: [number, number];
  metres: number;
}

describe('Projections of the register', () => {
  beforeAll(loadProjections);

  it.skipIf(!there).each(FILES)('agree with GIGS %s, %s, there and back', async (file) => {
    const cases = casesOf(readFileSync(join(FOLDER, `gigs-${file}.gie`), 'utf8'));
    expect(cases.length).toBeGreaterThan(5);
    for (const { from, to, place, expected, metres } of cases) {
      const [source, target] = [await known(from), await known(to)];
      const found = transform(source, target, place);
      const apart = crsOf(target)!.geographic
        ? inverse([...expected], found).distance
        : Math.hypot(found[0] - expected[0], found[1] - expected[1]);
      expect(apart, `${from} ${String(place)} to ${to}`).toBeLessThanOrEqual(metres);
    }
  });

  it('agree with the worked example of EPSG Guidance Note 7-2 for the Lambert conic of Belgium', async () => {
    // Belge 1972 / Belge Lambert 72: 50°40′46.461″ N, 5°48′26.533″ E; the register’s later 31370 differs by 50 mm at most.
    const lambert = learnCrs({
      code: 'EPSG:931300',
      name: 'Belge 1972 / Belge Lambert 72',
      proj4:
        '+proj=lcc +lat_1=49.8333339 +lat_2=51.1666672333333 +lat_0=90 +lon_0=4.36748666666667 ' +
        '+x_0=150000.013 +y_0=5400088.438 +ellps=intl +towgs84=0,0,0 +units=m +no_defs',
      accuracy: null,
    });
    const datum = learnCrs({
      code: 'EPSG:910001',
      name: 'Belge 1972 without its shift',
      proj4: '+proj=longlat +ellps=intl +towgs84=0,0,0 +no_defs',
      accuracy: null,
    });
    const degrees = (whole: number, minutes: number, seconds: number) =>
      whole + minutes / 60 + seconds / 3600;
    const place: [number, number] = [degrees(5, 48, 26.533), degrees(50, 40, 46.461)];
    const [east, north] = transform(datum.code, lambert.code, place);
    expect(Math.hypot(east - 251763.2, north - 153034.13)).toBeLessThan(0.05);
  });
});

/** `init=epsg:4326` or a definition; a separate code for each definition. */
async function known(step: string): Promise<string> {
  const code = /init=epsg:(\d+)/.exec(step)?.[1];
  if (code === undefined) {
    const own = `EPSG:${900000 + definitions.size}`;
    const name = definitions.get(step) ?? own;
    definitions.set(step, name);
    return learnCrs({ code: name, name: step, proj4: step, accuracy: null }).code;
  }
  if (code in ED50) return learnCrs(ED50[code]!).code;
  if (crsOf(`EPSG:${code}`)) return `EPSG:${code}`;
  const [found] = await searchCrs(code);
  expect(found?.code).toBe(`EPSG:${code}`);
  return learnCrs(found!).code;
}
/** With one shift, because the places of the test lie beyond the area of the projection. */
const SHIFT = '+ellps=intl +towgs84=-87,-98,-121,0,0,0,0 +no_defs';
const ED50: Record<string, CrsDefinition> = {
  2192: {
    code: 'EPSG:902192',
    name: 'ED50 / France EuroLambert',
    proj4: `+proj=lcc +lat_1=46.8 +lat_0=46.8 +lon_0=2.33722916666667 +k_0=0.99987742 +x_0=600000 +y_0=2200000 ${SHIFT}`,
    accuracy: null,
  },
  4230: { code: 'EPSG:904230', name: 'ED50', proj4: `+proj=longlat ${SHIFT}`, accuracy: null },
};
const definitions = new Map<string, string>();

/** What gie would run of a file: accept and expect with the current operation and tolerance. */
function casesOf(text: string): GigsCase[] {
  const cases: GigsCase[] = [];
  let steps: [string, string] | undefined;
  let metres = 0;
  let place: [number, number] | undefined;
  const lines = text.replaceAll(/\s*\\[^\n]*\n/g, ' ').split('\n');
  for (const line of lines.map((each) => each.trim())) {
    const [word, ...rest] = line.split(/\s+/);
    if (word === 'operation') steps = stepsOf(rest.join(' '));
    if (word === 'tolerance') metres = Number(rest[0]) / (rest[1] === 'mm' ? 1000 : 1);
    if (word === 'accept') place = [Number(rest[0]), Number(rest[1])];
    if (word === 'expect' && steps && place)
      cases.push({
        from: steps[0],
        to: steps[1],
        place,
        metres,
        expected: [Number(rest[0]), Number(rest[1])],
      });
  }
  return cases;
}

function stepsOf(operation: string): [string, string] {
  const [from, to] = operation
    .split(/\+?\bstep\b/)
    .slice(1)
    .map((step) => step.replace(/\+?\binv\b/, '').trim());
  return [from!, to!];
}
