import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import { desk, TestPointer, object, selectionOf, targetsOf } from '#core/testing';
import { AlongSession } from './along-session.ts';

// A pixel is 0.00001 degrees; (500, 500) is 0, 0.
const square = (id: string, west: number): MapObject => {
  const ring: Position[] = [[west, 0], [west + 0.001, 0], [west + 0.001, 0.001], [west, 0.001], [west, 0]]; // prettier-ignore
  return object(id, { type: 'Polygon', coordinates: [ring] });
};

function reshaping(objects: readonly MapObject[], selected: readonly string[] = []) {
  const setUp = desk(objects);
  const selection = selectionOf(selected);
  const session = new AlongSession(setUp, { ...setUp, targets: targetsOf(setUp.project, selection) });
  const { document, history } = setUp.project;
  return { ...setUp, selection, session, document, history, pointer: new TestPointer(setUp.view, session) };
}

describe('Reshaping by a drawn path', () => {
  it('adds the area that the path goes around, in one step', () => {
    const { pointer, document, history, selection } = reshaping([square('a', 0)]);
    pointer.click(600, 475).click(640, 475).click(640, 425).double(600, 425);
    const [ring] = document.get('a')!.location.coordinates as Position[][];
    expect(ring!.map(([x]) => Math.max(x))).toContain(0.0014);
    expect(selection.ids).toEqual(['a']);
    expect(history.state.done.map(({ code }) => code)).toEqual(['reshape']);
    history.undo();
    expect(document.get('a')).toEqual(square('a', 0));
  });

  it('reports where the path must go, and keeps it for correction', () => {
    const { pointer, session, document } = reshaping([square('a', 0)]);
    pointer.click(700, 300).double(800, 300);
    expect(session.state.hint).toBe('reshape:along.misses');
    expect(session.path.vertices).toHaveLength(2);
    expect(document.get('a')).toEqual(square('a', 0));
  });

  it('changes neighbours only if they are selected, and no locked objects', () => {
    const two = [square('a', 0), square('b', 0.001)];
    const unsure = reshaping(two);
    unsure.pointer.click(560, 450, { alt: true }).click(640, 450, { alt: true }).click(640, 430, { alt: true }).click(560, 430, { alt: true }).context(560, 430); // prettier-ignore
    expect(unsure.session.state.hint).toBe('reshape:along.several');
    const sure = reshaping(two, ['b']);
    sure.pointer.click(560, 450, { alt: true }).click(640, 450, { alt: true }).click(640, 430, { alt: true }).click(560, 430, { alt: true }).context(560, 430); // prettier-ignore
    expect(sure.document.get('a')).toEqual(two[0]);
    expect(sure.document.get('b')).not.toEqual(two[1]);
    const locked = reshaping([{ ...square('a', 0), typeName: 'locked' }]);
    locked.pointer.click(600, 475).click(640, 475).double(600, 425);
    expect(locked.session.state.hint).toBe('reshape:along.misses');
  });
});
