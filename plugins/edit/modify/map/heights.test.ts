import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import { desk, FlatView, TestPointer, object, selectionOf, SlantView, targetsOf } from '#core/testing';
import { VertexEditing } from '../model/vertex-editing.ts';
import { MoveSession } from './move-session.ts';
import { VertexSession } from './vertex-session.ts';

// Pixel (500, 500) is 0° 0° on the ground, a pixel is 1e-5°; a metre up is a pixel up.
const beam = object('beam', { type: 'LineString', coordinates: [[0, 0, 50], [0.001, 0, 50]] }); // prettier-ignore
const kerb = object('kerb', { type: 'LineString', coordinates: [[0, 0], [0.001, 0]] }); // prettier-ignore

function editing(tool: 'vertices' | 'move', one: MapObject, View: typeof FlatView = SlantView) {
  const setUp = desk([one]);
  const { document, history } = setUp.project;
  setUp.settings.set('snapping', false);
  const view = new View(document);
  const context = { ...setUp, view };
  const targets = targetsOf(setUp.project, selectionOf([one.id]));
  const session =
    tool === 'vertices'
      ? new VertexSession(context, targets, new VertexEditing(() => false), setUp.settings, setUp.i18n)
      : new MoveSession(context, targets, setUp.settings);
  const pointer = new TestPointer(view, session);
  return { pointer, history, session, vertices: () => document.get(one.id)!.location.coordinates };
}

describe('In a view with heights, a vertex', () => {
  it('is hit where it is drawn, and moves at its height', () => {
    const { pointer, vertices } = editing('vertices', beam);
    // 50 m up is drawn at (500, 450); 30 pixels to the left are 0.0003° at the same height.
    pointer.drag([500, 450], [470, 450]);
    expect(vertices()).toEqual([[-0.0003, 0, 50], [0.001, 0, 50]]); // prettier-ignore
  });

  it('moves vertically with Shift, in one step', () => {
    const { pointer, vertices, history } = editing('vertices', beam);
    pointer.drag([500, 450], [505, 430], { shift: true });
    expect(vertices()).toEqual([[0, 0, 70], [0.001, 0, 50]]); // prettier-ignore
    history.undo();
    expect(vertices()).toEqual(beam.location.coordinates);
  });

  it('sets the others of an object without heights to the height of the ground', () => {
    const { pointer, vertices } = editing('vertices', kerb);
    pointer.drag([500, 500], [500, 488], { shift: true });
    expect(vertices()).toEqual([[0, 0, 12], [0.001, 0, 0]]); // prettier-ignore
  });

  it('moves at its height by arrow keys', () => {
    const { pointer, vertices } = editing('vertices', beam);
    pointer.click(500, 450);
    pointer.key('ArrowRight');
    expect(vertices()).toEqual([[0.00001, 0, 50], [0.001, 0, 50]]); // prettier-ignore
  });
});

describe('In a view with heights, the active vertex', () => {
  // 64 pixels at 1.11 m each are 71.04 m: the arrows end at 0.000638° east and north, and 71.04 pixels above.
  it('moves only along the axis of its arrow', () => {
    const { pointer, vertices, session } = editing('vertices', beam);
    pointer.click(500, 450);
    expect(session.state.hint).toBe('modify:hint.vertices.arrows');
    pointer.drag([540, 450], [560, 431]);
    const [[east, north, height]] = vertices() as [[number, number, number]];
    expect([north, height]).toEqual([0, 50]);
    // 20 pixels to the right are 0.0002°.
    expect(east).toBeCloseTo(0.0002, 6);
    // Up, from 40 pixels above it: 20 pixels are 20 m.
    pointer.drag([520, 410], [533, 390]);
    expect((vertices() as number[][])[0]![2]).toBeCloseTo(70, 6);
    expect((vertices() as number[][])[0]![0]).toBe(east);
  });

  it('has an arrow to the south where the one to the north would cover the one up', () => {
    const { pointer, vertices } = editing('vertices', beam);
    pointer.click(500, 450);
    pointer.drag([500, 490], [509, 520]);
    const [[east, north, height]] = vertices() as [[number, number, number]];
    expect([Math.abs(east), height]).toEqual([0, 50]);
    // 30 pixels of 1.11 m, where a degree is 110.57 km.
    expect(north).toBeCloseTo(-0.0003, 5);
  });

  it('moves up and down by Page up and Page down, in one step for consecutive presses', () => {
    const { pointer, vertices, history } = editing('vertices', kerb);
    pointer.click(500, 500);
    for (const [key, shift] of [
      ['PageUp', false],
      ['PageUp', false],
      ['PageUp', true],
      ['PageDown', false],
    ] as const)
      // prettier-ignore
      expect(pointer.key(key, { shift })).toBe(true);
    // 0.1 + 0.1 + 1 − 0.1 m above the ground; the other end is on the ground then.
    expect(vertices()).toEqual([[0, 0, 1.1], [0.001, 0, 0]]); // prettier-ignore
    history.undo();
    expect(vertices()).toEqual(kerb.location.coordinates);
  });

  it('has no arrows on the flat map', () => {
    const { pointer, vertices } = editing('vertices', beam, FlatView);
    pointer.click(500, 500);
    pointer.drag([540, 500], [560, 500]);
    expect(vertices()).toEqual(beam.location.coordinates);
  });
});

describe('In a view with heights, an object', () => {
  it('moves with the pointer at its height', () => {
    const { pointer, vertices } = editing('move', beam);
    pointer.drag([550, 450], [560, 450]);
    const [[from, , height]] = vertices() as [[number, number, number]];
    expect(from).toBeCloseTo(0.0001, 9);
    expect(height).toBe(50);
  });

  it('moves vertically with Shift', () => {
    const { pointer, vertices } = editing('move', beam);
    pointer.drag([550, 450], [550, 425], { shift: true });
    expect(vertices()).toEqual([[0, 0, 75], [0.001, 0, 75]]); // prettier-ignore
  });

  it('without heights is lifted above the ground', () => {
    const { pointer, vertices } = editing('move', kerb);
    pointer.drag([550, 500], [550, 480], { shift: true });
    expect(vertices()).toEqual([[0, 0, 20], [0.001, 0, 20]]); // prettier-ignore
  });
});

describe('On the flat map an object with heights', () => {
  it('keeps them when a vertex is dragged, also with Shift', () => {
    const { pointer, vertices } = editing('vertices', beam, FlatView);
    pointer.drag([500, 500], [470, 480], { shift: true });
    expect(vertices()).toEqual([[-0.0003, 0.0002, 50], [0.001, 0, 50]]); // prettier-ignore
  });

  it('keeps them when it is moved', () => {
    const { pointer, vertices } = editing('move', beam, FlatView);
    pointer.drag([550, 500], [560, 520]);
    expect((vertices() as [number, number, number][]).map(([, , height]) => height)).toEqual([50, 50]);
  });
});
