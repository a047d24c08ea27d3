import { describe, expect, it, vi } from 'vitest';
import { distance, inverse } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { desk, TestPointer, memoryStorage } from '#core/testing';
import type { FinishedPath } from '#plugins/draw/draw/api';
import { ShapeOptions } from '../model/options.ts';
import { RECIPES, type ShapeName } from '../model/recipes.ts';
import { ShapeSession } from './shape-session.ts';

function drawing(name: ShapeName) {
  const context = desk();
  const options = new ShapeOptions(memoryStorage());
  let answer: (saved: boolean) => void = () => undefined;
  const ask = vi.fn<(drawn: FinishedPath, signal?: AbortSignal) => Promise<boolean>>(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const { settings, i18n, view } = context;
  const recipe = RECIPES[name](() => options.sides);
  const session = new ShapeSession(recipe, context, { finish: { ask }, options, settings, i18n });
  return {
    view,
    settings,
    i18n,
    options,
    session,
    path: session.capture.path,
    ask,
    answer: async (saved: boolean) => {
      answer(saved);
      await settled();
    },
    pointer: new TestPointer(view, session),
    drawn: () => ask.mock.calls.at(-1)?.[0].vertices,
    shown: () => view.sketches.get('shapes')?.shapes,
  };
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
/** 100 pixels of the test's view. */
const STEP = 0.001;

describe('A rectangle', () => {
  it('follows the pointer from its first corner, and opens the modal at the second', () => {
    const { pointer, shown, drawn, ask } = drawing('rectangle');
    pointer.click(500, 500).move(600, 400);
    expect(shown()).toHaveLength(1);
    pointer.click(600, 300);
    expect(ask).toHaveBeenCalledOnce();
    expect(ask.mock.calls[0]![0].kind).toBe('ring');
    expect(drawn()).toEqual([
      [0, 0],
      [STEP, 0],
      [STEP, 2 * STEP],
      [0, 2 * STEP],
    ]);
  });

  it('reads out its sides and that they are geodesic', async () => {
    const { pointer, session, i18n } = drawing('rectangle');
    await i18n.load('shapes');
    pointer.click(500, 500).move(600, 500 - 100);
    // 0.001° of the equator: 6378137 m × π / 180000 = 111.319 m.
    const [width, height, area, surface] = session.state.readout!;
    expect(width).toEqual({ label: 'readout.width', value: '111.319\u00a0m' });
    // Of the meridian at the equator: 6335439 m × π / 180000 = 110.574 m.
    expect(height).toEqual({ label: 'readout.height', value: '110.574\u00a0m' });
    // 111.3195 m × 110.5743 m = 12309 m².
    expect(area!.value).toBe('12,309.07\u00a0m²');
    expect(surface).toEqual({ label: 'readout.surface', value: 'readout.geodesic' });
  });

  it('is rejected with the reason where both corners are on one line, and the last corner is requested again', () => {
    const { pointer, session, path, ask } = drawing('rectangle');
    pointer.click(500, 500).click(600, 500);
    expect(ask).not.toHaveBeenCalled();
    expect(session.state).toMatchObject({ hint: 'shapes:problem.no-shape', busy: true });
    expect(path.vertices).toHaveLength(1);
    pointer.click(600, 400);
    expect(ask).toHaveBeenCalledOnce();
  });

  it('that was dropped can be restored and finished with Enter', async () => {
    const { pointer, session, ask, answer, shown } = drawing('rectangle');
    pointer.click(500, 500).click(600, 400);
    await answer(false);
    expect(session.state.busy).toBe(false);
    expect(shown()).toBeUndefined();
    pointer.key('z', { ctrl: true });
    expect(session.state).toMatchObject({ canComplete: true, hint: 'shapes:hint.full' });
    session.complete();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('is ready for the next one after storing', async () => {
    const { pointer, ask, answer } = drawing('rectangle');
    pointer.click(500, 500).click(600, 400);
    await answer(true);
    pointer.click(700, 500).click(800, 400);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('leaves nothing on the map when cancelled or deactivated', () => {
    const { pointer, session, view } = drawing('rectangle');
    pointer.click(500, 500).move(600, 400);
    session.cancel();
    expect(view.sketches.get('shapes')).toBeUndefined();
    pointer.click(500, 500).move(600, 400);
    session.dispose();
    expect(view.sketches.size).toBe(0);
  });

  it('aborts the modal when deactivated', () => {
    const { pointer, session, ask } = drawing('rectangle');
    pointer.click(500, 500).click(600, 400);
    session.dispose();
    expect(ask.mock.calls[0]![1]!.aborted).toBe(true);
  });
});

describe('A rotated rectangle', () => {
  it('has right angles at the side, wherever the third click is', () => {
    const { pointer, drawn } = drawing('turned');
    pointer.click(500, 500).click(600, 400).click(500, 300);
    const [a, b, c, d] = drawn() as Position[];
    expect(inverse(a!, d!).azimuth).toBeCloseTo((inverse(a!, b!).azimuth + 270) % 360, 6);
    expect(distance(b!, c!)).toBeCloseTo(distance(a!, d!), 6);
  });

  it('takes a typed width before the pointer has shown a side', async () => {
    const { pointer, path, drawn } = drawing('turned');
    pointer.click(500, 500).click(600, 500);
    path.lock({ distance: 25 });
    path.addHeld();
    await settled();
    const [a, b, c, d] = drawn() as Position[];
    expect(distance(b!, c!)).toBeCloseTo(25, 6);
    expect(distance(a!, d!)).toBeCloseTo(25, 6);
    // To the right of a side that goes east: south.
    expect(c![1]).toBeLessThan(0);
  });

  it('is not finished with two points', () => {
    const { pointer, session, ask } = drawing('turned');
    pointer.click(500, 500).click(600, 500);
    expect(session.state.canComplete).toBe(false);
    session.complete();
    pointer.context(650, 450);
    session.capture.complete();
    expect(ask).not.toHaveBeenCalled();
    expect(session.state.hint).toBe('shapes:problem.points');
  });
});

describe('A circle', () => {
  it('takes a typed radius and stores how it was drawn', async () => {
    const { pointer, path, ask, drawn, i18n } = drawing('circle');
    await i18n.load('shapes');
    pointer.click(500, 500).move(600, 500);
    path.lock({ distance: 12.5 });
    path.addHeld();
    await settled();
    // π / acos(1 − 0.01/12.5) = 78.5: the next multiple of four is 80.
    expect(drawn()).toHaveLength(80);
    expect(ask.mock.calls[0]![0].as).toMatchObject({
      parameters: {
        shape: 'circle',
        centre: [0, 0],
        radius: expect.closeTo(12.5, 6) as number,
        measured: 'geodesic',
        tolerance: 0.01,
      },
      text: 'stored.circle',
    });
  });

  it('stays on the map while the modal is open', () => {
    const { pointer, shown } = drawing('circle');
    pointer.click(500, 500).click(600, 500);
    expect(shown()).toHaveLength(1);
  });
});

describe('A regular polygon', () => {
  it('has the chosen number of sides, more and fewer with Page Up and Page Down', () => {
    const { pointer, options, session, drawn } = drawing('regular');
    pointer.click(500, 500).move(600, 500);
    expect(pointer.key('PageUp')).toBe(true);
    expect(options.sides).toBe(7);
    expect(session.state.hintValues).toEqual({ count: 7 });
    pointer.key('PageDown');
    pointer.key('PageDown');
    pointer.click(600, 500);
    expect(drawn()).toHaveLength(5);
  });

  it('has between 3 and 60 sides', () => {
    const { options } = drawing('regular');
    options.setSides(2);
    expect(options.sides).toBe(3);
    options.setSides(1e9);
    expect(options.sides).toBe(60);
  });
});

describe('The options', () => {
  it('are stored on the device, and use defaults where the stored value is invalid', () => {
    const storage = memoryStorage();
    new ShapeOptions(storage).setSides(8);
    expect(new ShapeOptions(storage).sides).toBe(8);
    storage.setItem('shapes', '{"sides":"many","tolerance":null}');
    expect(new ShapeOptions(storage).sides).toBe(6);
    storage.setItem('shapes', 'nonsense');
    expect(new ShapeOptions(storage).tolerance).toBe(3);
  });
});
