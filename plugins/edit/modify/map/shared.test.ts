import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import { desk, TestPointer, object, selectionOf, targetsOf } from '#core/testing';
import { VertexEditing } from '../model/vertex-editing.ts';
import { VertexSession } from './vertex-session.ts';

// Pixel (500, 500) is 0° 0°; a pixel is 1e-5°. Two parcels share the edge from 0, 0 to 0, 0.001.
const parcel = (id: string, ring: Position[], typeName = 'parcel'): MapObject =>
  object(id, { type: 'Polygon', coordinates: [[...ring, ring[0]!]] }, { typeName });
const west = parcel('west', [[-0.001, 0], [0, 0], [0, 0.001], [-0.001, 0.001]]); // prettier-ignore
const east = parcel('east', [[0, 0, 5], [0.001, 0, 5], [0.001, 0.001, 7], [0, 0.001, 9]]); // prettier-ignore

function editing(objects: MapObject[], shared: boolean) {
  const setUp = desk(objects);
  const { document, history } = setUp.project;
  const targets = targetsOf(setUp.project, selectionOf(['west']));
  const vertices = new VertexEditing((one) => targets.isLocked(one));
  vertices.setShared(shared);
  const session = new VertexSession(setUp, targets, vertices, setUp.settings, setUp.i18n);
  const ring = (id: string) => (document.get(id)!.location.coordinates as Position[][])[0]!;
  return { document, history, ring, pointer: new TestPointer(setUp.view, session) };
}
const has = (ring: readonly Position[], [x, y]: Position): boolean =>
  ring.some(([a, b]) => Math.abs(a - x) < 1e-12 && Math.abs(b - y) < 1e-12);

describe('With shared vertices on', () => {
  it('a vertex inserted into a shared edge is also inserted into that of the neighbour, with its height there, in one step', () => {
    const { pointer, ring, history, document } = editing([west, east], true);
    pointer.drag([500, 450], [520, 450]);
    expect(has(ring('west'), [0.0002, 0.0005])).toBe(true);
    expect(has(ring('east'), [0.0002, 0.0005])).toBe(true);
    expect(ring('east')).toHaveLength(6);
    // The midpoint between heights 5 and 9.
    expect(ring('east').find(([x]) => x === 0.0002)![2]).toBeCloseTo(7, 6);
    expect(history.state.done).toHaveLength(1);
    history.undo();
    expect(document.get('east')).toBe(east);
    expect(document.get('west')).toBe(west);
  });

  it('a shared vertex moves in both objects, and is removed from both', () => {
    const moved = editing([west, east], true);
    moved.pointer.drag([500, 500], [470, 530]);
    expect(has(moved.ring('west'), [-0.0003, -0.0003])).toBe(true);
    expect(has(moved.ring('east'), [-0.0003, -0.0003])).toBe(true);
    const gone = editing([west, east], true);
    gone.pointer.click(500, 500, { alt: true });
    expect([gone.ring('west').length, gone.ring('east').length]).toEqual([4, 4]);
    expect(gone.history.state.done).toHaveLength(1);
  });

  it('a vertex stays in both objects where one would have too few', () => {
    const triangle = parcel('east', [[0, 0], [0.001, 0], [0, 0.001]]); // prettier-ignore
    const { pointer, history, document } = editing([west, triangle], true);
    pointer.click(500, 500, { alt: true });
    expect(history.state.done).toHaveLength(0);
    expect(document.get('west')).toBe(west);
  });

  it('locked objects do not change', () => {
    const locked = { ...east, typeName: 'locked' };
    const { pointer, ring, document } = editing([west, locked], true);
    pointer.drag([500, 450], [520, 450]);
    expect(ring('west')).toHaveLength(6);
    expect(document.get('east')).toBe(locked);
  });
});

describe('With shared vertices off', () => {
  it('the neighbour does not change', () => {
    const { pointer, ring, document } = editing([west, east], false);
    pointer.drag([500, 450], [520, 450]);
    expect(ring('west')).toHaveLength(6);
    expect(document.get('east')).toBe(east);
  });
});
