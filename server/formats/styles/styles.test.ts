import { describe, expect, it } from 'vitest';
import type { Style } from '#core/protocol';
import { legendOf, styleAt } from '#core/styles';
import { Unusable } from '../../base/unusable.ts';
import { readStyle } from './read-style.ts';
import { writeSld } from './write-sld.ts';

const sld = (rules: string) => `<?xml version="1.0" encoding="UTF-8"?>
  <sld:StyledLayerDescriptor version="1.0.0" xmlns:sld="http://www.opengis.net/sld" xmlns:ogc="http://www.opengis.net/ogc">
  <sld:NamedLayer><sld:UserStyle><sld:FeatureTypeStyle>${rules}</sld:FeatureTypeStyle></sld:UserStyle></sld:NamedLayer>
  </sld:StyledLayerDescriptor>`;
const polygon = (fill: string) =>
  `<sld:PolygonSymbolizer><sld:Fill><sld:CssParameter name="fill">${fill}</sld:CssParameter></sld:Fill></sld:PolygonSymbolizer>`;
const compare = (kind: string, name: string, value: string) =>
  `<ogc:PropertyIs${kind}><ogc:PropertyName>${name}</ogc:PropertyName><ogc:Literal>${value}</ogc:Literal></ogc:PropertyIs${kind}>`;

const qml = (renderer: string, more = '') => `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
  <qgis version="3.28.9-Firenze" hasScaleBasedVisibilityFlag="1" minScale="25000" maxScale="0">${renderer}${more}</qgis>`;
const options = (values: Record<string, string>) =>
  `<Option type="Map">${Object.entries(values)
    .map(([name, value]) => `<Option type="QString" name="${name}" value="${value}"/>`)
    .join('')}</Option>`;
const symbol = (name: string, kind: string, values: Record<string, string>) =>
  `<symbol name="${name}" alpha="0.5"><layer class="${kind}" enabled="1">${options(values)}</layer></symbol>`;

const coloursAt = (style: Style, properties: Record<string, unknown>, scale?: number) =>
  styleAt(style, scale)
    .symbolsOf({ properties })
    .map(({ fill, stroke }) => fill ?? stroke);
const omissionsOf = (text: string) => readStyle(text).omissions.map(({ key, what }) => [key, what]);

describe('An SLD', () => {
  it('is read with titles, conditions, others, scales and labels', () => {
    const { style, omissions } = readStyle(
      sld(`<sld:Rule><sld:Title>Large houses</sld:Title>
        <ogc:Filter><ogc:And>${compare('EqualTo', 'use', 'house')}${compare('GreaterThan', 'area', '500')}</ogc:And></ogc:Filter>
        <sld:MaxScaleDenominator>5000</sld:MaxScaleDenominator>${polygon('#FF0000')}</sld:Rule>
        <sld:Rule><sld:Title>Others</sld:Title><sld:ElseFilter/>${polygon('#00FF00')}
        <sld:TextSymbolizer><sld:Label><ogc:PropertyName>code</ogc:PropertyName></sld:Label></sld:TextSymbolizer></sld:Rule>`),
    );
    const large = { use: 'house', area: 501 };
    expect(coloursAt(style, large, 1_000)).toEqual(['#ff0000']);
    // At 1 : 10,000 the rule does not apply: the object is one of the others.
    expect(coloursAt(style, large, 10_000)).toEqual(['#00ff00']);
    expect(coloursAt(style, { use: 'house', area: 499 }, 1_000)).toEqual(['#00ff00']);
    expect(legendOf(style, String).map(({ title }) => title)).toEqual(['Large houses', 'Others']);
    expect(style.labels).toMatchObject({ text: '"code"', size: 10 });
    expect(omissions.map(({ key }) => key)).toEqual(['labels-of-rules']);
  });

  it('with one rule for all objects is a style with one symbol; sizes may be metres', () => {
    const line = `<sld:LineSymbolizer uom="http://www.opengeospatial.org/se/units/metre"><sld:Stroke>
      <sld:CssParameter name="stroke">#112233</sld:CssParameter><sld:CssParameter name="stroke-width">3.5</sld:CssParameter>
      <sld:CssParameter name="stroke-opacity">0.5</sld:CssParameter><sld:CssParameter name="stroke-dasharray">4 2</sld:CssParameter>
      </sld:Stroke></sld:LineSymbolizer>`;
    expect(readStyle(sld(`<sld:Rule>${line}</sld:Rule>`)).style).toEqual({
      stroke: '#11223380',
      width: 3.5,
      dash: [4, 2],
      unit: 'm',
    });
  });

  it('says what it cannot say here: calculated conditions and values, pictures, markers', () => {
    const graphic = (inner: string) =>
      `<sld:PointSymbolizer><sld:Graphic>${inner}</sld:Graphic></sld:PointSymbolizer>`;
    const text = sld(`<sld:Rule><ogc:Filter><ogc:BBOX/></ogc:Filter>${polygon('#FF0000')}</sld:Rule>
      <sld:Rule>${graphic('<sld:ExternalGraphic/>')}</sld:Rule>
      <sld:Rule>${graphic('<sld:Mark><sld:WellKnownName>ttf://Wingdings#0x44</sld:WellKnownName></sld:Mark>')}</sld:Rule>
      <sld:Rule><sld:RasterSymbolizer/></sld:Rule>`);
    expect(omissionsOf(text)).toEqual([
      ['condition', 'BBOX'],
      ['graphic', 'ExternalGraphic'],
      ['marker', 'ttf://Wingdings#0x44'],
      ['symbolizer', 'RasterSymbolizer'],
    ]);
  });

  it('that was written here is read as the same style', () => {
    const style: Style = {
      version: 2,
      stroke: '#000000',
      width: 1,
      fill: '#cccccc80',
      filter: "status <> 'old'",
      classes: {
        kind: 'rules',
        rules: [
          {
            title: 'A & B <c>',
            filter: "use in ('a', 'b') and not (name like 'x%' or height is null)",
            minScale: 5_000,
            symbol: { stroke: '#ff0000', width: 2, fill: '#00ff00' },
          },
        ],
        others: false,
      },
    };
    const written = writeSld({ name: 'parcel', title: 'Parcels', geometryType: 'Polygon', style });
    const again = readStyle(written);
    expect(again.omissions).toEqual([]);
    for (const properties of [
      { use: 'a', name: 'y', height: 1 },
      { use: 'a', name: 'x1', height: 1 },
      { use: 'b', name: 'y' },
      { use: 'a', name: 'y', height: 1, status: 'old' },
    ]) {
      const now = { status: 'new', ...properties };
      for (const scale of [1_000, 10_000])
        expect(coloursAt(again.style, now, scale)).toEqual(coloursAt(style, now, scale));
    }
  });
});

describe('A QML', () => {
  const red = symbol('0', 'SimpleFill', { color: '255,0,0,255', outline_style: 'no' });
  const blue = symbol('1', 'SimpleFill', {
    color: '0,0,255,255,rgb:0,0,1,1',
    style: 'b_diagonal',
    outline_color: '0,0,0,255',
    outline_width: '1',
    outline_width_unit: 'Pixel',
  });
  const symbols = `<symbols>${red}${blue}</symbols>`;

  it('by categories has their titles; an empty value is for the others', () => {
    const { style } = readStyle(
      qml(`<renderer-v2 type="categorizedSymbol" attr="use"><categories>
        <category symbol="0" value="house" label="Houses" render="true"/>
        <category symbol="1" value="" label="" render="true"/></categories>${symbols}</renderer-v2>`),
    );
    // Half of the opacity: 255 / 2 = 128.
    expect(coloursAt(style, { use: 'house' })).toEqual(['#ff000080']);
    expect(style).toMatchObject({
      minScale: 25_000,
      hatch: { kind: 'forward', colour: '#0000ff80' },
      width: 1,
      classes: { kind: 'categorized', field: 'use', categories: [{ value: 'house', title: 'Houses' }] },
    });
  });

  it('by ranges of a field, or of an expression as rules', () => {
    const ranges = (attr: string) =>
      qml(`<renderer-v2 type="graduatedSymbol" attr="${attr}"><ranges>
        <range symbol="0" lower="0" upper="10" label="few"/><range symbol="1" lower="10" upper="20.5" label="many"/></ranges>
        ${symbols}</renderer-v2>`);
    const { style } = readStyle(ranges('floors'));
    expect(style.classes).toMatchObject({
      kind: 'graduated',
      field: 'floors',
      ranges: [{ to: 10 }, { to: 20.5 }],
    });
    const byExpression = readStyle(ranges('floors * 3')).style;
    expect(coloursAt(byExpression, { floors: 3 })).toEqual(['#ff000080']);
    expect(() => readStyle(ranges('to_int(floors)'))).toThrow(/styles\.expression/);
  });

  it('by rules joins the conditions of nested ones; what cannot be read is left out and said', () => {
    const rules = `<rules><rule filter="&quot;use&quot; = 'house'" label="Houses">
        <rule symbol="0" filter="floors > 2" label="High" scalemaxdenom="5000" scalemindenom="100"/>
        <rule symbol="1" filter="ELSE" label="Low"/></rule>
      <rule symbol="1" filter="regexp_match(name, 'x')" label="X"/>
      <rule symbol="1" filter="ELSE" label="Rest"/></rules>`;
    const { style, omissions } = readStyle(
      qml(`<renderer-v2 type="RuleRenderer">${rules}${symbols}</renderer-v2>`),
    );
    expect(style.classes).toMatchObject({
      kind: 'rules',
      rules: [
        { title: 'High', filter: `("use" = 'house') and (floors > 2)`, minScale: 5_000, maxScale: 100 },
        { title: 'Rest', otherwise: true },
      ],
    });
    expect(omissions.map(({ key, where }) => [key, where])).toEqual([
      ['else-in-group', 'Low'],
      ['condition', 'X'],
    ]);
  });

  it('has its labels, with size, halo and scales', () => {
    const labeling = `<labeling type="simple"><settings><text-style fieldName="code || ' m'" isExpression="1" fontSize="9"
      fontSizeUnit="Point" textColor="1,2,3,255"><text-buffer bufferDraw="1" bufferSize="1" bufferSizeUnits="MM"/></text-style>
      <placement placement="2"/><rendering scaleVisibility="1" scaleMin="100" scaleMax="2000"/></settings></labeling>`;
    const { style } = readStyle(qml(`<renderer-v2 type="singleSymbol">${symbols}</renderer-v2>`, labeling));
    // 9 points are 9 / 72 · 96 pixels, a millimetre 96 / 25.4.
    expect(style.labels).toEqual({
      text: "code || ' m'",
      size: 12,
      colour: '#010203',
      halo: { width: 3.78, colour: '#ffffff' },
      placement: 'along',
      minScale: 2_000,
      maxScale: 100,
    });
  });
});

describe('What is no usable style', () => {
  const fails = (text: string) => {
    try {
      readStyle(text);
    } catch (thrown) {
      if (thrown instanceof Unusable) return [thrown.key, thrown.values];
      throw thrown;
    }
    return undefined;
  };

  it('is refused with what is wrong', () => {
    expect(fails('no xml')).toEqual(['xml.damaged', { line: 1 }]);
    expect(fails('<html/>')).toEqual(['styles.not-a-style', { name: 'html' }]);
    expect(fails('<qgis/>')).toEqual(['styles.no-symbol', {}]);
    expect(fails(qml('<renderer-v2 type="heatmapRenderer"/>'))).toEqual([
      'styles.renderer',
      { name: 'heatmapRenderer' },
    ]);
    const bomb = '<!DOCTYPE qgis [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><qgis>&b;</qgis>';
    expect(fails(bomb)?.[0]).toBe('xml.doctype');
    expect(fails('<qgis>'.repeat(100))?.[0]).toBe('xml.too-large');
  });

  it('has at most as many rules as a style', () => {
    const rule = `<sld:Rule>${polygon('#FF0000')}</sld:Rule>`;
    expect(fails(sld(rule.repeat(1_000)))).toEqual(['styles.too-many-classes', { count: 1_000, most: 500 }]);
  });
});
