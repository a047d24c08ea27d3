import { describe, expect, it } from 'vitest';
import { readBook } from './read-book.ts';

const book = (...lines: string[]) => readBook(new TextEncoder().encode(lines.join('\r\n')));
const notes = (read: ReturnType<typeof readBook>) =>
  read.records.flatMap((record) => (record.kind === 'note' ? [record.text] : []));
const said = (read: ReturnType<typeof readBook>) =>
  read.problems.map(({ line, kind, values }) => [line, kind, values]);

describe('nothing in an instrument file is lost in silence:', () => {
  it('remarks of GSI are notes, and words that are not read are named once', () => {
    const shot = (name: string) =>
      `11000${name}+0000000${name} 21.102+10000000 22.102+10000000 31..00+00001000 25...0+00000012 72....+0000WET1 `;
    const read = book(shot('1'), shot('2'));
    expect(notes(read)).toEqual(['WET1', 'WET1']);
    expect(said(read).filter(([, kind]) => kind === 'not-used')).toEqual([
      [1, 'not-used', { what: 'word 25' }],
    ]);
  });

  it('modes and fields of RW5', () => {
    const read = book(
      'JB,NMA',
      'MO,AD0,UN1,EC1,AU0',
      'OC,OP1,N 1.,E 2.,EL3.',
      'SS,OP1,FP2,AR1.0000,ZE90.0000,SD5.0,QQ7',
    );
    expect(notes(read)).toEqual(['MO,AD0,UN1,EC1,AU0']);
    expect(said(read)).toEqual([[4, 'not-used', { what: 'QQ' }]]);
  });

  it('labels of ARE and records of SDR are notes', () => {
    expect(notes(book('50=JOB', '2=S1', '3=1.5', '5=P', '7=10.', '8=100.', '9=5.', '74=1013'))).toEqual([
      '74=1013',
    ]);
    const sdr = book('00NMSDR33 V04-04.02     00-000-00 00:00 121111', '05NM20.0            1013.0');
    expect(notes(sdr)).toEqual(['05NM20.0            1013.0']);
  });

  it('records of a JobXML that are deleted, unknown or without a place, and its refraction', () => {
    const read = book(
      '<JOBFile jobName="A"><FieldBook>',
      '<AtmosphereRecord ID="a"><PPM>3</PPM><RefractionCoefficient>0.142</RefractionCoefficient></AtmosphereRecord>',
      '<StrangeRecord ID="x"/>',
      '<PointRecord ID="q"><Name>8</Name><Deleted>true</Deleted></PointRecord>',
      '<PointRecord ID="r"><Name>9</Name></PointRecord>',
      '<PointRecord ID="s"><Name>10</Name><Grid><North>1</North><East>2</East></Grid></PointRecord>',
      '</FieldBook></JOBFile>',
    );
    expect(read.refraction).toBe(0.142);
    expect(said(read)).toEqual([
      [3, 'not-used', { what: 'StrangeRecord' }],
      [5, 'point-not-read', { name: '9' }],
      [0, 'deleted-left-out', { count: 1 }],
    ]);
  });

  it('elements of a LandXML, and its refraction', () => {
    const read = book(
      '<LandXML><Units><Metric linearUnit="meter" angularUnit="grads"/></Units><Survey>',
      '<Equipment><InstrumentDetails model="TS16"><Corrections refractionCoefficient="0.13"/></InstrumentDetails></Equipment>',
      '<CgPoints><CgPoint name="A">1 2 3</CgPoint><CgPoint name="B"/></CgPoints>',
      '<InstrumentSetup id="s" stationName="A" instrumentHeight="1.5"><TestObservation/></InstrumentSetup>',
      '<ObservationGroup setupID="s"><RawObservation horizAngle="10" zenithAngle="100" slopeDistance="5"><TargetPoint name="P"/></RawObservation>',
      '<TestObservation/></ObservationGroup><MonumentGroup/></Survey></LandXML>',
    );
    expect([read.refraction, read.instrument]).toEqual([0.13, 'TS16']);
    expect(said(read).map(([line, , values]) => [line, values])).toEqual([
      [6, { what: 'MonumentGroup' }],
      [3, { text: 'CgPoint B ' }],
      [6, { what: 'TestObservation' }],
    ]);
  });

  it('values of Zeiss that are not read are notes', () => {
    const read = book(
      'For M5|Adr 00001|PI1 A                         12 |N 10.0 m   |E 20.0 m   |T 21.5 C  |',
    );
    expect(notes(read)).toEqual(['T 21.5 C']);
  });
});
