import { describe, expect, it } from 'vitest';
import type { MapSymbol, Style } from '#core/protocol';
import {
  breaksOf,
  classificationOf,
  coloursOf,
  drawingOf,
  groupedBySymbol,
  labelsAt,
  labelText,
  legendOf,
  markerOf,
  styleAt,
} from './index.ts';
import { MARKERS, style as schema } from '#core/protocol';

const symbol = (stroke: string): MapSymbol => ({ stroke, width: 1 });
const RED = symbol('#ff0000');
const BLUE = symbol('#0000ff');
const BASE = { version: 2, stroke: '#888888', width: 1 } as const;
const colours = (style: Style, properties: Record<string, unknown>, scale?: number) =>
  styleAt(style, scale)
    .symbolsOf({ properties })
    .map(({ stroke }) => stroke);
const print = String;

describe('A style', () => {
  it('without classes draws every object with its own symbol, as before there were classes', () => {
    const old: Style = { stroke: '#123456', width: 2, label: 'name' };
    expect(schema.parse(old)).toEqual(old);
    expect(styleAt(old, 1000).symbolsOf({ properties: {} })).toEqual([old]);
    expect(labelsAt(old, 1000)).toEqual({ text: 'name' });
  });

  it('is drawn alike by the classes that it names of objects, whatever the symbols are then', () => {
    const rules = [
      { filter: 'floors > 2', symbol: RED },
      { filter: "use = 'barn'", symbol: BLUE, maxScale: 5_000 },
      { filter: "use = 'ruin'", symbol: BLUE, hidden: true },
      { otherwise: true, symbol: symbol('#00ff00') },
    ];
    const style: Style = { ...BASE, filter: 'floors > 0', classes: { kind: 'rules', rules } };
    const { classOf, property } = classificationOf(style)!;
    const barn = { properties: { use: 'barn', floors: 3 } };
    const name = classOf(barn)!;
    for (const scale of [1_000, 10_000])
      expect(styleAt(style, scale).symbolsOfClass(name)).toEqual(styleAt(style, scale).symbolsOf(barn));
    const hidden = { properties: { use: 'barn', floors: 0 } };
    expect(classOf(hidden)).toBeUndefined();
    const [first] = rules;
    const withOthers: Style = { ...style, classes: { kind: 'rules', rules: [first!] } };
    expect(styleAt(withOthers, 1).symbolsOf(hidden)).toEqual([]);
    expect(classificationOf(withOthers)!.classOf({ properties: { floors: 1 } })).toBe('-1');
    const recoloured = { ...style, stroke: '#ffffff' };
    expect(classificationOf(recoloured)!.property).toBe(property);
    expect(classificationOf({ ...style, filter: 'floors > 1' })!.property).not.toBe(property);
    // Of another style the name may say more classes than there are.
    expect(styleAt({ ...BASE, classes: { kind: 'rules', rules: [] } }, 1).symbolsOfClass('9 x')).toEqual([]);
  });

  it('with categories draws by the value; numbers and texts that print alike are the same', () => {
    const style: Style = {
      ...BASE,
      classes: {
        kind: 'categorized',
        field: 'use',
        categories: [
          { value: 'road', symbol: RED },
          { value: 7, symbol: BLUE },
          { value: null, symbol: symbol('#00ff00') },
          { value: 'gone', symbol: RED, hidden: true },
        ],
      },
    };
    const drawn = [{ use: 'road' }, { use: '7' }, { use: '' }, {}, { use: 'gone' }, { use: 'field' }];
    expect(drawn.map((properties) => colours(style, properties))).toEqual([
      ['#ff0000'],
      ['#0000ff'],
      ['#00ff00'],
      ['#00ff00'],
      [],
      ['#888888'],
    ]);
    const only: Style = { ...style, classes: { ...style.classes!, others: false } };
    expect(colours(only, { use: 'field' })).toEqual([]);
    expect(legendOf(style, print).map(({ kind, title }) => [kind, title])).toEqual([
      ['class', 'road'],
      ['class', '7'],
      ['class', '–'],
      ['others', ''],
    ]);
  });

  it('with ranges includes the beginning of each, and the end of the last', () => {
    const style: Style = {
      ...BASE,
      classes: {
        kind: 'graduated',
        field: 'area',
        method: 'equal',
        ranges: [
          { from: 0, to: 10, symbol: RED },
          { from: 10, to: 20, symbol: BLUE },
        ],
      },
    };
    const drawn = [0, 9.99, 10, 20, 20.01, -1, '5'].map((area) => colours(style, { area })[0]);
    expect(drawn).toEqual(['#ff0000', '#ff0000', '#0000ff', '#0000ff', '#888888', '#888888', '#888888']);
  });

  it('with rules draws all that apply at the scale, and else the others', () => {
    const style: Style = {
      ...BASE,
      classes: {
        kind: 'rules',
        others: false,
        rules: [
          { filter: "use = 'road' and width >= 5", symbol: RED },
          { filter: "use = 'road'", minScale: 2000, maxScale: 500, symbol: BLUE },
          { otherwise: true, symbol: symbol('#00ff00') },
        ],
      },
    };
    expect(colours(style, { use: 'road', width: 6 }, 1000)).toEqual(['#ff0000', '#0000ff']);
    expect(colours(style, { use: 'road', width: 6 }, 2500)).toEqual(['#ff0000']);
    expect(colours(style, { use: 'road', width: 4 }, 499)).toEqual(['#0000ff']);
    expect(colours(style, { use: 'road', width: 4 }, 400)).toEqual(['#00ff00']);
    expect(colours(style, { use: 'field' }, 1000)).toEqual(['#00ff00']);
  });

  it('filters its objects, and is drawn within its scales only', () => {
    const style: Style = { ...BASE, filter: 'height > 3', minScale: 5000 };
    expect(colours(style, { height: 4 }, 5000)).toEqual(['#888888']);
    expect(colours(style, { height: 4 }, 6000)).toEqual([]);
    expect(colours(style, { height: 3 }, 1000)).toEqual([]);
    expect(colours({ ...BASE, filter: 'height >' }, { height: 4 })).toEqual([]);
  });

  it('groups objects in the order of its classes', () => {
    const categories = ['a', 'b'].map((value, n) => ({ value, symbol: [RED, BLUE][n]! }));
    const style: Style = { ...BASE, classes: { kind: 'categorized', field: 'use', categories } };
    const objects = ['x', 'b', 'a', 'b'].map((use) => ({ properties: { use } }));
    const groups = [...groupedBySymbol(styleAt(style, 1), objects)];
    expect(groups.map(([{ stroke }, some]) => [stroke, some.length])).toEqual([
      ['#888888', 1],
      ['#ff0000', 1],
      ['#0000ff', 2],
    ]);
  });

  it('with five hundred rules classifies each object once; more rules are refused', () => {
    const rules = Array.from({ length: 500 }, (_, n) => ({ filter: `code = ${n}`, symbol: RED }));
    const style: Style = { ...BASE, classes: { kind: 'rules', rules } };
    expect(schema.safeParse(style).success).toBe(true);
    const tooMany = { ...BASE, classes: { kind: 'rules', rules: Array(10_000).fill({ symbol: RED }) } };
    expect(schema.safeParse(tooMany).success).toBe(false);
    const objects = Array.from({ length: 600 }, (_, n) => ({ properties: { code: n } }));
    for (let again = 0; again < 10; again++)
      expect([...groupedBySymbol(styleAt(style, 1), objects)]).toHaveLength(501);
  });
});

describe('A label', () => {
  it('is an expression, shown between two scales', () => {
    const labels = { text: "number || ' / ' || round(area, 1)", minScale: 2000, maxScale: 500 };
    const style: Style = { ...BASE, labels };
    expect([400, 500, 2000, 2100].map((scale) => labelsAt(style, scale) !== undefined)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(labelText(labels, { properties: { number: 12, area: 3.14159 } }, print)).toBe('12 / 3.1');
    expect(labelText(labels, { properties: { number: 12 } }, print)).toBe('');
  });
});

describe('The bundled markers', () => {
  it('are all drawn within their radius', () => {
    for (const shape of MARKERS) {
      const { body, lines, ink } = markerOf(shape);
      const steps = [...body, ...lines, ...ink];
      expect(steps.length, shape).toBeGreaterThan(0);
      for (const [step, x = 0, y = 0, radius = 0] of steps)
        if (step !== 'Z') expect(Math.max(Math.abs(x), Math.abs(y)) + radius, shape).toBeLessThanOrEqual(1);
      expect(drawingOf('Point', { ...RED, shape }).paths.length).toBeGreaterThan(0);
    }
  });
});

describe('The limits of classes', () => {
  const quantiles = [1, 2, 3, 10, 11, 12, 30, 31, 32];
  const numbers = { min: 1, max: 32, quantiles };

  it('are equal, of as many objects, round, or where the values have gaps', () => {
    expect(breaksOf('equal', { min: 0, max: 10, quantiles }, 4)).toEqual([0, 2.5, 5, 7.5, 10]);
    // Every third of the nine values: 1, the 4th (8 / 3 = 2.67), the 6th (5.33), the 9th.
    expect(breaksOf('quantile', numbers, 3)).toEqual([1, 10, 12, 32]);
    expect(breaksOf('pretty', { min: 0.3, max: 9.7, quantiles }, 5)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(breaksOf('jenks', numbers, 3)).toEqual([1, 10, 30, 32]);
    expect(breaksOf('jenks', { min: 5, max: 5, quantiles: [5, 5] }, 3)).toEqual([5, 5]);
    expect(breaksOf('jenks', { min: 1, max: 2, quantiles: [1, 1, 2] }, 5)).toEqual([1, 2]);
  });

  it('are filled with colours from one end of the palette to the other', () => {
    expect(coloursOf('viridis', 2)).toEqual(['#440154', '#fde725']);
    expect(coloursOf('blues', 3)[1]).toMatch(/^#[0-9a-f]{6}$/);
    expect(coloursOf('okabe-ito', 9)[8]).toBe('#e69f00');
  });
});
