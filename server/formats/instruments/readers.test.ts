import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ObservationRecord, StationRecord } from './model.ts';
import { readBook, recognise } from './read-book.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../shared/data/instruments');
const bytes = (text: string) => new TextEncoder().encode(text);
const book = (...lines: string[]) => readBook(bytes(lines.join('\r\n')));
const shots = (read: ReturnType<typeof readBook>) =>
  read.records.filter((record): record is ObservationRecord => record.kind === 'observation');
const stations = (read: ReturnType<typeof readBook>) =>
  read.records.filter((record): record is StationRecord => record.kind === 'station');
const kinds = (read: ReturnType<typeof readBook>) => read.problems.map(({ line, kind }) => [line, kind]);

describe('instrument files are read:', () => {
  it('GSI-8 in gon and millimetres, with its station, prism and heights', () => {
    const read = book(
      '110001+000000S1 84...1+00100000 85...1+00200000 86...1+00050000 88...1+00001500 ',
      '110002+00000P12 21.102+10012345 22.102+09876543 31..00+00012345 51....+0012-034 87...0+00001600 71....+0000TREE ',
    );
    expect(stations(read)[0]).toMatchObject({
      name: 'S1',
      // Unit 1 is 1/1000 ft: 100 ft, 200 ft, 50 ft.
      at: { east: 30.48, north: 60.96, height: 15.24 },
    });
    const [shot] = shots(read);
    expect(shot).toMatchObject({
      target: 'P12',
      slope: 12.345,
      ppm: 12,
      prism: -0.034,
      code: 'TREE',
      face: 1,
    });
    expect(shot!.circle).toBeCloseTo(100.12345 * 0.9, 10);
    expect(shot!.zenith).toBeCloseTo(98.76543 * 0.9, 10);
  });

  it('GSI-16 in degrees, minutes and seconds', () => {
    const read = book(
      '*110001+000000000000PT10 21.324+0000000035959599 22.324+0000000009000000 31..06+0000000000123456 ',
    );
    expect(shots(read)[0]!.circle).toBeCloseTo(359 + 59 / 60 + 59.9 / 3600, 10);
    // Unit 6 is tenths of millimetres.
    expect(shots(read)[0]!.slope).toBeCloseTo(12.3456, 10);
  });

  it('RW5 with both faces, left angles and vertical angles', () => {
    const read = book(
      'JB,NMTEST,DT06-27-2003,TM14:21:53',
      'MO,AD0,UN1,SF1.00000000,EC1,EO0.0,AU0',
      'OC,OP1,N 5000.00000,E 4000.00000,EL100.000,--CP',
      'BK,OP1,BP2,BS315.0000,BC0.0044',
      'LS,HI1.500,HR1.600',
      'BD,OP1,FP2,AR0.0055,ZE86.0126,SD10.320000,--CP',
      'BR,OP1,FP2,AR180.0037,ZE273.5826,SD10.315000,--CP',
      'SS,OP1,FP3,AL90.0000,VA-10.3000,SD5.000',
    );
    expect(read.problems).toEqual([]);
    expect(stations(read)[0]).toMatchObject({
      at: { north: 5000, east: 4000 },
      azimuth: 315,
      instrumentHeight: 1.5,
    });
    expect(shots(read).map(({ face, circle, zenith }) => [face, circle, zenith])).toEqual([
      [1, 55 / 3600, 86 + 1 / 60 + 26 / 3600],
      [2, 180 + 37 / 3600, 273 + 58 / 60 + 26 / 3600],
      [1, 270, 100.5],
    ]);
  });

  it('SDR33 by its columns', () => {
    const cell = (value: string) => value.padEnd(16);
    const id = (value: string) => value.padStart(16);
    const read = book(
      '00NMSDR33 V04-04.02     00-000-00 00:00 121111',
      `02TP${id('1001')}${cell('100.')}${cell('200.')}${cell('10.')}${cell('5.')}${cell('BASE')}`,
      `07TP${id('1001')}${id('1002')}${cell('45.')}${cell('0.')}`,
      `03NM${cell('4.')}`,
      `09F1${id('1001')}${id('7')}${cell('100.')}${cell('90.5')}${cell('12.25')}${cell('TREE')}`,
    );
    // Header: degrees, feet.
    expect(stations(read)[0]).toMatchObject({
      name: '1001',
      azimuth: 45,
      circle: 0,
      instrumentHeight: 1.524,
    });
    expect(shots(read)[0]).toMatchObject({ target: '7', zenith: 90.5, code: 'TREE', face: 1 });
    expect(shots(read)[0]!.slope).toBeCloseTo(30.48, 10);
    expect(shots(read)[0]!.targetHeight).toBeCloseTo(1.2192, 10);
  });

  it('Topcon GTS-7, and the stream of older ones', () => {
    const named = book(
      'GTS-7   v3.0',
      'UNITS   M,D',
      'STN     S1,1.400,STN',
      'XYZ     100.000,200.000,10.000',
      'BKB     S2,25.0000,0.0000',
      'SS      5,1.600,TREE',
      'SD      12.3045,90.0012,23.456',
    );
    expect(stations(named)[0]).toMatchObject({ at: { east: 100, north: 200, height: 10 }, azimuth: 25 });
    expect(shots(named)[0]).toMatchObject({ target: '5', targetHeight: 1.6, slope: 23.456, code: 'TREE' });
    expect(shots(named)[0]!.circle).toBeCloseTo(12 + 30 / 60 + 45 / 3600, 10);
    const stream = book(
      "_'S1_(_)1.540_+1_ ?+00043575m0970930+1317260g+00043530t**+00+00111_*TREE_,1.500_+2_ ?+00064702m0968990+1360970g+00064625t**+00+00099_*_,1.500",
    );
    expect(shots(stream).map(({ target, slope, targetHeight }) => [target, slope, targetHeight])).toEqual([
      ['1', 43.575, 1.5],
      ['2', 64.702, 1.5],
    ]);
    expect(shots(stream)[0]!.circle).toBeCloseTo(131.726 * 0.9, 10);
  });

  it('Zeiss M5 with three values a line', () => {
    const read = book(
      'For M5|Adr 00001|TI  POLAR                      |th         1.500 m   |ih         1.486 m   |                      |',
      'For M5|Adr 00002|PI1 S                          |                      |                      |                      |',
      'For M5|Adr 00003|PI1 TREE                    12 |D         12.345 m   |Hz       123.4567 gon|V1        98.7654 gon|',
    );
    expect(shots(read)[0]).toMatchObject({ target: '12', slope: 12.345, targetHeight: 1.5, code: 'TREE' });
    expect(shots(read)[0]!.circle).toBeCloseTo(123.4567 * 0.9, 10);
  });

  it('JobXML, whose deleted records do not count', () => {
    const read = book(
      '<JOBFile jobName="A"><FieldBook>',
      '<StationRecord ID="s"><StationName>S1</StationName><TheodoliteHeight>1.5</TheodoliteHeight></StationRecord>',
      '<TargetRecord ID="t"><TargetHeight>1.7</TargetHeight><PrismConstant>-0.0344</PrismConstant></TargetRecord>',
      '<BackBearingRecord ID="b"><Station>S1</Station><BackSight>S2</BackSight><Face1HorizontalCircle>10</Face1HorizontalCircle><OrientationCorrection>35</OrientationCorrection></BackBearingRecord>',
      '<PointRecord ID="p"><Name>7</Name><Code>TREE</Code><StationID>s</StationID><TargetID>t</TargetID><Circle><HorizontalCircle>20.5</HorizontalCircle><VerticalCircle>91</VerticalCircle><EDMDistance>12.5</EDMDistance><Face>Face1</Face></Circle></PointRecord>',
      '<PointRecord ID="q"><Name>8</Name><Deleted>true</Deleted></PointRecord>',
      '</FieldBook></JOBFile>',
    );
    expect(stations(read)[0]).toMatchObject({ name: 'S1', backsight: 'S2', azimuth: 45, circle: 10 });
    expect(shots(read)).toMatchObject([
      {
        target: '7',
        circle: 20.5,
        zenith: 91,
        slope: 12.5,
        prism: -0.0344,
        targetHeight: 1.7,
        corrected: false,
      },
    ]);
  });
});

describe('what is wrong in an instrument file is said with its line:', () => {
  it('words and records that are cut', () => {
    expect(kinds(book('110001+00000001 21.102+10000000 22.102+0999'))).toContainEqual([1, 'word-cut']);
    expect(
      kinds(
        book(
          'CO,Nikon RAW data format V2.00',
          'ST,1,,,,1.430,0.0000,0.0000',
          'SS,2,1.5',
          'SS,3,1.5,8.9,107.99,102.33,14:00:04,P',
        ),
      ),
    ).toEqual([[3, 'record-cut']]);
    expect(kinds(book('JB,NMA', 'OC,OP1,N 1.,E 2.,EL3.', 'SS,OP1,FP'))).toContainEqual([3, 'record-cut']);
  });

  it('a circle of 400 gon is 0, and one beyond is none', () => {
    const shot = (circle: string) => book(`110001+00000001 21.102+${circle} 22.102+10000000 31..00+00001000`);
    expect(shots(shot('40000000'))[0]!.circle).toBe(0);
    expect(kinds(shot('40000100'))).toContainEqual([1, 'angle-impossible']);
  });

  it('a zenith angle of 0 with a distance', () => {
    expect(kinds(book('110001+00000001 21.102+10000000 22.102+00000000 31..00+00001000'))).toContainEqual([
      1,
      'zenith-zero',
    ]);
  });

  it('minutes that reach 60', () => {
    expect(
      kinds(
        book('JB,NMA', 'MO,AD0,UN1,AU0', 'OC,OP1,N 1.,E 2.,EL3.', 'SS,OP1,FP2,AR12.6100,ZE90.0000,SD5.0'),
      ),
    ).toContainEqual([4, 'angle-sexagesimal']);
  });

  it('coordinates whose axes are not named', () => {
    const named = book('GTS-7   v3.0', 'STN     S1,1.400,', 'XYZ     100.000,200.000,10.000');
    expect(kinds(named)).toContainEqual([3, 'axes-assumed-east']);
    const m5 = (north: string, east: string) =>
      kinds(
        book(
          `For M5|Adr 00001|PI1 A                         12 |${north} 10.0 m   |${east} 20.0 m   |Z 5.0 m  |`,
        ),
      );
    expect(m5('X', 'Y')).toContainEqual([1, 'axes-assumed']);
    expect(m5('N', 'E')).toEqual([]);
  });

  it('damaged records of a stream, and the lines of the others', () => {
    const read = book(
      "_'S1_(_)1.540_+1_ ?+00043575m0970930+1317260g+00043530t**+00+00111_*TREE_,1.500",
      '_+2_ ?+000',
      '_+3_ ?+00064702m0968990+1360970g+00064625t**+00+00099_*_,1.500',
    );
    expect(shots(read).map(({ line, target }) => [line, target])).toEqual([
      [1, '1'],
      [3, '3'],
    ]);
    expect(kinds(read)).toContainEqual([0, 'records-lost']);
  });

  it('units of a LandXML that are not known', () => {
    const landxml = (linear: string, angular: string) =>
      kinds(
        book(
          `<LandXML><Units><Metric linearUnit="${linear}" angularUnit="${angular}"/></Units>`,
          '<CgPoints><CgPoint name="A">1 2 3</CgPoint></CgPoints></LandXML>',
        ),
      );
    expect(landxml('millimeter', 'grads')).toEqual([]);
    expect(landxml('ell', 'points')).toEqual([
      [0, 'unit-assumed'],
      [0, 'unit-assumed'],
    ]);
  });

  it('a file of no instrument', () => {
    expect(recognise(bytes('name,x,y\nA,1,2\n'))).toBeUndefined();
    expect(() => readBook(bytes('hello'))).toThrow('field-book.unknown-format');
    expect(() => readBook(bytes('<JOBFile><FieldBook>'))).toThrow('xml.damaged');
  });
});

describe.skipIf(!fs.existsSync(FOLDER))('files of real instruments', () => {
  const real = (name: string) => readBook(fs.readFileSync(path.join(FOLDER, name)));

  it.each([
    ['carlson_rw5/Leica1200.rw5', 'rw5', 2, 10, 2],
    ['landxml.xml', 'landxml', 2, 3, 2],
    ['leica_gsi/RILIEVO.gsi', 'gsi', 1, 23, 0],
    ['leica_gsi/leica_gsi16_gurob.gsi', 'gsi', 1, 343, 0],
    ['leica_tcr_705', 'leica-list', 5, 0, 42],
    ['nikon_raw_v200/nikon_raw_v200.tops', 'nikon', 1, 82, 1],
    ['sokkia_sdr33.tops', 'sdr', 1, 0, 12],
    ['trimble/BSG-08-11-19.are', 'are', 3, 105, 6],
    ['zeiss_elta_r55/zeiss_elta_r55-R5.tops', 'zeiss', 1, 0, 143],
  ])('%s is %s with %i stations, %i observations and %i points', (name, format, ...counts) => {
    const read = real(name);
    expect(read.format).toBe(format);
    const count = (kind: string) => read.records.filter((record) => record.kind === kind).length;
    expect([count('station'), count('observation'), count('point')]).toEqual(counts);
  });

  it('the RW5 has the values of its table', () => {
    const [head, ...rows] = fs
      .readFileSync(path.join(FOLDER, 'carlson_rw5/Leica1200.rw5.csv'), 'utf8')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split('\t'));
    const column = (name: string) => head!.findIndex((title) => title.replace(/\s/g, '') === name);
    const found = shots(real('carlson_rw5/Leica1200.rw5'));
    expect(found).toHaveLength(rows.length);
    for (const [i, row] of rows.entries()) {
      const shot = found[i]!;
      expect([shot.target, shot.code]).toEqual([row[column('PointID')], row[column('Description')]]);
      // Angles in gon, the rod in thousandths of a foot, the distance in feet.
      expect(shot.circle! / 0.9).toBeCloseTo(Number(row[column('Horiz_Angle')]), 6);
      expect(shot.zenith! / 0.9).toBeCloseTo(Number(row[column('Vert_Angle')]), 6);
      expect(shot.slope! / 0.3048).toBeCloseTo(Number(row[column('SlopeDist')]), 9);
      expect((shot.targetHeight! / 0.3048) * 1000).toBeCloseTo(Number(row[column('RodHeight')]), 6);
    }
  });

  it('any of them, cut anywhere, is read or refused with a reason', () => {
    for (const name of [
      'carlson_rw5/Leica1200.rw5',
      'leica_gsi/RILIEVO.gsi',
      'trimble/BSG-08-11-19.are',
      'landxml.xml',
    ]) {
      const whole = fs.readFileSync(path.join(FOLDER, name));
      for (let at = 1; at < Math.min(whole.length, 1200); at += 7) {
        try {
          readBook(whole.subarray(0, at));
        } catch (thrown) {
          expect(String(thrown)).toMatch(/xml\.damaged|field-book\.(unknown-format|no-survey)/);
        }
      }
    }
  });
});
