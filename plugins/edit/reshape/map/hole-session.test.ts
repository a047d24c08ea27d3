import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import { desk, TestPointer, object, selectionOf, targetsOf } from '#core/testing';
import { FillHoleSession } from './hole-session.ts';

/** A square around 0, 0 with sides of `pixels`; a pixel is 0.00001 degrees, (500, 500) is 0, 0. */
const square = (pixels: number, east = 0): Position[] => {
  const d = (pixels / 2) * 1e-5;
  const x = east * 1e-5;
  return [[x - d, -d], [x + d, -d], [x + d, d], [x - d, d], [x - d, -d]]; // prettier-ignore
};
const two: MapObject = object('two', {
  type: 'Polygon',
  coordinates: [square(400), square(60, -100), square(60, 100)],
});

function held(objects: readonly MapObject[], selected: readonly string[] = []) {
  const setUp = desk(objects);
  const selection = selectionOf(selected);
  const session = new FillHoleSession(setUp, { ...setUp, targets: targetsOf(setUp.project, selection) });
  const { document, history } = setUp.project;
  return { ...setUp, session, document, history, pointer: new TestPointer(setUp.view, session) };
}

describe('Removing a hole', () => {
  it('removes the clicked hole in one step, and keeps the other', () => {
    const { pointer, document, history } = held([two]);
    pointer.click(410, 505);
    expect(document.get('two')!.location.coordinates).toEqual([square(400), square(60, 100)]);
    expect(history.state.done.map(({ code }) => code)).toEqual(['hole']);
    history.undo();
    expect(document.get('two')).toBe(two);
  });

  it('previews the area that would be filled, with its size', () => {
    const { pointer, view, session } = held([two]);
    pointer.move(410, 505);
    expect(view.sketch?.shapes[0]?.geometry.coordinates).toEqual([square(60, -100)]);
    // 60 pixels are 0.0006 degrees: 66.792 m along the equator, 66.345 m (110,574.4 m a degree) along the meridian.
    expect(view.sketch?.labels?.[0]?.text).toMatch(/^4,431\.\d+\s?m²$/);
    session.dispose();
    expect(view.sketch).toBeUndefined();
  });

  it('removes the islands in it too, and for a lake on an island only the lake', () => {
    const island = object('isle', {
      type: 'MultiPolygon',
      coordinates: [[square(400), square(300)], [square(200), square(100)]], // prettier-ignore
    });
    const lake = held([island]);
    lake.pointer.click(500, 500);
    expect(lake.document.get('isle')!.location.coordinates).toEqual([[square(400), square(300)], [square(200)]]); // prettier-ignore
    const sea = held([island]);
    sea.pointer.click(375, 500);
    expect(sea.document.get('isle')!.location.coordinates).toEqual([[square(400)]]);
  });

  it('reports if there is none, or several; the selected polygon takes precedence', () => {
    const other = object('other', { type: 'Polygon', coordinates: [square(390), square(70, -100)] });
    const none = held([two, { ...other, typeName: 'locked' }]);
    none.pointer.click(500, 500);
    expect(none.session.state.hint).toBe('reshape:hole.none');
    const several = held([two, other]);
    several.pointer.click(410, 505);
    expect(several.session.state.hint).toBe('reshape:hole.several');
    expect(several.history.state.done).toEqual([]);
    const chosen = held([two, other], ['other']);
    chosen.pointer.click(410, 505);
    expect(chosen.document.get('two')).toBe(two);
    expect(chosen.document.get('other')!.location.coordinates).toHaveLength(1);
  });
});
