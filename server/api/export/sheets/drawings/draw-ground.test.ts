import { describe, expect, it } from 'vitest';
import type { GroundLine } from '../../content/sheet-task.ts';
import { drawGround, type ProfileTexts } from './draw-ground.ts';
import { heightAt, stationsOf } from './stations.ts';

/** Rises by 10 m in 100 m, with a corner of the line at 40 m. */
const SLOPE: GroundLine = {
  ground: 'Pit',
  line: 'Axis',
  pieces: [[[0, 100], [60, 106], [100, 110]]], // prettier-ignore
  corners: [0, 40, 100],
  about: 'In the plane.',
};
const TEXTS: ProfileTexts = {
  ratio: (scale) => `1:${scale}`,
  number: (value, digits) => value.toFixed(digits),
  say: (key, values) => [key, ...Object.values(values ?? {})].join(' '),
};
const BOX = { x: 10, y: 20, width: 260, height: 120 };
const draw = (more: Partial<Parameters<typeof drawGround>[0]> = {}) =>
  drawGround({ ground: SLOPE, box: BOX, scale: 500, ...more }, TEXTS);
const groundIn = ({ drawing }: ReturnType<typeof draw>) => drawing.lines.filter(({ width }) => width === 1);

describe('A profile on paper', () => {
  it('is to scale: lengths by the scale, heights by the exaggeration that it says', () => {
    const made = draw({ exaggeration: 2 });
    const [ground] = groundIn(made);
    const [[left, low], , [right, high]] = ground!.points as [[number, number], unknown, [number, number]];
    // 26 mm for names and numbers; 100 m are 200 mm, and 10 m twice 20 mm.
    expect([left, right - left, low - high]).toEqual([36, 200, expect.closeTo(40, 9)]);
    expect(made.faults).toEqual([]);
    const texts = made.drawing.texts.map(({ text }) => text);
    expect(texts).toContain('title – Axis – Pit');
    expect(texts).toContain('scales 1:500 1:250, times 2 · In the plane.');
  });

  it('has stations at corners, ends and round distances, with heights and distances in the band', () => {
    const upright = draw({ step: 25 }).drawing.texts.filter(({ isUpright }) => isUpright);
    expect(upright.map(({ text }) => text)).toEqual([
      ...['0.00', '100.00', '25.00', '102.50', '40.00', '104.00'],
      ...['50.00', '105.00', '75.00', '107.50', '100.00', '110.00'],
    ]);
    // Both numbers of a station are below each other, under the ground there: 36 mm + 40 m × 2 mm.
    expect(upright.slice(4, 6).map(({ at }) => at[0])).toEqual([116, 116]);
    const band = draw({ step: 25 }).drawing.texts.filter(
      ({ align, isUpright }) => align === 'center' && !isUpright,
    );
    expect(band.map(({ text }) => text)).toEqual(['25.00', '15.00', '10.00', '25.00', '25.00']);
  });

  it('stands on a round height below the ground, with axes of heights', () => {
    const { drawing } = draw();
    const datum = drawing.texts.find(({ text }) => text.startsWith('datum'))!;
    const [, height] = datum.text.split(' ');
    expect(Number(height)).toBeLessThan(100);
    expect(Number(height)).toBeGreaterThan(90);
    const [ground] = groundIn({ drawing, faults: [] });
    // The band begins 34 mm above the bottom of the frame.
    expect((106 - ground!.points[0]![1]) / 2).toBeCloseTo(100 - Number(height), 9);
  });

  it('says what has no room: a part of its length, the exaggeration, numbers of stations', () => {
    const cut = draw({ scale: 200 });
    // 230 mm at 1:200.
    expect(cut.faults[0]).toEqual({ key: 'cut', values: { shown: '46.00', length: '100.00' } });
    expect(groundIn(cut)[0]!.points.at(-1)![0]).toBeCloseTo(266, 9);
    const lower = draw({ exaggeration: 10 });
    // 74 mm less 10.5 mm are less than 5 × 20 mm, and more than 2 × 20 mm.
    expect(lower.faults).toEqual([{ key: 'lower', values: { asked: '10.00', drawn: '2.00' } }]);
    expect(lower.drawing.texts.some(({ text }) => text.includes('times 2'))).toBe(true);
    const crowded = draw({ ground: { ...SLOPE, corners: [0, 40, 40.5, 100] } });
    expect(crowded.faults).toEqual([{ key: 'stations-left', values: { count: 1 } }]);
    expect(draw({ box: { ...BOX, height: 40 } }).faults).toEqual([{ key: 'no-room' }]);
    expect(draw({ ground: { ...SLOPE, pieces: [] } }).faults).toEqual([{ key: 'no-ground' }]);
  });

  it('has no height between two pieces of ground', () => {
    const pieces = [[[0, 100], [30, 103]], [[60, 106], [100, 110]]] as const; // prettier-ignore
    expect([15, 45, 60].map((along) => heightAt(pieces, along))).toEqual([101.5, undefined, 106]);
    const { stations } = stationsOf({ pieces, corners: [0, 100] }, { end: 100, step: 45, least: 2 });
    expect(stations.map(({ along }) => along)).toEqual([0, 30, 45, 60, 90, 100]);
    expect(stations[2]!.height).toBeUndefined();
  });
});
