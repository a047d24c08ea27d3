import { describe, expect, it, vi } from 'vitest';
import type { Pixel } from '#core/mapview';
import { desk, memoryStorage } from '#core/testing';
import type { FinishedPath } from '#plugins/draw/draw/api';
import { ShapeOptions } from '../model/options.ts';
import { FreehandSession } from './freehand-session.ts';

function drawing() {
  const context = desk();
  const ask = vi.fn<(drawn: FinishedPath, signal?: AbortSignal) => Promise<boolean>>(
    () => new Promise(() => {}),
  );
  const { settings, i18n, view } = context;
  const options = new ShapeOptions(memoryStorage());
  const session = new FreehandSession(context, { finish: { ask }, options, settings, i18n });
  const press = (pixels: readonly Pixel[]): boolean => {
    const [first, ...rest] = pixels;
    const claimed = session.gesture(view.gesture('down', first!));
    for (const pixel of rest) session.gesture(view.gesture('drag', pixel));
    return claimed;
  };
  return {
    view,
    options,
    session,
    ask,
    press,
    stroke(pixels: readonly Pixel[]): boolean {
      const claimed = press(pixels);
      session.gesture(view.gesture('up', pixels.at(-1)!));
      return claimed;
    },
  };
}

/** A stroke along corners, a point every five pixels. */
function along(...corners: Pixel[]): Pixel[] {
  return corners.slice(1).flatMap(([x, y], i) => {
    const [fromX, fromY] = corners[i]!;
    const count = Math.round(Math.hypot(x - fromX, y - fromY) / 5);
    return Array.from({ length: count + (i === 0 ? 1 : 0) }, (_, step): Pixel => {
      const share = (step + (i === 0 ? 0 : 1)) / count;
      return [fromX + (x - fromX) * share, fromY + (y - fromY) * share];
    });
  });
}

describe('Drawing freehand', () => {
  it('keeps the map from panning and keeps the corners of the stroke', () => {
    const { stroke, ask } = drawing();
    expect(stroke(along([500, 500], [600, 500], [600, 400]))).toBe(true);
    expect(ask.mock.calls[0]![0]).toMatchObject({
      kind: 'line',
      vertices: [
        [0, 0],
        [0.001, 0],
        [0.001, 0.001],
      ],
    });
  });

  it('works with keys, from one click of the crosshair to the next', () => {
    const { session, view, ask } = drawing();
    const [first, ...rest] = along([500, 500], [600, 500], [600, 400]);
    session.gesture(view.gesture('click', first!));
    for (const pixel of rest) session.gesture(view.gesture('move', pixel));
    expect(session.state.hint).toBe('shapes:hint.freehand.1');
    session.gesture(view.gesture('click', [600, 400]));
    expect(ask.mock.calls[0]![0]).toMatchObject({
      kind: 'line',
      vertices: [
        [0, 0],
        [0.001, 0],
        [0.001, 0.001],
      ],
    });
  });

  it('simplifies within the tolerance', () => {
    const wave = Array.from({ length: 41 }, (_, i): Pixel => [500 + 5 * i, 500 + 2 * (i % 2)]);
    const rough = drawing();
    rough.stroke(wave);
    expect(rough.ask.mock.calls[0]![0].vertices).toHaveLength(2);
    const fine = drawing();
    fine.options.setTolerance(0.5);
    fine.stroke(wave);
    expect(fine.ask.mock.calls[0]![0].vertices).toHaveLength(41);
  });

  it('is a polygon when released where it began', () => {
    const { press, session, view, ask } = drawing();
    press(along([500, 500], [600, 500], [600, 400], [502, 498]));
    expect(session.state.hint).toBe('shapes:hint.freehand.2');
    session.gesture(view.gesture('up', [502, 498]));
    expect(ask.mock.calls[0]![0].kind).toBe('ring');
    expect(ask.mock.calls[0]![0].vertices).toEqual([
      [0, 0],
      [0.001, 0],
      [0.001, 0.001],
    ]);
  });

  it('rejects an outline that crosses itself, and a stroke without length', () => {
    const crossed = drawing();
    crossed.stroke(along([500, 500], [600, 400], [600, 500], [500, 400], [500, 498]));
    expect(crossed.session.state.hint).toBe('shapes:problem.crosses-itself');
    const short = drawing();
    short.stroke([[500, 500]]);
    expect(short.session.state).toMatchObject({ hint: 'shapes:problem.short', busy: false });
    expect(crossed.ask).not.toHaveBeenCalled();
    expect(short.ask).not.toHaveBeenCalled();
    expect(short.view.sketch?.shapes).toEqual([]);
  });

  it('draws nothing on release when cancelled while the button is down', () => {
    const { press, session, view, ask } = drawing();
    press(along([500, 500], [600, 500]));
    session.cancel();
    session.gesture(view.gesture('drag', [650, 500]));
    session.gesture(view.gesture('up', [700, 500]));
    expect(ask).not.toHaveBeenCalled();
  });

  it('leaves nothing on the map when deactivated', () => {
    const { press, session, view } = drawing();
    press(along([500, 500], [600, 500]));
    session.dispose();
    expect(view.sketch).toBeUndefined();
    expect(view.cursor).toBeUndefined();
  });
});
