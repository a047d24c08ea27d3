import { beforeAll, describe, expect, it } from 'vitest';
import { loadProjections } from '#core/geodesy';
import { DEFAULT_FORMAT } from '#core/protocol';
import { DEFAULT_LAYOUT } from '#core/sheets';
import { documentTexts } from '../documents/document-texts.ts';
import { viewOf } from './frame-view.ts';
import type { SheetContext } from './sheet-context.ts';
import type { SheetObject } from './sheet-objects.ts';
import { MOST_ROWS, tablesOf } from './sheet-tables.ts';

beforeAll(loadProjections);

function areaTableOf(count: number) {
  const side = 1e-6;
  const objects = Array.from({ length: count }, (_, n): SheetObject => {
    const [x, y] = [15 + n * 1e-8, 42];
    const ring: [number, number][] = [
      [x, y],
      [x + side, y],
      [x + side, y + side],
      [x, y + side],
      [x, y],
    ];
    return {
      id: String(n),
      properties: {},
      location: { type: 'Polygon', coordinates: [ring] },
      family: 'polygon',
      x: [x, x + side],
      y: [y, y + side],
    };
  });
  const context = {
    language: 'en',
    layout: { ...DEFAULT_LAYOUT, areas: {} },
    texts: documentTexts('en', DEFAULT_FORMAT),
  } as SheetContext;
  const view = viewOf(
    'EPSG:32633',
    { centre: [15, 42], rotation: 0, scale: 500 },
    { x: 10, y: 10, width: 200, height: 100 },
  );
  const layer = {
    type: { typeName: 'parcel', file: '', count, title: undefined, fields: [], style: undefined },
    objects,
  };
  const drawn = [
    { layer, groups: [{ symbol: { stroke: '#000000', width: 1 }, objects }], classes: new Set([-1]) },
  ];
  const [table] = tablesOf(context, [{ view, drawn }]);
  return table!;
}

describe('The table of areas', () => {
  it('ends with the total of all of them', () => {
    expect(areaTableOf(MOST_ROWS)).toMatchObject({ leftOut: 0, rows: { length: MOST_ROWS + 1 } });
  });

  it('has no total when it does not list all', () => {
    expect(areaTableOf(MOST_ROWS + 1)).toMatchObject({ leftOut: 1, rows: { length: MOST_ROWS } });
  });
});
