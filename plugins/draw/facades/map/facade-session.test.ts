import { describe, expect, it } from 'vitest';
import { printerOf } from '#core/sketch';
import { desk, TestPointer, object, SlantView, type FlatView } from '#core/testing';
import type { FinishedPath } from '#plugins/draw/draw/api';
import { FacadeForm } from '../model/facade-form.ts';
import { FacadeSession } from './facade-session.ts';

// Pixel (500, 500) is 0° 0° on the ground, a pixel is 1e-5°; a metre up is a pixel up.
function drawing(view = (of: ReturnType<typeof desk>) => new SlantView(of.project.document) as FlatView) {
  const eaves = object('roof', { type: 'LineString', coordinates: [[0.002, 0, 12.5], [0.003, 0, 12.5]] }); // prettier-ignore
  const setUp = desk([eaves]);
  const seen = view(setUp);
  const form = new FacadeForm(printerOf(setUp.i18n, setUp.settings).parseLength);
  const finished: FinishedPath[] = [];
  let answer = (_saved: boolean): void => undefined;
  const finish = {
    ask: (drawn: FinishedPath) => {
      finished.push(drawn);
      return new Promise<boolean>((resolve) => (answer = resolve));
    },
  };
  const session = new FacadeSession({ ...setUp, view: seen }, { form, finish, ...setUp });
  const pointer = new TestPointer(seen, session);
  const { settings } = setUp;
  return {
    form,
    session,
    settings,
    finished,
    pointer,
    view: seen,
    answer: (saved: boolean) => answer(saved),
  };
}
const FOOT = [[0, 0, 0], [0.001, 0, 0]]; // prettier-ignore

describe('A façade', () => {
  it('rises from its base line to the pointer, a vertical polygon over each segment, stored in one step', async () => {
    const { pointer, finished, session, answer } = drawing();
    pointer.click(500, 500).click(600, 500).double(600, 400);
    expect(session.state.hint).toBe('facades:hint.height');
    // 40 pixels above the last vertex, which is 100 pixels to the north: 40 m.
    pointer.move(600, 360).click(600, 360);
    const top = [[0.001, 0, 40], [0, 0, 40]]; // prettier-ignore
    expect(finished).toMatchObject([
      { kind: 'ring', vertices: [...FOOT, ...top], more: [[[0.001, 0, 0], [0.001, 0.001, 0], [0.001, 0.001, 40], [0.001, 0, 40]]] }, // prettier-ignore
    ]);
    answer(true);
    await expect.poll(() => session.state.hint).toBe('facades:hint.start');
  });

  it('has exactly the typed height wherever the pointer is, also downwards', () => {
    const { pointer, form, session, finished } = drawing();
    pointer.click(500, 500).double(600, 500);
    form.type('far');
    expect([form.height, session.state.canComplete]).toEqual([undefined, false]);
    form.type('-3,25');
    pointer.move(600, 460);
    session.complete();
    expect(finished[0]!.vertices.map(([, , z]) => z)).toEqual([0, 0, -3.25, -3.25]);
  });

  it('has its typed height in the unit of the project, also when that changes', () => {
    const { pointer, form, session, settings } = drawing();
    pointer.click(500, 500).double(600, 500);
    form.type('10');
    settings.set('units', { ...settings.get('units'), lengthUnit: 'ft' });
    // 10 × 0.3048 m.
    expect(form.height).toBeCloseTo(3.048, 12);
    expect(session.state.readout?.map(({ value }) => value)).toEqual(['10.000\u00a0ft']);
  });

  it('has the height of the eaves that the pointer snaps to', () => {
    const { pointer, form } = drawing();
    pointer.click(500, 500).double(600, 500);
    // The start of the eaves: 12.5 pixels above its position at (700, 500).
    pointer.move(701, 488);
    expect(form.height).toBe(12.5);
  });

  it('returns to its base line with Esc, and stays as it was when the modal is dropped', async () => {
    const { pointer, form, session, answer, finished } = drawing();
    pointer.click(500, 500).double(600, 500);
    form.type('5');
    session.complete();
    expect(session.state.busy).toBe(false);
    answer(false);
    await expect.poll(() => session.state.canComplete).toBe(true);
    expect([form.walls, form.height, finished.length]).toEqual([1, 5, 1]);
    session.cancel();
    expect(form.walls).toBe(0);
    expect(session.capture.path.vertices).toEqual(FOOT);
  });

  it('says why where its base line has no height', () => {
    const { pointer, session, form } = drawing(({ view }) => view);
    pointer.click(500, 500).double(600, 500);
    expect([session.state.hint, form.walls]).toEqual(['facades:problem.no-height', 0]);
  });
});
