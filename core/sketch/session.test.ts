import { describe, expect, it } from 'vitest';
import { inverse } from '#core/geodesy';
import { AppError } from '#core/kernel';
import type { Position } from '#core/protocol';
import { desk, drawingOn, object } from '#core/testing';
import type { CaptureRequest, PathKind } from './index.ts';

function capturing(kind: PathKind, more: Partial<CaptureRequest> = {}, setUp = desk()) {
  return { ...setUp, ...drawingOn(setUp, { kind, ...more }) };
}

describe('a path', () => {
  // One pixel of the flat view is 1e-5°, (500, 500) is 0° 0°.
  it('grows by clicks and is finished by a double click, whose clicks count once', () => {
    const { pointer, finished } = capturing('line');
    pointer.click(500, 500).click(600, 500).double(600, 400);
    expect(finished).toEqual([
      [
        [0, 0],
        [100e-5, 0],
        [100e-5, 100e-5],
      ],
    ]);
  });

  it('is also finished where the viewer emits the double click alone', () => {
    const { pointer, view, session, finished } = capturing('line');
    pointer.click(500, 500);
    session.gesture(view.gesture('double', [600, 500]));
    expect(finished[0]).toHaveLength(2);
  });

  it('counts the clicks of a double click once, even if the pointer moves a little between them', () => {
    const { pointer, view, session, finished } = capturing('line');
    pointer.click(500, 500).click(600, 500).click(605, 503);
    session.gesture(view.gesture('double', [605, 503]));
    expect(finished).toEqual([
      [
        [0, 0],
        [100e-5, 0],
      ],
    ]);
  });

  it('is finished as it is by the right button and by Done', () => {
    const { pointer, session, finished } = capturing('line');
    pointer.click(500, 500).click(600, 500).move(700, 700).context(700, 700);
    pointer.click(300, 300).click(400, 300);
    session.complete();
    expect(finished.map((vertices) => vertices.length)).toEqual([2, 2]);
  });

  it('cannot be finished while vertices are missing, and shows so', () => {
    const { pointer, session, finished } = capturing('ring');
    expect(session.state).toMatchObject({ hint: 'start', canComplete: false, busy: false });
    pointer.click(500, 500).click(600, 500).context(600, 500);
    expect(session.state).toMatchObject({
      hint: 'next',
      hintValues: { count: 1 },
      canComplete: false,
      busy: true,
    });
    expect(finished).toEqual([]);
    pointer.click(600, 400);
    expect(session.state).toMatchObject({ hint: 'enough', canComplete: true });
  });

  it('is closed as a ring by a click or a double click on its first vertex', () => {
    for (const close of ['click', 'double'] as const) {
      const { pointer, finished, session } = capturing('ring');
      pointer.click(500, 500).click(600, 500).click(600, 400)[close](503, 499);
      expect(finished[0]).toHaveLength(3);
      expect(session.path.vertices).toEqual([]);
    }
  });

  it('of one point is finished by its click; the second click of a double click adds no second point', () => {
    const { pointer, finished } = capturing('point');
    pointer.double(510, 500);
    pointer.click(520, 500);
    expect(finished).toEqual([[[10e-5, 0]], [[20e-5, 0]]]);
  });

  it('can be drawn by touch, without hovering', () => {
    const { pointer, session, finished } = capturing('line');
    pointer.click(500, 500, { pointer: 'touch' }).click(600, 500, { pointer: 'touch' });
    session.complete();
    expect(finished[0]).toHaveLength(2);
  });

  it('does not claim drags: the map can be moved while drawing', () => {
    const { pointer } = capturing('line');
    pointer.click(500, 500);
    expect(pointer.drag([600, 600], [700, 700])).toBe(false);
  });
});

describe('undo', () => {
  it('removes vertices one by one with Backspace and Ctrl+Z; Ctrl+Y and Ctrl+Shift+Z restore them', () => {
    const { pointer, session } = capturing('line');
    pointer.click(500, 500).click(600, 500).click(700, 500);
    pointer.key('Backspace');
    pointer.key('z', { ctrl: true });
    expect(session.path.vertices).toEqual([[0, 0]]);
    pointer.key('y', { ctrl: true });
    pointer.key('z', { ctrl: true, shift: true });
    expect(session.path.vertices).toHaveLength(3);
  });

  it('leaves Ctrl+Z to the history when there is no path', () => {
    const { pointer } = capturing('line');
    expect(pointer.key('z', { ctrl: true })).toBe(false);
    pointer.click(500, 500);
    expect(pointer.key('z', { ctrl: true })).toBe(true);
    expect(pointer.key('z', { ctrl: true })).toBe(false);
  });

  it('restores a cancelled path with Ctrl+Z, until another is begun', () => {
    const { pointer, session } = capturing('line');
    pointer.click(500, 500).click(600, 500);
    session.cancel();
    expect(session.state.busy).toBe(false);
    pointer.key('z', { ctrl: true });
    expect(session.path.vertices).toHaveLength(2);
    session.cancel();
    pointer.click(700, 700);
    pointer.key('z', { ctrl: true });
    expect(pointer.key('z', { ctrl: true })).toBe(false);
  });

  it('leaves Ctrl+Z to the history if something else was done since', () => {
    const { pointer, session, project } = capturing('line');
    pointer.click(500, 500);
    session.cancel();
    const after = object('a', { type: 'Point', coordinates: [0, 0] });
    project.history.perform(() => [{ id: 'a', before: undefined, after }], { label: 'x', code: 'x' });
    expect(pointer.key('z', { ctrl: true })).toBe(false);
  });
});

describe('the cursor', () => {
  it('snaps exactly to existing vertices, except with Alt', () => {
    const corner: Position = [0.00100001, 0.00000001];
    const { pointer, session } = capturing(
      'line',
      {},
      desk([object('p', { type: 'Point', coordinates: corner })]),
    );
    pointer.click(602, 501);
    expect(session.path.vertices).toEqual([corner]);
    pointer.move(610, 500, { alt: true }).click(603, 500, { alt: true });
    // Within three pixels of the last: the same click.
    expect(session.path.vertices).toHaveLength(1);
    pointer.click(605, 500, { alt: true });
    expect(session.path.vertices[1]).toEqual([0.00105, 0]);
  });

  it('snaps with Alt where snapping is off', () => {
    const corner: Position = [0.001, 0];
    const setUp = desk([object('p', { type: 'Point', coordinates: corner })]);
    setUp.settings.set('snapping', false);
    const { pointer, session } = capturing('line', {}, setUp);
    pointer.click(605, 500);
    pointer.move(500, 400, { alt: true }).click(610, 500, { alt: true });
    expect(session.path.vertices).toEqual([[0.00105, 0], corner]);
  });

  it('is constrained to steps of 45° by Shift, on the geodesic', () => {
    const { pointer, session } = capturing('line');
    pointer.click(500, 500).click(600, 405, { shift: true });
    const [from, to] = session.path.vertices;
    expect(inverse(from!, to!).azimuth).toBeCloseTo(45, 9);
    pointer.click(590, 200, { shift: true });
    expect(inverse(to!, session.path.vertices[2]!).azimuth).toBeCloseTo(0, 9);
  });

  it('shows length, azimuth, total and area up to the pointer', async () => {
    const setUp = desk();
    // Keys are shown where texts cannot be loaded.
    await setUp.i18n.load('sketch');
    const { pointer, session } = capturing('ring', {}, setUp);
    pointer.click(500, 500).click(600, 500).move(600, 400);
    // 0.001° of the equator is 6378137 m × π/180 × 0.001 = 111.319 m; of the meridian there 110.574 m.
    expect(session.state.readout).toEqual([
      { label: 'readout.length', value: '110.574\u00a0m' },
      { label: 'readout.azimuth', value: '0.00000°' },
      // 111.319 + 110.574 + √(111.319² + 110.574²).
      { label: 'readout.perimeter', value: expect.stringMatching(/^378\.797/) as string },
      // Half of 111.319 m × 110.574 m.
      { label: 'readout.area', value: expect.stringMatching(/^6,154\.\d/) as string },
    ]);
  });
});

describe('a finished path that waits for an answer', () => {
  it('stays on the map, takes no gestures, and can be restored if it is discarded', async () => {
    let answer: (accepted: boolean) => void = () => undefined;
    const { pointer, session, view } = capturing('line', {
      finished: () => new Promise<boolean>((resolve) => (answer = resolve)),
    });
    pointer.click(500, 500).double(600, 500);
    expect(view.sketch?.shapes).toHaveLength(1);
    pointer.click(700, 700);
    expect(session.state).toMatchObject({ hint: 'waiting', canComplete: false, busy: false });
    answer(false);
    await Promise.resolve();
    await Promise.resolve();
    expect(view.sketch?.shapes).toEqual([]);
    pointer.key('z', { ctrl: true });
    expect(session.path.vertices).toHaveLength(2);
  });

  it('stays in hand if it cannot be asked about, as without a network', async () => {
    const { pointer, session, view } = capturing('line', {
      finished: () => Promise.reject(new AppError('part-lost', '')),
    });
    pointer.click(500, 500).double(600, 500);
    await expect.poll(() => session.path.vertices).toHaveLength(2);
    expect(view.sketch?.shapes).toHaveLength(1);
    expect(session.state).toMatchObject({ hint: 'enough', canComplete: true });
  });

  it('leaves nothing on the map when it is accepted, although the pointer has not moved since', async () => {
    let answer: (accepted: boolean) => void = () => undefined;
    const { pointer, view } = capturing('ring', {
      finished: () => new Promise<boolean>((resolve) => (answer = resolve)),
    });
    pointer.click(500, 500).click(600, 500).click(600, 400).move(500, 500);
    expect(view.sketch?.snap).toBeDefined();
    pointer.click(500, 500);
    expect(view.sketch?.shapes).toHaveLength(1);
    answer(true);
    await Promise.resolve();
    await Promise.resolve();
    expect(view.sketch).toEqual({ shapes: [], handles: [], labels: [], snap: undefined });
  });

  it('is restored with the reason if it is rejected', () => {
    const { pointer, session, finished } = capturing('line', { refuses: () => 'refused' });
    pointer.click(500, 500).double(600, 500);
    expect(finished).toEqual([]);
    expect(session.state.hint).toBe('refused');
    expect(session.path.vertices).toHaveLength(2);
    pointer.click(700, 500);
    expect(session.state.hint).toBe('enough');
  });
});

describe('putting the tool away', () => {
  it('leaves nothing on the viewer', () => {
    const { pointer, session, view } = capturing('ring');
    pointer.click(500, 500).click(600, 500).move(600, 400);
    session.dispose();
    expect(view.sketch).toBeUndefined();
    expect(view.snapping).toBeUndefined();
    expect(view.cursor).toBeUndefined();
  });
});

describe('a typed vertex', () => {
  it('follows the pointer within the typed values, which are cleared when it is added', () => {
    const { pointer, session } = capturing('line');
    pointer.click(500, 500);
    session.path.lock({ distance: 100 });
    pointer.move(600, 500);
    expect(inverse(session.path.vertices[0]!, session.path.state.cursor!).distance).toBeCloseTo(100, 8);
    pointer.click(500, 300);
    const [from, to] = session.path.vertices;
    expect(inverse(from!, to!)).toMatchObject({ distance: expect.closeTo(100, 8) as number });
    expect(inverse(from!, to!).azimuth).toBeCloseTo(0, 8);
    expect(session.path.locked).toBe(false);
  });

  it('needs no pointer where the values determine it', () => {
    const { pointer, session } = capturing('line');
    pointer.click(500, 500);
    session.path.lock({ distance: 20, azimuth: 90 });
    expect(session.path.addHeld()).toBe(true);
    expect(inverse(session.path.vertices[0]!, session.path.vertices[1]!).azimuth).toBeCloseTo(90, 8);
  });

  it('keeps its height for the vertices after it', () => {
    const { pointer, session } = capturing('line');
    session.path.lock({ z: 4.5 });
    pointer.click(500, 500).click(600, 500);
    expect(session.path.vertices.map(([, , z]) => z)).toEqual([4.5, 4.5]);
  });

  it('is cleared by Esc before the path is', () => {
    const { pointer, session } = capturing('line');
    pointer.click(500, 500);
    session.path.lock({ azimuth: 10 });
    session.cancel();
    expect([session.path.locked, session.path.vertices.length]).toEqual([false, 1]);
    session.cancel();
    expect(session.path.vertices).toEqual([]);
  });
});
