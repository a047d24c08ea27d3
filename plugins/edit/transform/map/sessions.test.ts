import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import { distance, inverse } from '#core/geodesy';
import type { ObjectType, Position } from '#core/protocol';
import { desk, field, TestPointer, object, performsAtOnce, selectionOf, targetsOf } from '#core/testing';
import { FitForm } from '../model/fit-form.ts';
import { TransformForm, type TransformKind } from '../model/form.ts';
import { FitSession } from './fit-session.ts';
import { PivotSession } from './pivot-session.ts';
import { TwoPointSession } from './two-point-session.ts';

function transforming(
  kind: TransformKind,
  objects: readonly MapObject[],
  selected: readonly string[],
  types: readonly ObjectType[] = [],
) {
  const setUp = desk(objects, types);
  const selection = selectionOf(selected);
  const form = new TransformForm();
  const targets = targetsOf(setUp.project, selection);
  const parts = { ...setUp, form, targets, newValues: performsAtOnce };
  const fit = new FitForm();
  const session =
    kind === 'shift' || kind === 'mirror'
      ? new TwoPointSession(kind, setUp, parts)
      : kind === 'fit'
        ? new FitSession(setUp, parts, fit)
        : new PivotSession(kind, setUp, parts);
  const { document, history } = setUp.project;
  return {
    ...setUp,
    document,
    history,
    form,
    fit,
    selection,
    session,
    pointer: new TestPointer(setUp.view, session),
  };
}

// A pixel is 0.00001 degrees; (500, 500) is 0, 0.
const pipe = object('pipe', {
  type: 'LineString',
  coordinates: [
    [0, 0, 5],
    [0.001, 0, 7],
  ],
});
const other = object('other', { type: 'Point', coordinates: [0.002, 0.002] });
const runOf = (held: MapObject | undefined) => held!.location.coordinates as Position[];

describe('Fitting to points', () => {
  it('takes pairs of clicks, previews, and moves the selection in one step that is undone', () => {
    const { pointer, view, document, history, fit, session } = transforming('fit', [pipe, other], ['pipe']);
    // Both ends 200 pixels up.
    pointer.click(500, 500).click(500, 300).click(600, 500);
    expect(fit.fitted).toBeUndefined();
    session.complete();
    expect(document.get('pipe')).toBe(pipe);
    pointer.click(600, 300);
    expect(fit.fitted!.rms).toBeLessThan(1e-3);
    expect(runOf(view.previewed[0])[0]![1]).toBeCloseTo(0.002, 8);
    session.complete();
    expect(runOf(document.get('pipe'))[0]![1]).toBeCloseTo(0.002, 8);
    expect(runOf(document.get('pipe')).map(([, , height]) => height)).toEqual([5, 7]);
    expect(history.state.done.map(({ code }) => code)).toEqual(['fit']);
    history.undo();
    expect(document.get('pipe')).toBe(pipe);
  });

  it('leaves a pair out, whose residual is then told in full', () => {
    const { pointer, fit } = transforming('fit', [pipe], ['pipe']);
    pointer.click(500, 500).click(500, 300).click(600, 500).click(600, 300).click(550, 500).click(550, 290);
    const [east, north] = fit.fitted!.residuals[2]!;
    fit.use(2, false);
    const [, alone] = fit.fitted!.residuals[2]!;
    expect(Math.abs(east)).toBeLessThan(0.01);
    // Ten pixels are 11.06 m on a meridian at the equator, of which the fit had taken a third.
    expect(alone).toBeCloseTo(11.06, 1);
    expect(north).toBeCloseTo((alone * 2) / 3, 1);
    fit.choose('affine');
    expect(fit.fitted).toBeUndefined();
  });
});

describe('Moving by two points', () => {
  it('moves the selection from the base point to the second one in one step, and keeps heights', () => {
    const { pointer, document, history } = transforming('shift', [pipe, other], ['pipe']);
    pointer.click(500, 500).click(500, 300);
    // 200 pixels up are 0.002 degrees.
    expect(runOf(document.get('pipe'))[0]).toEqual([0, 0.002, 5]);
    expect(runOf(document.get('pipe'))[1]![2]).toBe(7);
    expect(document.get('other')).toBe(other);
    expect(history.state.done.map(({ code }) => code)).toEqual(['shift']);
    history.undo();
    expect(document.get('pipe')).toBe(pipe);
  });

  it('previews the result, and nothing after it is cancelled', () => {
    const { pointer, view, session, document } = transforming('shift', [pipe], ['pipe']);
    pointer.click(500, 500).move(500, 400);
    expect((view.previewed[0]!.location.coordinates as Position[])[0]).toEqual([0, 0.001, 5]);
    session.cancel();
    expect(view.previewed).toEqual([]);
    expect(document.get('pipe')).toBe(pipe);
  });

  it('moves heights by the typed value; objects without heights stay without', () => {
    const flat = object('flat', { type: 'Point', coordinates: [0.0005, 0] });
    const { pointer, form, document } = transforming('shift', [pipe, flat], ['pipe', 'flat']);
    form.raise(-2.5);
    pointer.click(500, 500).click(500, 300);
    expect(runOf(document.get('pipe')).map(([, , height]) => height)).toEqual([2.5, 4.5]);
    expect(document.get('flat')!.location.coordinates).toHaveLength(2);
  });

  it.each([
    ['as the two points differ on the globe', '3d', [20, 22]],
    ['nowhere on the flat map', '2d', [5, 7]],
  ] as const)('takes heights %s', (_where, kind, heights) => {
    const pole = object('pole', { type: 'Point', coordinates: [0.002, 0.002, 20] });
    const { pointer, view, document } = transforming('shift', [pipe, pole], ['pipe']);
    Object.assign(view, { kind });
    // From the end at 5 m to the top of the pole at 20 m: 15 m up.
    pointer.click(500, 500).click(700, 300);
    expect(runOf(document.get('pipe')).map(([, , height]) => height)).toEqual(heights);
    expect(runOf(document.get('pipe'))[0]!.slice(0, 2)).toEqual([0.002, 0.002]);
  });

  it('copies with Ctrl, without unique values', () => {
    const type = {
      name: 'thing',
      fields: [
        { name: 'code', title: { en: '', it: '' }, type: 'text', required: false, unique: true },
        { name: 'kind', title: { en: '', it: '' }, type: 'text', required: false },
      ],
    } as unknown as ObjectType;
    const given = { ...pipe, properties: { code: 'P1', kind: 'gas' } };
    const { pointer, document, selection } = transforming('shift', [given], ['pipe'], [type]);
    pointer.click(500, 500).click(500, 300, { ctrl: true });
    expect(document.get('pipe')).toBe(given);
    const copy = document.get(selection.ids[0]!)!;
    expect(copy.properties).toEqual({ kind: 'gas' });
    expect(runOf(copy)[0]).toEqual([0, 0.002, 5]);
    expect(document.size).toBe(2);
  });

  it('asks for another value of a field that is required and unique', () => {
    const fields = [field('code', { required: true, unique: true }), field('tag', { unique: true })];
    const type = { name: 'thing', fields } as unknown as ObjectType;
    const given = { ...pipe, properties: { code: 'P1', tag: 'T' } };
    const { pointer, document, selection } = transforming('shift', [given], ['pipe'], [type]);
    pointer.click(500, 500).click(500, 300, { ctrl: true });
    expect(document.get(selection.ids[0]!)!.properties).toEqual({ code: 'P1' });
  });

  it('accepts typed values for the second point', async () => {
    const setUp = transforming('shift', [pipe], ['pipe']);
    setUp.pointer.click(500, 500);
    const { path } = setUp.session as unknown as { path: { lock(l: object): void; addHeld(): boolean } };
    path.lock({ distance: 100, azimuth: 30 });
    path.addHeld();
    await Promise.resolve();
    const arc = inverse([0, 0], runOf(setUp.document.get('pipe'))[0]!);
    expect(arc.distance).toBeCloseTo(100, 6);
    expect(arc.azimuth).toBeCloseTo(30, 8);
  });

  it('selects the clicked object while none is selected, but no locked one', () => {
    const locked = object('fixed', other.location, { typeName: 'locked' });
    const { pointer, selection } = transforming('shift', [pipe, locked], []);
    pointer.click(700, 300);
    expect(selection.ids).toEqual([]);
    pointer.click(550, 500);
    expect(selection.ids).toEqual(['pipe']);
  });

  it('ignores the second click of a double click', () => {
    const { pointer, history, session } = transforming('shift', [pipe], ['pipe']);
    pointer.click(500, 500).double(500, 300);
    expect(history.state.done).toHaveLength(1);
    expect(session.state.busy).toBe(false);
  });
});

describe('Mirroring', () => {
  it('mirrors the selection at a line', () => {
    const { pointer, document, history } = transforming('mirror', [pipe], ['pipe']);
    pointer.click(500, 400, { alt: true }).click(500, 600, { alt: true });
    // At the meridian of its start: the end goes from 0.001 to -0.001.
    const [start, end] = runOf(document.get('pipe')) as [Position, Position];
    expect([start[0], start[1]]).toEqual([expect.closeTo(0, 10), expect.closeTo(0, 10)]);
    expect(end).toEqual([expect.closeTo(-0.001, 10), expect.closeTo(0, 10), 7]);
    expect(history.state.done).toHaveLength(1);
  });
});

describe('Rotating', () => {
  it('rotates by a typed angle around the centre, with a preview before it is applied', () => {
    const { form, view, session, document, history } = transforming('rotate', [pipe], ['pipe']);
    form.type('90');
    const shown = view.previewed[0]!.location.coordinates as Position[];
    // Around 0.0005, 0 clockwise: the western end goes north. Half of 111.3195 m on the parallel is the same on the
    // meridian.
    expect(shown[0]![0]).toBeCloseTo(0.0005, 9);
    expect(distance([0.0005, 0], shown[0]!)).toBeCloseTo(distance([0, 0], [0.001, 0]) / 2, 6);
    expect(shown[0]![1]).toBeGreaterThan(0);
    expect(document.get('pipe')).toBe(pipe);
    session.complete();
    expect(runOf(document.get('pipe'))).toEqual(shown);
    expect(history.state.done.map(({ code }) => code)).toEqual(['rotate']);
    expect(view.previewed).toEqual([]);
  });

  it('rotates around the position of a Ctrl+click, snapped', () => {
    const { form, pointer, session, document } = transforming('rotate', [pipe], ['pipe']);
    pointer.click(503, 498, { ctrl: true });
    expect(form.pivot).toEqual([0, 0, 5]);
    form.type('-90');
    session.complete();
    const [start, end] = runOf(document.get('pipe')) as [Position, Position];
    expect(start).toEqual([0, 0, 5]);
    expect(end[1]).toBeGreaterThan(0);
    expect(end[0]).toBeCloseTo(0, 12);
  });

  it('follows a drag, with Shift in steps of 15 degrees', () => {
    const { form, pointer } = transforming('rotate', [pipe], ['pipe']);
    // From the eastern end around the centre, 50 pixels away, to the south-east: 45 degrees clockwise.
    expect(pointer.drag([595, 500], [595, 545], { alt: true })).toBe(true);
    expect(form.value).toBeCloseTo(45.2, 0);
    pointer.drag([595, 500], [595, 450], { shift: true, alt: true });
    expect(form.value! % 15).toBe(0);
  });

  it('changes nothing when it is cancelled or deactivated', () => {
    const { form, view, session, document } = transforming('rotate', [pipe], ['pipe']);
    form.type('10');
    session.cancel();
    expect(view.previewed).toEqual([]);
    form.type('10');
    session.dispose();
    expect(view.previewed).toEqual([]);
    expect(view.sketches.size).toBe(0);
    expect(form.kind).toBeUndefined();
    expect(document.get('pipe')).toBe(pipe);
  });

  it('reads angles in the chosen unit, and reports invalid text', () => {
    const { form, settings } = transforming('rotate', [pipe], ['pipe']);
    settings.set('angleUnit', 'gradian');
    form.type('100');
    // 400 gon are a circle.
    expect(form.value).toBe(90);
    form.type('half');
    expect(form.value).toBeUndefined();
  });
});

describe('Scaling', () => {
  it('multiplies distances from the pivot', () => {
    const { form, pointer, session, document } = transforming('scale', [pipe], ['pipe']);
    pointer.click(500, 500, { ctrl: true });
    form.type('250 %');
    session.complete();
    // 2.5 times 0.001 degrees along the equator, a geodesic.
    expect(runOf(document.get('pipe'))[1]![0]).toBeCloseTo(0.0025, 12);
    expect(runOf(document.get('pipe'))[1]![2]).toBe(7);
  });

  it('multiplies heights too on request: from their middle, or from that of the pivot', () => {
    const { form, pointer, session, document, history } = transforming('scale', [pipe], ['pipe']);
    expect(form.hasHeights).toBe(true);
    form.scaleHeights(true);
    form.type('3');
    session.complete();
    // The middle of 5 and 7 is 6; one metre to either side becomes three.
    expect(runOf(document.get('pipe')).map(([, , height]) => height)).toEqual([3, 9]);
    history.undo();
    pointer.click(500, 500, { ctrl: true });
    form.type('3');
    session.complete();
    // From 5: 5 stays, two metres more become six.
    expect(runOf(document.get('pipe')).map(([, , height]) => height)).toEqual([5, 11]);
  });

  it.each(['0', '-1', '1001', 'x', ''])('takes no factor "%s"', (text) => {
    const { form, session, history } = transforming('scale', [pipe], ['pipe']);
    form.type(text);
    session.complete();
    expect(form.value).toBeUndefined();
    expect(history.state.done).toHaveLength(0);
  });
});

describe('Ten thousand objects', () => {
  it('are moved in one step, and are shown as a frame while moving', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => {
      const [x, y] = [(i % 100) * 1e-5, Math.floor(i / 100) * 1e-5];
      const ring: Position[] = [[x, y], [x + 8e-6, y], [x + 8e-6, y + 8e-6], [x, y + 8e-6], [x, y]]; // prettier-ignore
      return object(`o${i}`, { type: 'Polygon', coordinates: [ring] });
    });
    const { pointer, view, history, document } = transforming(
      'shift',
      many,
      many.map(({ id }) => id),
    );
    pointer.click(500, 500).move(500, 300);
    expect(view.previewed).toEqual([]);
    expect(view.sketches.get('transform')?.shapes).toHaveLength(1);
    pointer.click(500, 300);
    expect(history.state.done).toHaveLength(1);
    expect(document.get('o0')).not.toBe(many[0]);
    history.undo();
    expect(document.get('o9999')).toBe(many[9999]);
  });
});
