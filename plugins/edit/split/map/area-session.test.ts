import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import { areaOf, parseArea } from '#core/geodesy';
import { printerOf } from '#core/sketch';
import {
  desk,
  TestPointer,
  memoryStorage,
  object,
  performsAtOnce,
  selectionOf,
  targetsOf,
} from '#core/testing';
import { AreaForm } from '../model/area-form.ts';
import { Rules } from '../model/rules.ts';
import { Splitting } from '../model/splitting.ts';
import { AreaSplitSession } from './area-session.ts';

// A pixel is 0.00001 degrees; (500, 500) is 0, 0: a square of 100 pixels and an adjacent one.
const square = (id: string, west: number): MapObject => {
  const ring: Position[] = [[west, 0], [west + 0.001, 0], [west + 0.001, 0.001], [west, 0.001], [west, 0]]; // prettier-ignore
  return object(id, { type: 'Polygon', coordinates: [ring] });
};

function areaTool(selected: readonly string[] = ['a']) {
  const setUp = desk([square('a', 0), square('b', 0.002)]);
  const selection = selectionOf(selected);
  const form = new AreaForm(printerOf(setUp.i18n, setUp.settings).parseArea);
  const splitting = new Splitting(
    targetsOf(setUp.project, selection),
    new Rules(memoryStorage()),
    performsAtOnce,
  );
  const session = new AreaSplitSession(setUp, { ...setUp, form, splitting });
  const { document, history } = setUp.project;
  const ring = (id: string) => (document.get(id)!.location.coordinates as Position[][])[0]!;
  return {
    ...setUp,
    form,
    selection,
    session,
    document,
    history,
    ring,
    pointer: new TestPointer(setUp.view, session),
  };
}

describe('Splitting by area', () => {
  it('reads the area in the unit of the project, also when that changes', () => {
    const { pointer, form, settings } = areaTool();
    pointer.click(500, 450);
    form.type('0.2');
    // 0.2 m² are cut from the 12,309 m² of the square, then 2,000 m².
    expect(Math.min(...form.summary!.parts)).toBeCloseTo(0.2, 4);
    settings.set('units', { ...settings.get('units'), areaUnit: 'ha' });
    expect(Math.min(...form.summary!.parts)).toBeCloseTo(2_000, 4);
  });

  it('cuts parallel to the clicked side, with a preview, in one step', () => {
    const { pointer, form, view, session, document, history, ring, selection } = areaTool();
    // The west side.
    pointer.click(500, 450);
    expect(session.state.hint).toBe('split:hint.area.type');
    form.type('25 %');
    expect(session.state).toMatchObject({ hint: 'split:hint.area.ready', canComplete: true });
    expect(view.sketch?.labels).toHaveLength(2);
    const [large, small] = form.summary!.parts;
    expect(large! / small!).toBeCloseTo(3, 8);
    expect(document.size).toBe(2);
    session.complete();
    expect(document.size).toBe(3);
    // The larger part keeps the id: it begins at a quarter of the width.
    expect(Math.min(...ring('a').map(([x]) => x))).toBeCloseTo(0.00025, 9);
    expect(selection.ids).toHaveLength(2);
    expect(history.state.done.map(({ code }) => code)).toEqual(['split']);
    history.undo();
    expect(document.get('a')).toEqual(square('a', 0));
  });

  it('measures from the other side on request', () => {
    const { pointer, form, session, ring } = areaTool();
    pointer.click(500, 450);
    form.type('1/4');
    form.flip(true);
    session.complete();
    expect(Math.max(...ring('a').map(([x]) => x))).toBeCloseTo(0.00075, 9);
  });

  it('cuts through the clicked vertex: an eighth through the corner', () => {
    const { pointer, form, session, document } = areaTool();
    pointer.click(501, 499);
    form.type('1/8');
    session.complete();
    const areas = [...document.values()].filter(({ id }) => id !== 'b').map(({ location }) => areaOf(location.coordinates as Position[][])); // prettier-ignore
    const whole = areas.reduce((sum, area) => sum + area, 0);
    expect(Math.min(...areas) / whole).toBeCloseTo(1 / 8, 8);
  });

  it('reports that no cut through the middle leaves so small a part', () => {
    const { pointer, form, session, history } = areaTool();
    pointer.click(550, 450, { shift: true });
    form.type('10 m²');
    expect(session.state).toMatchObject({ hint: 'split:problem.no-such-cut', canComplete: false });
    session.complete();
    expect(history.state.done).toEqual([]);
  });

  it('uses the clicked polygon, and resets the side of the previous one', () => {
    const { pointer, form, session, selection } = areaTool();
    pointer.click(500, 450);
    pointer.click(750, 450);
    expect(selection.ids).toEqual(['b']);
    expect(session.state.hint).toBe('split:hint.area.choose');
    expect(form.summary?.chosen).toBe(false);
    session.dispose();
    expect(form.isActive).toBe(false);
  });

  it('keeps the chosen side while someone else changes other objects, and resets it when the outline changes', () => {
    const { pointer, session, document } = areaTool();
    const becomes = (id: string, west: number) =>
      document.apply([{ id, before: document.get(id), after: square(id, west) }], 'remote');
    pointer.click(500, 450);
    becomes('b', 0.003);
    expect(session.state.hint).toBe('split:hint.area.type');
    becomes('a', 0);
    expect(session.state.hint).toBe('split:hint.area.type');
    becomes('a', 0.0001);
    expect(session.state.hint).toBe('split:hint.area.choose');
  });
});

describe('The typed text', () => {
  it('is an area, or a fraction of the total', () => {
    const form = new AreaForm(parseArea);
    form.report({ whole: 80_000, parts: [], chosen: true }, undefined);
    const requested = (text: string) => {
      form.type(text);
      return form.requested;
    };
    // Of 80,000 m²: half a hectare is 5,000, two ares are 200.
    for (const [text, area] of [
      ['1250', 1250],
      ['1.250,5 m²', 1250.5],
      ['0,5 ha', 5000],
      ['2 a', 200],
      ['40 %', 32_000],
      ['1/4', 20_000],
    ] as const)
      // prettier-ignore
      expect(requested(text), text).toBe(area);
    for (const text of ['', '%', 'ha', '1 m', '1/0', 'x', '5 km', '3 toString']) expect(requested(text), text).toBeUndefined(); // prettier-ignore
  });
});
