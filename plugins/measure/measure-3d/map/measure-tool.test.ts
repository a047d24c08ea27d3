import { describe, expect, it } from 'vitest';
import { desk, TestPointer, SlantView } from '#core/testing';
import type { SpaceMeasureKind } from '../model/kinds.ts';
import { pictureOf } from '../model/picture.ts';
import { textOf, wordsOf } from '../model/reading-text.ts';
import { HILL, measuresOver } from '../ui/testing/hill.ts';
import { SpaceMeasureTool } from './measure-tool.ts';

// Pixel (500, 500) is 0° 0° on the ground, a pixel is 1e-5°; a metre up is a pixel up.
function measuring(kind: SpaceMeasureKind) {
  const setUp = desk();
  const view = new SlantView(setUp.project.document);
  const measures = measuresOver(HILL);
  const session = new SpaceMeasureTool(kind, measures, setUp.settings, setUp.i18n).start({ ...setUp, view });
  const taken = () => expect.poll(() => measures.list[0]?.reading).toBeDefined();
  return { ...setUp, measures, session, pointer: new TestPointer(view, session), taken };
}

describe('Measuring in 3D', () => {
  it('finishes by itself with the last possible point; the rest of a double click starts no new one', async () => {
    const { pointer, measures, session, taken } = measuring('angle');
    pointer.click(520, 500).click(500, 500).double(500, 480);
    await taken();
    expect(measures.list).toHaveLength(1);
    expect(session.capture.path.vertices).toEqual([]);
  });

  it('draws measurements on the ground at the height of the terrain', async () => {
    const { pointer, measures, taken } = measuring('point');
    pointer.click(500, 500);
    await taken();
    // The top of the hill.
    expect(pictureOf(measures)!.shapes[0]!.geometry.coordinates).toEqual([0, 0, 140]);
  });

  it('says what was hit and how each value was determined, in the bubble and when copied', async () => {
    const { pointer, session, measures, taken, settings, i18n } = measuring('distance');
    pointer.drag([500, 500], [500, 490], { shift: true });
    pointer.click(600, 490);
    session.complete();
    await taken();
    await i18n.load('measure-3d');
    const { notes, whole } = textOf(measures.list[0]!, wordsOf(i18n, settings));
    expect(notes.length).toBeGreaterThan(0);
    const hit = measures.list[0]!.reading!.standings.map(({ on }) => on);
    expect(hit).toEqual(['object', 'object']);
    // Every value, how it was determined, what was hit, and both positions.
    expect(whole.split('\n').length).toBeGreaterThan(8);
  });

  it('is copied at full precision: micrometres, with its coordinates', async () => {
    const { pointer, measures, session, settings, i18n } = measuring('distance');
    pointer.click(500, 500).click(600, 500);
    session.complete();
    await expect.poll(() => measures.list[0]?.reading).toBeDefined();
    await i18n.load('measure-3d');
    const { value, whole } = textOf(measures.list[0]!, wordsOf(i18n, settings));
    // The chord over the hill: from 140 m down to 100 + 40 exp(-(111.32 / 80)²) m, 111.32 m away.
    const [x, y] = [111.319, 40 * (1 - Math.exp(-((111.32 / 80) ** 2)))];
    expect(parseFloat(value)).toBeCloseTo(Math.hypot(x, y), 1);
    expect(whole).toMatch(/quantity\.slopeDistance \d+\.\d{6}\u00a0m \(/);
    expect(whole).toContain('1. 0 0 140');
  });

  it('keeps one measurement at a time where the person has set so, and none when the tool is deactivated', async () => {
    const { pointer, measures, session, settings, taken } = measuring('height');
    settings.set('isSingleMeasurement', true);
    settings.set('preserveMeasure', false);
    pointer.click(500, 500);
    await taken();
    pointer.click(560, 500);
    expect(measures.list).toHaveLength(1);
    session.dispose();
    expect(measures.list).toEqual([]);
  });
});

describe('An existing 3D measurement', () => {
  async function distance() {
    const all = measuring('distance');
    // From the ground to 20 m above it.
    all.measures.add('distance', [[0, 0], [0.001, 0, 20]], false); // prettier-ignore
    await all.taken();
    const ends = () => all.measures.list[0]!.reading!.standings.map(({ place }) => place);
    return { ...all, ends };
  }

  it('is recomputed while a vertex is dragged: vertices on the ground stay on it, those above keep their height', async () => {
    const { pointer, measures, ends } = await distance();
    expect(measures.list[0]!.reading!.standings.map(({ on }) => on)).toEqual(['ground', 'object']);
    // The top of the hill, 140 m, is seen 140 pixels above its position; 60 pixels to the left it is 67 m away from
    // there.
    pointer.drag([500, 360], [440, 500]);
    await expect.poll(() => ends()[0]![0]).toBeCloseTo(-0.0006, 9);
    expect(ends()[0]![2]).toBeCloseTo(100 + 40 * Math.exp(-(((0.6 * 111.32) / 80) ** 2)), 6);
    pointer.drag([600, 480], [650, 480]);
    await expect.poll(ends).toMatchObject([{ length: 3 }, [0.0015, 0, 20]]);
    pointer.key('PageDown', { shift: true });
    await expect.poll(ends).toMatchObject([{ length: 3 }, [0.0015, 0, 19]]);
  });
});
