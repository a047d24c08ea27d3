import { beforeAll, describe, expect, it } from 'vitest';
import { inverse, loadProjections } from '#core/geodesy';
import {
  DEFAULT_LAYOUT,
  fillIn,
  fittingScale,
  frameOutline,
  groundSize,
  paperSize,
  planeAbout,
  planSheet,
} from './index.ts';

beforeAll(loadProjections);

describe('The plan of a sheet', () => {
  it('leaves the frame what margins, panel and the labels of the grid do not take', () => {
    // A3 across: 420 × 297. Margins 10, panel 80, a gap of 4 and 5 around the frame.
    const plan = planSheet(DEFAULT_LAYOUT, 1)!;
    expect(plan.frames).toEqual([{ x: 15, y: 15, width: 420 - 20 - 80 - 4 - 10, height: 297 - 20 - 10 }]);
    expect(plan.panel).toEqual({ x: 330, y: 10, width: 80, height: 277 });
  });

  it('has no panel when nothing is in it', () => {
    const { titleBlock: _titleBlock, north: _north, grid: _grid, ...rest } = DEFAULT_LAYOUT;
    const plan = planSheet({ ...rest, legend: false, scaleBar: false }, 1)!;
    expect(plan.panel).toBeUndefined();
    expect(plan.frames).toEqual([{ x: 10, y: 10, width: 400, height: 277 }]);
  });

  it('puts several frames beside each other, and four in two rows', () => {
    const layout = { ...DEFAULT_LAYOUT, grid: undefined };
    // 316 × 277 for the frames: two of (316 − 4) / 2.
    expect(planSheet(layout, 2)!.frames.map(({ x, width }) => [x, width])).toEqual([
      [10, 156],
      [170, 156],
    ]);
    const four = planSheet(layout, 4)!.frames;
    expect(four.map(({ y }) => y)).toEqual([10, 10, 150.5, 150.5]);
    expect(four[0]!.height).toBe((277 - 4) / 2);
  });

  it('does not exist where the panel takes the whole paper', () => {
    expect(
      planSheet({ ...DEFAULT_LAYOUT, paper: 'A4', panel: { side: 'right', size: 260 } }, 1),
    ).toBeUndefined();
  });

  it('has frames and parts where a person has placed them, and places the others in the room that is left', () => {
    const layout = {
      ...DEFAULT_LAYOUT,
      grid: undefined,
      places: {
        frames: [null, { x: 200, y: 150, width: 100, height: 60 }],
        legend: { x: 20, y: 20, width: 50, height: 40 },
      },
    };
    const plan = planSheet(layout, 2)!;
    // One frame is left for the 316 × 277 beside the panel.
    expect(plan.frames).toEqual([{ x: 10, y: 10, width: 316, height: 277 }, layout.places.frames[1]]);
    expect(plan.parts.legend).toEqual(layout.places.legend);
    // Without rows and logo, the title block is 15 + 2.2 high, at the lower end of the panel (287); above it 2, and 27 of signs.
    expect(plan.parts.titleBlock).toEqual({ x: 330, y: 287 - 17.2, width: 80, height: 17.2 });
    expect(plan.parts.signs!.y).toBeCloseTo(287 - 17.2 - 2 - 27, 9);
  });

  it('has no panel when all its parts are placed by hand', () => {
    const box = { x: 20, y: 20, width: 50, height: 40 };
    const layout = {
      ...DEFAULT_LAYOUT,
      grid: undefined,
      places: { legend: box, signs: box, titleBlock: box },
    };
    const plan = planSheet(layout, 1)!;
    expect(plan.panel).toBeUndefined();
    expect(plan.frames[0]!.width).toBe(400);
  });

  it('does not exist where something is placed beyond the paper', () => {
    const places = { titleBlock: { x: 400, y: 20, width: 50, height: 40 } };
    expect(planSheet({ ...DEFAULT_LAYOUT, places }, 1)).toBeUndefined();
    // A part that is not asked for is nowhere.
    const { titleBlock: _titleBlock, ...layout } = DEFAULT_LAYOUT;
    expect(planSheet({ ...layout, places }, 1)).toBeDefined();
  });

  it('has own sizes as they are, whatever the orientation', () => {
    expect(paperSize({ paper: { width: 900, height: 500 }, orientation: 'portrait' })).toEqual([900, 500]);
    expect(paperSize({ paper: 'A4', orientation: 'landscape' })).toEqual([297, 210]);
  });
});

describe('The outline of a frame', () => {
  const frame = { centre: [12.5, 41.9] as [number, number], rotation: 0 };

  it('measures on the ground what the paper measures times the scale', () => {
    const plane = planeAbout('EPSG:32633', frame.centre);
    // 200 mm × 100 mm at 1:500.
    const size = groundSize({ width: 200, height: 100 }, 500);
    expect(size).toEqual([100, 50]);
    const [a, b, c] = frameOutline(plane, frame, size).map((place) => plane.toPlane(place));
    expect(Math.hypot(b![0] - a![0], b![1] - a![1])).toBeCloseTo(100, 6);
    expect(Math.hypot(c![0] - b![0], c![1] - b![1])).toBeCloseTo(50, 6);
  });

  it('is turned clockwise: at 90° its top is in the east', () => {
    const plane = planeAbout('EPSG:32633', frame.centre);
    const [x, y] = plane.toPlane(frame.centre);
    const [left, right] = frameOutline(plane, { ...frame, rotation: 90 }, [100, 50]).map((place) =>
      plane.toPlane(place),
    );
    // The upper left corner lies north-east of the middle: 25 east (half the height), 50 north (half the width).
    expect(left![0] - x).toBeCloseTo(25, 5);
    expect(left![1] - y).toBeCloseTo(50, 5);
    expect(right![1] - y).toBeCloseTo(-50, 5);
  });

  it('lies about its middle on the ellipsoid when the CRS is in degrees', () => {
    const plane = planeAbout('EPSG:4326', frame.centre);
    expect(plane.isOfCrs).toBe(false);
    const [corner] = frameOutline(plane, frame, [600, 800]);
    const arc = inverse(frame.centre, corner!);
    // Half the diagonal: √(300² + 400²); to the north-west: 360° − atan(300 / 400).
    expect(arc.distance).toBeCloseTo(500, 6);
    expect(arc.azimuth).toBeCloseTo(360 - (Math.atan2(300, 400) * 180) / Math.PI, 6);
  });

  it('closes, with each side in parts', () => {
    const plane = planeAbout('EPSG:32633', frame.centre);
    const border = frameOutline(plane, frame, [100, 50], 4);
    expect(border).toHaveLength(17);
    expect(border[16]![0]).toBeCloseTo(border[0]![0], 9);
  });
});

describe('The scale that fits', () => {
  const box = { x: 0, y: 0, width: 200, height: 100 };
  // 90 m on 200 mm are 1:450, 60 m on 100 mm 1:600.
  it.each([
    [[90, 40], 500],
    [[90, 60], 600],
    [[100, 50], 500],
    [[100.2, 50], 600],
    [[0, 0], 1],
  ] as const)('of %j is 1:%i', (size, scale) => {
    expect(fittingScale(size, box)).toBe(scale);
  });
});

describe('The text of a sheet', () => {
  it('has values in place of variables; what is no variable stays', () => {
    expect(fillIn('{project} {scale} {object}{other}', { project: 'Rome', scale: '1:500' })).toBe(
      'Rome 1:500 {other}',
    );
  });
});
