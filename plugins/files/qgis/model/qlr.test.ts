import { DOMParser, type Element } from '@xmldom/xmldom';
import { describe, expect, it } from 'vitest';
import type { ObjectType } from '#core/protocol';
import { fileNameOf } from './file-name.ts';
import { layerDefinition } from './qlr.ts';

const ADDRESS = 'https://groma.example.org/ogcapi/00000000-0000-4000-8000-000000000001';
const typeOf = (name: string, more: Partial<ObjectType>): ObjectType => ({
  ...{ id: `id-${name}`, name, title: { en: name, it: name }, geometryType: 'Polygon', fields: [] },
  ...{ style: { stroke: '#0072b2', width: 2 }, icon: null, images: [], projectIds: [], version: 1 },
  ...more,
});
const TYPES = [
  typeOf('Via Appia & "co"', { style: { stroke: '#11223344', width: 3, fill: '#e69f0040', dash: [8, 4] } }),
  typeOf('wells', {
    geometryType: 'Point',
    style: { stroke: '#000000', width: 0, radius: 6, shape: 'square', label: 'code' },
  }),
  typeOf('roads', { geometryType: 'MultiLineString' }),
  typeOf('things', { geometryType: null }),
];

function parsed(types = TYPES, group = 'Scavi <2026>') {
  const text = layerDefinition({ group, address: ADDRESS, types, titleOf: ({ title }) => title.en });
  const document = new DOMParser({
    onError: (_, message) => {
      throw new Error(message);
    },
  }).parseFromString(text, 'text/xml');
  const all = (name: string, of: { getElementsByTagName: Element['getElementsByTagName'] } = document) => [
    ...of.getElementsByTagName(name),
  ];
  const optionsOf = (layer: Element) =>
    Object.fromEntries(
      all('Option', layer).flatMap((one) =>
        one.hasAttribute('name') ? [[one.getAttribute('name'), one.getAttribute('value')]] : [],
      ),
    );
  return { text, document, all, optionsOf };
}

describe('A layer definition file', () => {
  it('is what QGIS reads: a tree of layers, points on top, and a map layer for each, linked by id', () => {
    const { document, all } = parsed();
    expect(document.documentElement?.tagName).toBe('qlr');
    expect(document.doctype?.name).toBe('qgis-layer-definition');
    const children = [...document.documentElement!.childNodes].flatMap((node) =>
      'tagName' in node ? [node.tagName] : [],
    );
    expect(children).toEqual(['layer-tree-group', 'maplayers']);
    expect(all('layer-tree-group').map((group) => group.getAttribute('name'))).toEqual(['', 'Scavi <2026>']);
    const ids = all('layer-tree-layer').map((layer) => layer.getAttribute('id'));
    expect(new Set(ids).size).toBe(4);
    expect(all('maplayer').map((layer) => all('id', layer)[0]!.textContent)).toEqual(ids);
    expect(all('layername').map(({ textContent }) => textContent)).toEqual([
      'wells',
      'roads',
      'things',
      'Via Appia & "co"',
    ]);
  });

  it('names the collection of each type as the server does', () => {
    const { all } = parsed();
    const sources = all('datasource').map(({ textContent }) => textContent);
    expect(sources[3]).toBe(
      `pagingEnabled='true' restrictToRequestBBOX='1' typename='Via_x0020_Appia_x0020__x0026__x0020__x0022_co_x0022_' url='${ADDRESS}'`,
    );
    expect(all('layer-tree-layer').map((layer) => layer.getAttribute('source'))).toEqual(sources);
    expect(all('provider').map(({ textContent }) => textContent)).toEqual(Array(4).fill('OAPIF'));
  });

  it('draws areas, points and lines as the map does, in pixels', () => {
    const { all, optionsOf } = parsed();
    const [point, line, , area] = all('maplayer').map((layer) => ({
      kinds: all('layer', layer).map((one) => one.getAttribute('class')),
      options: all('layer', layer).map(optionsOf),
    }));
    expect(area!.kinds).toEqual(['SimpleFill', 'SimpleLine']);
    // The colours' last two digits: 0x40 is 64, 0x44 is 68.
    expect(area!.options[0]).toMatchObject({ color: '230,159,0,64', style: 'solid' });
    expect(area!.options[1]).toMatchObject({ line_color: '17,34,51,68', line_width: '3', customdash: '8;4' });
    expect(point!.options[0]).toMatchObject({
      name: 'square',
      size: '12',
      size_unit: 'Pixel',
      outline_style: 'no',
    });
    expect(line!.options[0]).toMatchObject({ line_color: '0,114,178,255', line_width: '2' });
    expect(line!.options[0]).not.toHaveProperty('use_custom_dash');
  });

  it('has a rule for each class, the others last, within the condition of the layer', () => {
    const symbol = (fill: string) => ({ stroke: '#000000', width: 1, fill });
    const ranges = [
      { from: 0, to: 10, symbol: symbol('#ffffff') },
      { from: 10, to: 20, symbol: symbol('#ff0000') },
    ];
    const { all } = parsed([
      typeOf('parcels', {
        style: {
          ...symbol('#888888'),
          version: 2,
          filter: 'owner is not null',
          classes: { kind: 'graduated', field: 'Plot ratio', method: 'equal', ranges },
          labels: { text: "number + ' m'", size: 14 },
        },
      }),
    ]);
    expect(all('renderer-v2')[0]!.getAttribute('type')).toBe('RuleRenderer');
    expect(all('rule').map((rule) => rule.getAttribute('filter'))).toEqual([
      'not (("owner" is null))',
      '(("Plot ratio" >= 0) and ("Plot ratio" < 10))',
      '(("Plot ratio" >= 10) and ("Plot ratio" <= 20))',
      'ELSE',
    ]);
    expect(all('symbol').map((one) => one.getAttribute('name'))).toEqual(['0', '1', '2']);
    expect(all('text-style')[0]!.getAttribute('fieldName')).toBe(`("number" || ' m')`);
  });

  it('labels by the attribute of the style, and leaves the look of mixed geometries to QGIS', () => {
    const { all } = parsed();
    expect(all('text-style').map((style) => style.getAttribute('fieldName'))).toEqual(['"code"']);
    const [point, , mixed] = all('maplayer');
    expect(point!.getAttribute('labelsEnabled')).toBe('1');
    expect(all('renderer-v2', mixed)).toEqual([]);
    expect(mixed!.hasAttribute('geometry')).toBe(false);
  });

  it('stays well-formed whatever titles contain', () => {
    const { all } = parsed(
      [typeOf('a', { title: { en: 'a\u0000\uD800\u001b</x>&amp;', it: '' } })],
      '"\'<>&',
    );
    expect(all('layername')[0]!.textContent).toBe('a</x>&amp;');
  });
});

it.each([
  ['Scavi: 2026/27', 'Scavi- 2026-27'],
  ['..\\..\\etc', 'etc'],
  ['***', 'groma'],
])('The title %s is the file name %s', (title, name) => {
  expect(fileNameOf(title)).toBe(name);
});
