import { describe, expect, it } from 'vitest';
import type { Geometry, Position, Style } from '#core/protocol';
import type { ScriptPdf } from '../script-pdf.ts';
import { frameOf } from './frame.ts';
import { ObjectsDrawer, pointsOnPage } from './objects.ts';

/** A page that notes the widths of its lines, the places of its paths, and how often each method is called. */
function page() {
  const widths: number[] = [];
  const places: number[][] = [];
  const calls: Record<string, number> = {};
  const pdf: ScriptPdf = new Proxy({} as ScriptPdf, {
    get: (_, name: string) => (value: number, other: number) => {
      calls[name] = (calls[name] ?? 0) + 1;
      if (name === 'lineWidth') widths.push(value);
      if (name === 'moveTo' || name === 'lineTo') places.push([value, other]);
      return pdf;
    },
  });
  return { pdf, widths, places, calls };
}

describe('A line on the map of a PDF', () => {
  it('is as wide as its symbol, in pixels or in metres on the ground', () => {
    const frame = frameOf([9, 45, 9.01, 45.01], { x: 0, y: 0, width: 500, height: 300 });
    const { pdf, widths } = page();
    const drawer = new ObjectsDrawer(pdf, frame);
    const coordinates: Position[] = [
      [9, 45],
      [9.01, 45.01],
    ];
    const line = { type: 'LineString' as const, coordinates };
    const style: Style = { stroke: '#000000', width: 8 };
    drawer.draw(line, style);
    drawer.draw(line, { ...style, unit: 'm' });
    // 8 pixels are 6 points.
    expect(widths).toEqual([6, expect.closeTo(8 * frame.pointsPerMetre, 9)]);
  });
});

describe('An area on the map of a PDF', () => {
  const frame = frameOf([9, 45, 9.01, 45.01], { x: 0, y: 0, width: 500, height: 300 });
  const ring: Position[] = [
    [9, 45],
    [9.01, 45],
    [9.01, 45.01],
    [9, 45.01],
    [9, 45],
  ];
  const area = { type: 'Polygon' as const, coordinates: [ring] };
  const style: Style = { stroke: '#000000', width: 1 };

  it('is hatched with lines at the distance of its symbol', () => {
    const { pdf, calls } = page();
    new ObjectsDrawer(pdf, frame).draw(area, {
      ...style,
      hatch: { kind: 'horizontal', colour: '#ff0000', spacing: 20, width: 1 },
    });
    const [low, high] = [frame.toPage(9, 45)[1], frame.toPage(9, 45.01)[1]];
    // 20 pixels are 15 points; the outline is drawn once, and traced for the clip and the stroke.
    const lines = Math.floor(low / 15) - Math.ceil(high / 15) + 1;
    expect(calls['moveTo']).toBe(lines + 2);
    expect(calls['clip']).toBe(1);
  });

  it('has the marks of its kind of line along its outline', () => {
    const { pdf, calls } = page();
    new ObjectsDrawer(pdf, frame).draw(area, { ...style, line: 'ticks-left' });
    const corners = ring.map(([x, y]) => frame.toPage(x, y));
    const long = corners
      .slice(1)
      .reduce((sum, [x, y], n) => sum + Math.hypot(x - corners[n]![0], y - corners[n]![1]), 0);
    // A tick every 7 pixels, which are 5.25 points, after half of it; besides the outline itself.
    expect(calls['moveTo']! - 1).toBe(Math.floor((long - 2.625) / 5.25) + 1);
    expect(calls['scale']).toBe(1);
  });
});

describe('A double line around an area', () => {
  it('is at each corner half its distance from the outline', () => {
    const frame = frameOf([9, 45, 9.01, 45.01], { x: 0, y: 0, width: 500, height: 300 });
    const square = { ...frame, toPage: (x: number, y: number) => [x, y] as [number, number] };
    const coordinates: Position[][] = [
      [
        [100, 100],
        [200, 100],
        [200, 200],
        [100, 200],
        [100, 100],
      ],
    ];
    const { pdf, places } = page();
    new ObjectsDrawer(pdf, square).draw(
      { type: 'Polygon', coordinates },
      { stroke: '#000000', width: 8, line: 'double' },
    );
    // 8 pixels are 6 points: one ring outside, one inside.
    const ring = ([low, high]: [number, number]) => [
      [low, low],
      [high, low],
      [high, high],
      [low, high],
      [low, low],
    ];
    expect(places).toEqual([...ring([94, 206]), ...ring([106, 194])]);
  });
});

describe('Vertices on the page', () => {
  const box = { x: 0, y: 0, width: 100, height: 100 };
  const frame = {
    ...frameOf([0, 0, 1, 1], box),
    box,
    toPage: (x: number, y: number) => [x, y] as [number, number],
  };

  it('are left out where they are on one side of the frame with those around them', () => {
    const far: Position[] = [
      [50, 50],
      [500, 50],
      [600, 60],
      [700, 50],
      [500, 40],
      [50, 40],
    ];
    expect(pointsOnPage(frame, far)).toEqual([
      [50, 50],
      [500, 50],
      [500, 40],
      [50, 40],
    ]);
  });

  it('stay where the line goes around a corner of the frame', () => {
    const around: Position[] = [
      [-500, 50],
      [-500, -500],
      [50, -500],
    ];
    expect(pointsOnPage(frame, around)).toEqual(around);
  });

  it.each<[string, Geometry]>([
    [
      'line',
      {
        type: 'LineString',
        coordinates: [
          [10, 10],
          [50, 50],
          [200, 50],
        ],
      },
    ],
    [
      'point',
      {
        type: 'MultiPoint',
        coordinates: [
          [10, 10],
          [200, 50],
        ],
      },
    ],
  ])('of a %s are told to be left out where the projection does not reach', (_, geometry) => {
    const { pdf } = page();
    const reach = (most: number) => ({
      ...frame,
      toPage: (x: number, y: number): [number, number] => (x > most ? [NaN, NaN] : [x, y]),
    });
    const symbol: Style = { stroke: '#000000', width: 1 };
    expect(new ObjectsDrawer(pdf, reach(100)).draw(geometry, symbol)).toBe(false);
    expect(new ObjectsDrawer(pdf, reach(300)).draw(geometry, symbol)).toBe(true);
  });

  it('are merged only below a fiftieth of a millimetre', () => {
    expect(
      pointsOnPage(frame, [
        [10, 10],
        [10.04, 10],
        [10.2, 10],
      ]),
    ).toEqual([
      [10, 10],
      [10.2, 10],
    ]);
  });
});

describe('Signs at one place', () => {
  const frame = frameOf([9, 45, 9.01, 45.01], { x: 0, y: 0, width: 500, height: 300 });
  const point = { type: 'Point' as const, coordinates: [9.005, 45.005] as Position };
  const style: Style = { stroke: '#000000', width: 1, radius: 6 };
  const pictures = new Map([
    ['<svg>1</svg>', Buffer.from('1')],
    ['<svg>2</svg>', Buffer.from('2')],
  ]);

  it.each<[string, Partial<Style>]>([
    ['another size', { radius: 12 }],
    ['another picture', { svg: '<svg>2</svg>' }],
    ['another colour', { stroke: '#ff0000' }],
  ])('are both drawn where one has %s; equal ones once', (_, other) => {
    const { pdf, calls } = page();
    const drawer = new ObjectsDrawer(pdf, frame, pictures);
    const styles = [style, { ...style, svg: '<svg>1</svg>' }];
    const signs = () => (calls['image'] ?? 0) + (calls['stroke'] ?? 0);
    for (const one of styles) drawer.draw(point, one);
    for (const one of styles) drawer.draw(point, { ...one });
    expect(signs()).toBe(2);
    drawer.draw(point, { ...styles[1]!, ...other });
    expect(signs()).toBe(3);
  });
});
