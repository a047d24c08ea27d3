import { describe, expect, it, vi } from 'vitest';
import { desk, TestPointer } from '#core/testing';
import type { FinishedPath } from '#plugins/draw/draw/api';
import { ListForm } from '../model/list-form.ts';
import type { ListKind } from '../model/listed.ts';
import { ListSession } from './list-session.ts';

async function listing(kind: ListKind) {
  const context = desk();
  await context.i18n.load('shapes');
  const form = new ListForm();
  const ask = vi.fn<(drawn: FinishedPath, signal?: AbortSignal) => Promise<boolean>>(() =>
    Promise.resolve(true),
  );
  const { settings, i18n, view } = context;
  const session = new ListSession(kind, context, { form, finish: { ask }, settings, i18n });
  return { form, ask, session, settings, view, pointer: new TestPointer(view, session) };
}

describe('Drawing from a list', () => {
  it('previews the typed list and opens the modal', async () => {
    const { form, ask, session, view } = await listing('coordinates');
    expect(session.state.canComplete).toBe(false);
    form.change({ rows: '0.001 0\n0.001 0.002', becomes: 'line' });
    expect(view.sketches.get('shapes')?.shapes).toHaveLength(1);
    expect(session.state.canComplete).toBe(true);
    session.complete();
    expect(ask.mock.calls[0]![0]).toMatchObject({
      kind: 'line',
      // Latitude first, as in EPSG:4326.
      vertices: [
        [0, 0.001],
        [0.002, 0.001],
      ],
    });
    await vi.waitFor(() => expect(form.rows).toBe(''));
    expect(view.sketches.get('shapes')).toBeUndefined();
  });

  it('draws nothing while a line is invalid', async () => {
    const { form, ask, session } = await listing('coordinates');
    form.change({ rows: '0.001 0\n1 of 3\n0.001 0.002' });
    expect(form.made!.bad).toEqual([{ row: 2, text: '1 of 3' }]);
    session.complete();
    expect(ask).not.toHaveBeenCalled();
  });

  it('takes the start of a traverse from the first click, and its target from the second', async () => {
    const { form, ask, session, pointer } = await listing('traverse');
    pointer.click(500, 500);
    form.change({ closing: 'known' });
    // 100 pixels are 0.001°; to the north 6335439 m × π / 180000 = 110.574 m a thousandth of a degree.
    pointer.click(500, 400);
    form.change({ rows: '0 110.5' });
    expect(form.made!.missing!.length).toBeCloseTo(0.074, 3);
    expect(form.made!.missing!.azimuth).toBeCloseTo(0, 3);
    form.change({ adjusts: true });
    session.complete();
    const { vertices, as } = ask.mock.calls[0]![0];
    expect(vertices[0]).toEqual([0, 0]);
    expect(vertices[1]![1]).toBeCloseTo(0.001, 9);
    expect(as!.parameters).toMatchObject({ shape: 'traverse', rows: ['0 110.5'], adjusted: true });
  });

  it('reads angles in the unit of the person, also after it has changed', async () => {
    const { form, settings, pointer } = await listing('traverse');
    pointer.click(500, 500);
    form.change({ rows: '100 100' });
    settings.set('angleUnit', 'gradian');
    const [, [east, north]] = form.made!.vertices as [unknown, [number, number]];
    // 100 gon are east: 100 m × 180 / (6378137 m × π) = 0.000898°.
    expect(east).toBeCloseTo(0.000898, 6);
    expect(north).toBeCloseTo(0, 9);
  });

  it('leaves no sketch when deactivated', async () => {
    const { form, session, view } = await listing('coordinates');
    form.change({ rows: '0 0\n0.001 0.002' });
    session.dispose();
    expect(view.sketches.get('shapes')).toBeUndefined();
    expect([form.kind, form.rows]).toEqual([undefined, '']);
  });
});
