import { describe, expect, it } from 'vitest';
import { kindsOf, readingFolder } from '../../../testing/reading.ts';

const { look, objects, refusal, zip } = readingFolder();
const place = async (text: string, options?: Record<string, string>) =>
  (await objects('a.csv', text, options ? { options } : {})).map(({ places }) => places[0]);

describe('CSV', () => {
  it.each([
    ['commas', 'id,x,y\n1,11.5,45\n'],
    ['semicolons with decimal commas', 'id;x;y\n1;11,5;45,0\n'],
    ['tabs and CR alone', 'id\tx\ty\r1\t11.5\t45\r'],
    ['bars', 'id|x|y\n1|11.5|45'],
    ['a byte order mark', '\ufeffid,Longitude (deg),Latitude\n1,11.5,45\n'],
    ['degrees, minutes, seconds', 'id;lon;lat\n1;11°30’00”E;N 45 00 00\n'],
    ['a column of well-known text', 'id,geom\n1,"POINT (11.5 45)"\n'],
    ['groups of digits', 'id;est;nord\n1;11,5;45\n2;1.234.567,25;5.000.000\n'],
  ])('reads %s', async (_, text) => {
    expect((await place(text))[0]).toEqual([11.5, 45]);
  });

  it.each([
    ['filled cells', Buffer.from('id,x,y\n1,11.5\0\0\0,45\0\n')],
    ['a filled end', Buffer.concat([Buffer.from('id,x,y\n1,11.5,45\n'), Buffer.alloc(70_000)])],
  ])('leaves out zeros of %s, and says so', async (_, bytes) => {
    const found = await objects('a.csv', bytes);
    expect(found.map(({ places }) => places)).toEqual([[[11.5, 45]]]);
    expect(kindsOf(await look('a.csv', bytes))).toContain('table-filled');
  });

  it.each(['utf16le', 'be'])('reads UTF-16 without a byte order mark: %s', async (order) => {
    const bytes = Buffer.from('id;x;y;name\n1;11,5;45;Città\n', 'utf16le');
    const [found] = await objects('a.csv', order === 'be' ? bytes.swap16() : bytes);
    expect([found!.places[0], found!.properties['name']]).toEqual([[11.5, 45], 'Città']);
  });

  it('reads points of a survey without names: north before east, as their size tells', async () => {
    const reading = await look(
      'a.txt',
      'P1,5034567.891,654321.123,102.345,ALBERO\nP2,5034568,654322,102,CASA GRANDE\n',
    );
    expect(reading.columns).toEqual(['P', 'N', 'E', 'Z', 'D']);
    expect(reading.sample[0]).toEqual({ P: 'P1', N: 5034567.891, E: 654321.123, Z: 102.345, D: 'ALBERO' });
    expect(reading.options).toMatchObject({ header: 'no', x: 'E', y: 'N', z: 'Z', separator: ',' });
    expect(await place('P1,654321.123,5034567.891,102,A\n')).toEqual([[654321.123, 5034567.891, 102]]);
  });

  it('says when the order of north and east is only assumed', async () => {
    const reading = await look('a.txt', 'P1,100.5,200.5,10,A\nP2,101,201,10,B\n');
    expect(kindsOf(reading)).toContain('table-order-assumed');
    expect(reading.options).toMatchObject({ x: 'E', y: 'N' });
  });

  it('obeys the answers of the person', async () => {
    const text = 'a;b;c\n45;11,5;7\n';
    expect(await place(text, { x: 'b', y: 'a', z: 'c' })).toEqual([[11.5, 45, 7]]);
    expect(await place(text, { x: '', y: '' })).toEqual([undefined]);
  });

  it('keeps codes, long digits and formulas as text, and types what is a number everywhere', async () => {
    const text = 'x,y,cap,codice,n,f\n1,2,00184,9189304972279762602,5,=1+1\n3,4,20100,1,5.5,@x\n';
    const reading = await look('a.csv', text);
    expect(reading.sample[0]).toEqual({
      x: 1,
      y: 2,
      cap: '00184',
      codice: '9189304972279762602',
      n: 5,
      f: '=1+1',
    });
    expect(kindsOf(reading)).toContain('table-formulas');
    expect(Object.fromEntries(reading.fields.map(({ name, type }) => [name, type]))).toMatchObject({
      cap: 'text',
      n: 'number',
    });
  });

  it('reads quotes, line ends within them, and tells of what is no position', async () => {
    const text = 'id,note,lon,lat\n1,"a ""b"",\nc",11,45\n2,x,ten,45\n3,,11,95 61 00\n';
    const reading = await look('a.csv', text, { crs: 'EPSG:4326' });
    expect(reading.sample[0]!['note']).toBe('a "b",\nc');
    expect(reading.findings).toMatchObject([
      { feature: 1, kind: 'bad-position', values: { value: 'ten 45' } },
      { feature: 2, kind: 'bad-position' },
    ]);
  });

  it('reads .csvt and .prj beside it in a zip', async () => {
    const WKT =
      'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';
    const reading = await look(
      'a.zip',
      zip({ 'p.csv': 'n,a,b\n12,11,45\n', 'p.csvt': '"String","CoordX","CoordY"', 'p.prj': WKT }),
    );
    expect([reading.crs, reading.sample, reading.geometryTypes]).toEqual([
      'EPSG:4326',
      [{ n: '12', a: 11, b: 45 }],
      { Point: 1 },
    ]);
  });

  it('takes the code of an EWKT, and says what is no well-known text', async () => {
    const reading = await look(
      'a.csv',
      'id;wkt\n1;SRID=25832;\n'.replace('25832;', '25832,') + '2;POINT(1 2)\n3;POINT(1)\n',
    );
    expect(kindsOf(reading)).toContain('bad-wkt');
    expect((await look('a.csv', 'id|wkt\n1|SRID=25832;POINT Z (650000 5000000 3)\n')).crs).toBe('EPSG:25832');
  });

  it('refuses what is no text', async () => {
    expect(await refusal('a.csv', Buffer.from([1, 0, 2, 0, 3, 0, 0, 0]))).toBe('table-binary');
    expect(await refusal('a.csv', '')).toBe('empty-file');
  });
});

describe('XLSX', () => {
  const sheet = (rows: string) => `<worksheet xmlns="m"><sheetData>${rows}</sheetData></worksheet>`;
  const BOOK = {
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="Vuoto" r:id="r1"/><sheet name="Punti" r:id="r2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>',
    'xl/sharedStrings.xml': '<sst><si><t>nome</t></si><si><r><t>Città </t></r><r><t>alta</t></r></si></sst>',
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': sheet(''),
    'xl/worksheets/sheet2.xml': sheet(`
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>lon</t></is></c><c r="C1" t="inlineStr"><is><t>lat</t></is></c><c r="E1" t="inlineStr"><is><t>giorno</t></is></c><c r="F1" t="inlineStr"><is><t>calcolo</t></is></c></row>
      <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>11.5</v></c><c r="C2"><v>45</v></c><c r="E2" s="1"><v>46143</v></c><c r="F2"><f>1+1</f><v>2</v></c></row>
      <row r="3"><c r="A3" t="b"><v>1</v></c><c r="F3"><f>HYPERLINK("x")</f></c></row>`),
  };

  it('reads sheets as layers, texts, dates, and the saved results of formulas', async () => {
    const reading = await look('a.xlsx', zip(BOOK));
    expect(reading.layers.map(({ name, count }) => [name, count])).toEqual([
      ['Vuoto', 0],
      ['Punti', 2],
    ]);
    // 46143 days after 1899-12-30.
    expect(reading.sample[0]).toEqual({
      nome: 'Città alta',
      lon: 11.5,
      lat: 45,
      field_4: null,
      giorno: '2026-05-01',
      calcolo: '2',
    });
    expect(reading.sample[1]).toMatchObject({ nome: 'true', calcolo: '=HYPERLINK("x")' });
    expect(reading.geometryTypes).toEqual({ Point: 1 });
    expect(kindsOf(reading)).toEqual(expect.arrayContaining(['workbook-results', 'table-formulas']));
  });

  it('refuses an archive that is no workbook', async () => {
    expect(await refusal('a.xlsx', zip({ 'a.txt': 'x' }))).toBe('no-workbook');
    expect(await refusal('a.xlsx', 'x')).toBe('no-zip');
  });
});
