import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadProjections, seenFrom } from '#core/geodesy';
import type { BimLevelName } from '#core/protocol';
import { levelsOf } from '../../../formats/ifc/georeference/levels.ts';
import { IfcLines } from '../../../formats/ifc/ifc-lines.ts';
import { schemaOf } from '../../../formats/ifc/schema-names.ts';
import { IfcUnits } from '../../../formats/ifc/units.ts';
import { smallIfc, type TestIfc } from '../../../testing/small-ifc.ts';
import { placementOf } from './georeference-of.ts';
import type { Located } from './judged.ts';

const hasProj = (() => {
  try {
    execFileSync('cs2cs', ['EPSG:25832', 'EPSG:4326'], { input: '500000 5000000\n' });
    return true;
  } catch {
    return false;
  }
})();

/** In EPSG:25832, metres. */
const [E, N, H] = [458_870.063, 5_438_230.2, 110.25];
/** A point of the file's axes, metres. */
const POINT = [12.5, 7.25, 3] as const;
const folder = mkdtempSync(path.join(os.tmpdir(), 'groma-levels-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BOX = { min: [0, 0, 0] as const, max: [25, 14.5, 6] as const };
const around = (x: number, y: number) => ({
  min: [x, y, 0] as const,
  max: [x + 25, y + 14.5, 6] as const,
});

async function placed(made: TestIfc, located: Partial<Located> = {}) {
  await loadProjections();
  const file = path.join(folder, 'a.ifc');
  writeFileSync(file, smallIfc(made));
  const lines = new IfcLines(file, schemaOf(made.schema ?? 'IFC4'));
  const levels = levelsOf(lines, new IfcUnits(lines));
  const rest = { box: BOX, center: null, placement: null, set: null, projectCrs: null };
  return placementOf({ levels, ...rest, ...located }, 'en');
}

/** Longitude and latitude by PROJ. */
function byProj(east: number, north: number): [number, number] {
  const output = execFileSync('cs2cs', ['-d', '12', 'EPSG:25832', 'EPSG:4326'], {
    input: `${east} ${north}\n`,
  });
  const [latitude, longitude] = output.toString().trim().split(/\s+/).map(Number);
  return [longitude!, latitude!];
}

const C = Math.cos(Math.PI / 6);
const S = Math.sin(Math.PI / 6);
const units = [1, 0.001] as const;
/** In the unit of the file. */
const as = (metres: number, unit: number) =>
  String(Number((metres / unit).toPrecision(15))).replace(/^(\d+)$/, '$1.');
const METRE = '#901=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);';
const MILLI = '#901=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);';

/** What each level is written as, and where E and N of the point are by it. */
const CASES: Record<
  Exclude<BimLevelName, 'address' | 'site'>,
  (unit: 1 | 0.001) => [TestIfc, Partial<Located>, [number, number]]
> = {
  placement: (unit) => [
    { unit, site: [E, N, H] },
    { projectCrs: 'EPSG:25832', box: around(E, N) },
    [POINT[0], POINT[1]],
  ],
  context: (unit) => [{ unit, world: [E, N, H] }, { projectCrs: 'EPSG:25832' }, [E + POINT[0], N + POINT[1]]],
  pset: (unit) => {
    const value = (number: number, name: string, of: number) =>
      `#${number}=IFCPROPERTYSINGLEVALUE('${name}',$,IFCLENGTHMEASURE(${as(of, unit)}),$);`;
    const more = `#900=IFCPROPERTYSET('0GromaPset000000000001',#2,'EPset_MapConversion',$,(#902,#903,#904,#905,#906));
${value(902, 'eastings', E)}${value(903, 'Northings', N)}${value(904, 'OrthogonalHeight', H)}
#905=IFCPROPERTYSINGLEVALUE('XAxisAbscissa',$,IFCREAL(${C}),$);#906=IFCPROPERTYSINGLEVALUE('XAxisOrdinate',$,IFCREAL(${S}),$);
#907=IFCPROPERTYSET('0GromaPset000000000002',#2,'ePSet_ProjectedCRS',$,(#908));
#908=IFCPROPERTYSINGLEVALUE('Name',$,IFCLABEL('ETRS89 / UTM zone 32N'),$);`;
    return [
      { schema: 'IFC2X3', unit, more },
      {},
      [E + POINT[0] * C - POINT[1] * S, N + POINT[0] * S + POINT[1] * C],
    ];
  },
  'map-conversion': (unit) => {
    // Of millimetres both ways, with the scale of the projection.
    const map = unit;
    const scale = 0.9996;
    const more = `#900=IFCPROJECTEDCRS('EPSG:25832',$,'ETRS89','DHHN2016',$,$,#901);${unit === 1 ? METRE : MILLI}
#902=IFCMAPCONVERSION(#10,#900,${as(E, map)},${as(N, map)},${as(H, map)},${C},${S},${scale});`;
    const [x, y] = [POINT[0] * scale, POINT[1] * scale];
    return [{ unit, more }, {}, [E + x * C - y * S, N + x * S + y * C]];
  },
  'rigid-operation': (unit) => {
    const more = `#900=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,#901);${METRE}
#902=IFCRIGIDOPERATION(#10,#900,IFCLENGTHMEASURE(${E}),IFCLENGTHMEASURE(${N}),${H});`;
    return [{ schema: 'IFC4X3_ADD2', unit, more }, {}, [E + POINT[0], N + POINT[1]]];
  },
};

describe.skipIf(!hasProj)('the place of a model, as PROJ has it to a millimetre', () => {
  it.each(
    units.flatMap((unit) => Object.keys(CASES).map((level) => [level as keyof typeof CASES, unit] as const)),
  )('by %s, in a file whose unit is %s m', async (level, unit) => {
    const [made, located, [east, north]] = CASES[level](unit);
    const { georeference, onEarth } = await placed(made, located);
    expect(georeference).toMatchObject({ applied: level, isDouble: false });
    const point = level === 'placement' ? ([E + POINT[0], N + POINT[1], POINT[2]] as const) : POINT;
    const position = onEarth!.toPosition(point);
    const [e, n] = level === 'placement' ? [E + east, N + north] : [east, north];
    const off = seenFrom([...byProj(e, n), position[2]])(position);
    expect(Math.hypot(off[0], off[1])).toBeLessThan(0.001);
    const [, , height] = onEarth!.toMap(point);
    expect(height).toBeCloseTo(level === 'placement' ? POINT[2] : H + POINT[2], 6);
    // The matrix for globes says the same.
    const m = georeference.toEcef!;
    const [x, y, z] = [0, 1, 2].map(
      (k) => m[k]! * point[0] + m[4 + k]! * point[1] + m[8 + k]! * point[2] + m[12 + k]!,
    );
    const there = onEarth!.toSpace(point);
    expect(Math.hypot(x! - there[0], y! - there[1], z! - there[2])).toBeLessThan(0.001);
  });
});

describe('the place of a model', () => {
  it.each(units)(
    'by latitude and longitude of the site, with true north, in a file whose unit is %s m',
    async (unit) => {
      const place = `(49,6,1,566000),(-8,-26,-11,-540400),${as(110, unit)}`;
      const { georeference, onEarth } = await placed({ unit, place, north: [S, C] });
      expect(georeference).toMatchObject({ applied: 'site', heights: 'geoid' });
      // 49 + 6/60 + 1.566/3600, -(8 + 26/60 + 11.5404/3600)
      const origin = onEarth!.toPosition([0, 0, 0]);
      const off = seenFrom([-8.436539, 49.100435, origin[2]])(origin);
      expect(Math.hypot(off[0], off[1])).toBeLessThan(0.001);
      // True north is 30° to the right of y: x points to 60° from north, and lengths on the earth are those of the file.
      const [east, north] = seenFrom(origin)(onEarth!.toPosition([10, 0, 0]));
      expect([east, north]).toEqual([expect.closeTo(10 * C, 4), expect.closeTo(5, 4)]);
      expect(onEarth!.toMap([0, 0, 3])[2]).toBeCloseTo(113, 6);
    },
  );

  it('is not applied twice where the coordinates are already those of the map', async () => {
    const more = `#900=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,$);#902=IFCMAPCONVERSION(#10,#900,${E},${N},${H},$,$,$);`;
    const { georeference, onEarth } = await placed({ site: [E, N, H], more }, { box: around(E, N) });
    expect(georeference.isDouble).toBe(true);
    expect(georeference.notes[0]).toContain('places itself twice');
    expect(onEarth!.toMap([E + 1, N + 2, 0]).slice(0, 2)).toEqual([E + 1, N + 2]);
    // The level says of itself why it moves nothing, and the other is the same.
    const levels = georeference.levels.map(({ level, difference }) => [
      level,
      Math.round(difference?.east ?? NaN),
    ]);
    expect(levels).toEqual([
      ['placement', 0],
      ['map-conversion', 0],
    ]);
  });

  it('asks where a scale means nothing, and says how far levels are apart', async () => {
    const more = `#900=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,#901);${METRE}#902=IFCMAPCONVERSION(#10,#900,${E},${N},${H},$,$,0.3048);`;
    const place = '(49,5,1,566000),(8,26,11,540400),110.';
    const { georeference } = await placed({ more, place });
    expect(georeference.applied).toBe('site');
    const conversion = georeference.levels.find(({ level }) => level === 'map-conversion')!;
    expect(conversion.notes[0]).toContain('The scale 0.3048 fits neither');
    expect(Math.abs(conversion.difference!.north)).toBeGreaterThan(100);
    const chosen = await placed({ more, place }, { placement: { by: 'level', level: 'map-conversion' } });
    expect(chosen.georeference.applied).toBe('map-conversion');
  });

  it('of geographic coordinates is read in the order of EPSG, or the other where only that is possible', async () => {
    const more = (a: number, b: number) =>
      `#900=IFCGEOGRAPHICCRS('EPSG:4258',$,$,$,$,$);#902=IFCRIGIDOPERATION(#10,#900,IFCPLANEANGLEMEASURE(${a}),IFCPLANEANGLEMEASURE(${b}),475.);`;
    for (const [a, b] of [
      [46.36233, 14.09022],
      [114.09022, 46.36233],
    ] as const) {
      const { georeference } = await placed({ schema: 'IFC4X3_ADD2', more: more(a, b) });
      expect(georeference).toMatchObject({ applied: 'rigid-operation', heights: 'ellipsoid' });
      const [longitude, latitude, height] = georeference.position!;
      expect([latitude, height]).toEqual([expect.closeTo(46.36233, 8), expect.closeTo(475, 6)]);
      expect(longitude).toBeCloseTo(a > 90 ? 114.09022 : 14.09022, 8);
    }
  });

  it('is unknown where nothing is said', async () => {
    const { georeference } = await placed({});
    expect(georeference).toMatchObject({ applied: null, toEcef: null, levels: [] });
    expect(georeference.notes).toEqual([
      'The file does not say where it stands, or not enough. Place it by hand.',
    ]);
  });
});
