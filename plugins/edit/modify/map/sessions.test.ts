import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import { inverse } from '#core/geodesy';
import type { Projects } from '#core/project';
import type { Position } from '#core/protocol';
import { desk, TestPointer, object, selectionOf, targetsOf } from '#core/testing';
import { Deletion } from '../model/deletion.ts';
import { askToDelete } from '../model/editing-here.ts';
import { VertexEditing } from '../model/vertex-editing.ts';
import { MoveSession } from './move-session.ts';
import { VertexSession } from './vertex-session.ts';

function editing(tool: 'vertices' | 'move', objects: MapObject[], ...selected: string[]) {
  const setUp = desk(objects);
  const { document, history } = setUp.project;
  const targets = targetsOf(setUp.project, selectionOf(selected, setUp.project.document));
  const vertices = new VertexEditing((one) => targets.isLocked(one));
  const session =
    tool === 'vertices'
      ? new VertexSession(setUp, targets, vertices, setUp.settings, setUp.i18n)
      : new MoveSession(setUp, targets, setUp.settings);
  const at = (id: string) => document.get(id)?.location.coordinates;
  return {
    ...setUp,
    document,
    history,
    targets,
    vertices,
    session,
    pointer: new TestPointer(setUp.view, session),
    at,
  };
}

// Pixel (500, 500) is 0° 0°; a pixel is 1e-5°.
const line = object('line', {
  type: 'LineString',
  coordinates: [
    [0, 0],
    [0.001, 0],
    [0.001, 0.001],
  ],
});
const square = object('square', {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0, 1],
      [0.001, 0, 2],
      [0.001, 0.001, 3],
      [0, 0.001, 4],
      [0, 0, 1],
    ],
  ],
});
const point = object('point', { type: 'Point', coordinates: [0.002, 0] });

describe('editing vertices', () => {
  it('moves a vertex by dragging: previewed while dragging, one step when dropped', () => {
    const { pointer, session, view, at, history } = editing('vertices', [line], 'line');
    session.gesture(view.gesture('down', [600, 500]));
    session.gesture(view.gesture('drag', [620, 520]));
    expect(view.previewed[0]?.location.coordinates[1]).toEqual([0.0012, -0.0002]);
    expect(at('line')).toBe(line.location.coordinates);
    pointer.target.gesture(view.gesture('up', [620, 520]));
    expect(at('line')).toEqual([
      [0, 0],
      [0.0012, -0.0002],
      [0.001, 0.001],
    ]);
    expect(view.previewed).toEqual([]);
    expect(history.state.done).toHaveLength(1);
    history.undo();
    expect(at('line')).toEqual(line.location.coordinates);
  });

  it('shows the lengths of the two segments at the dragged vertex, and of one at the end of a line', () => {
    const lengths = (one: MapObject, from: [number, number], to: [number, number]) => {
      const { session, view } = editing('vertices', [one], one.id);
      session.gesture(view.gesture('down', from));
      session.gesture(view.gesture('drag', to));
      return view.sketch?.labels?.map(({ text }) => text);
    };
    // 0.001 degrees along the equator are 6378137 · pi / 180 · 0.001 = 111.32 m, along its meridian 110.57 m.
    expect(lengths(line, [600, 500], [700, 500])).toEqual(['222.639\u00a0m', '156.903\u00a0m']);
    expect(lengths(line, [500, 500], [400, 500])).toEqual(['222.639\u00a0m']);
    expect(lengths(square, [500, 500], [500, 600])).toEqual(['221.149\u00a0m', '156.903\u00a0m']);
  });

  it('holds a vertex that is dropped where the outline would cross itself, until it is dragged on or put back', () => {
    const { pointer, session, view, at, history } = editing('vertices', [square], 'square');
    const dropped = () => view.previewed[0]?.location.coordinates as Position[][] | undefined;
    // Over the opposite edge.
    pointer.drag([600, 400], [450, 450]);
    expect([history.state.done.length, at('square')]).toEqual([0, square.location.coordinates]);
    expect(session.state).toMatchObject({ hint: 'modify:problem.crosses', busy: true });
    expect(dropped()![0]![2]!.slice(0, 2)).toEqual([-0.0005, 0.0005]);
    // Elsewhere nothing is dragged, and nothing lost.
    pointer.drag([500, 500], [300, 300]);
    session.complete();
    expect(dropped()![0]![2]!.slice(0, 2)).toEqual([-0.0005, 0.0005]);
    pointer.drag([450, 450], [620, 380]);
    expect((at('square') as Position[][])[0]![2]).toEqual([0.0012, 0.0012, 3]);
    expect([history.state.done.length, view.previewed]).toEqual([1, []]);
    pointer.drag([620, 380], [450, 450]);
    session.cancel();
    expect([history.state.done.length, view.previewed]).toEqual([1, []]);
  });

  it('mends an outline that crosses itself already, and makes none by keys or by removing', () => {
    const bow: Position[] = [[0, 0], [0.001, 0.001], [0.001, 0], [0, 0.001], [0, 0]]; // prettier-ignore
    const twisted = object('twisted', { type: 'Polygon', coordinates: [bow] });
    const mending = editing('vertices', [twisted], 'twisted');
    mending.pointer.drag([600, 400], [605, 395]);
    expect(mending.history.state.done).toHaveLength(1);
    // A notch whose tip reaches below the bottom edge once a corner of it is gone.
    const notched = object('notched', { type: 'Polygon', coordinates: [[[0, 0], [0.001, -0.001], [0.002, 0], [0.002, 0.001], [0.001, -0.0005], [0, 0.001], [0, 0]]] }); // prettier-ignore
    const { pointer, session, at } = editing('vertices', [notched], 'notched');
    pointer.click(600, 600, { alt: true });
    expect(session.state.hint).toBe('modify:problem.crosses.removed');
    expect(at('notched')).toBe(notched.location.coordinates);
  });

  it('keeps the height, and keeps the ring closed when its first vertex moves', () => {
    const { pointer, at } = editing('vertices', [square], 'square');
    pointer.drag([500, 500], [490, 510]);
    const [ring] = at('square') as Position[][];
    expect(ring![0]).toEqual([-0.0001, -0.0001, 1]);
    expect(ring![4]).toEqual(ring![0]);
  });

  it('snaps to another object, not to the dragged one', () => {
    const { pointer, at } = editing('vertices', [line, point], 'line');
    pointer.drag([600, 500], [695, 503]);
    expect((at('line') as Position[])[1]).toEqual([0.002, 0]);
  });

  it('inserts a vertex where the midpoint of a segment is dragged or clicked', () => {
    const dragged = editing('vertices', [square], 'square');
    dragged.pointer.drag([550, 500], [550, 520]);
    // Between 1 m and 2 m.
    expect((dragged.at('square') as Position[][])[0]![1]).toEqual([0.0005, -0.0002, 1.5]);
    const clicked = editing('vertices', [line], 'line');
    clicked.pointer.click(550, 500);
    expect(clicked.at('line')).toHaveLength(4);
    expect(clicked.history.state.done.map(({ code }) => code)).toEqual(['add-vertex']);
  });

  it('removes a vertex by Alt+click and by Delete, but never below the minimum', () => {
    const { pointer, at, session } = editing('vertices', [line], 'line');
    pointer.click(600, 500, { alt: true });
    expect(at('line')).toHaveLength(2);
    pointer.click(500, 500);
    pointer.key('Delete');
    expect(at('line')).toHaveLength(2);
    expect(session.state.hint).toBe('modify:problem.too-few');
  });

  it('works with the keyboard alone: Tab selects vertices, arrows move in one step, Esc deselects', () => {
    const { pointer, at, history, vertices, session } = editing('vertices', [line], 'line');
    pointer.key('Tab');
    pointer.key('Tab');
    pointer.key('ArrowRight');
    pointer.key('ArrowRight');
    pointer.key('ArrowUp', { shift: true });
    expect((at('line') as Position[])[1]).toEqual([0.00102, 0.0001]);
    expect(history.state.done).toHaveLength(1);
    expect(session.state.busy).toBe(true);
    session.cancel();
    expect(vertices.active).toBeUndefined();
    expect(pointer.key('Tab')).toBe(false);
  });

  it('lets Tab leave the map after the last vertex', () => {
    const { pointer } = editing('vertices', [line], 'line');
    expect([1, 2, 3, 4].map(() => pointer.key('Tab'))).toEqual([true, true, true, false]);
  });

  it('changes nothing when a drag is cancelled', () => {
    const { session, view, at, history } = editing('vertices', [line], 'line');
    session.gesture(view.gesture('down', [600, 500]));
    session.gesture(view.gesture('drag', [700, 600]));
    session.cancel();
    expect(at('line')).toBe(line.location.coordinates);
    expect(view.previewed).toEqual([]);
    expect(history.state.done).toEqual([]);
  });

  it('moves shared vertices together if the option is on', () => {
    const other = object('other', {
      type: 'LineString',
      coordinates: [
        [0.001, 0],
        [0.003, 0.003],
      ],
    });
    const alone = editing('vertices', [line, other], 'line');
    alone.pointer.drag([600, 500], [620, 520]);
    expect((alone.at('other') as Position[])[0]).toEqual([0.001, 0]);
    const both = editing('vertices', [line, other], 'line');
    both.vertices.setShared(true);
    both.pointer.drag([600, 500], [620, 520]);
    expect((both.at('other') as Position[])[0]).toEqual([0.0012, -0.0002]);
    expect(both.history.state.done).toHaveLength(1);
  });

  it('selects the clicked object, and reports why a locked one cannot be selected', () => {
    const locked = object('kept', point.location, { typeName: 'locked' });
    const { pointer, targets, session } = editing('vertices', [line, locked]);
    expect(session.state.hint).toBe('modify:hint.vertices.select');
    pointer.click(550, 500);
    expect(targets.selection.ids).toEqual(['line']);
    pointer.click(700, 500);
    expect(session.state.hint).toBe('locked');
    expect(pointer.drag([700, 500], [720, 500])).toBe(false);
  });

  it('deactivates a vertex that someone else removed', () => {
    const { pointer, document, vertices } = editing('vertices', [line], 'line');
    pointer.key('Tab');
    document.apply([{ id: 'line', before: line, after: undefined }], 'remote');
    expect(vertices.active).toBeUndefined();
    expect(pointer.key('ArrowLeft')).toBe(false);
  });
});

describe('moving objects', () => {
  it('drags the selected ones together in one step, and keeps shape and heights', () => {
    const { pointer, at, history } = editing('move', [square, point], 'square', 'point');
    // 100 pixels north.
    pointer.drag([550, 450], [550, 350]);
    const [ring] = at('square') as Position[][];
    expect(ring!.map((vertex) => vertex[2])).toEqual([1, 2, 3, 4, 1]);
    expect(inverse(ring![0]!, ring![1]!).distance).toBeCloseTo(inverse([0, 0], [0.001, 0]).distance, 6);
    expect((at('point') as Position)[1]).toBeCloseTo(0.001, 9);
    expect(history.state.done).toMatchObject([{ code: 'move', values: { count: 2 } }]);
  });

  it('snaps the vertex under the pointer exactly', () => {
    const { pointer, at } = editing('move', [line, point], 'line');
    pointer.drag([603, 502], [704, 497]);
    expect((at('line') as Position[])[1]).toEqual([0.002, 0]);
  });

  it('picks up by a click and puts down by the next, also with the keyboard', () => {
    const { pointer, at, session, history } = editing('move', [line]);
    pointer.click(550, 500);
    expect(session.state).toMatchObject({ busy: true, hint: 'modify:hint.move.carrying' });
    pointer.click(550, 600);
    expect(session.state.busy).toBe(false);
    expect((at('line') as Position[])[0]![1]).toBeCloseTo(-0.001, 9);
    expect(history.state.done).toHaveLength(1);
  });

  it('changes nothing when cancelled during a move', () => {
    const { pointer, at, session, view, history } = editing('move', [line], 'line');
    pointer.click(550, 500).move(700, 700);
    expect(view.previewed).toHaveLength(1);
    session.cancel();
    expect(view.previewed).toEqual([]);
    expect(at('line')).toBe(line.location.coordinates);
    expect(history.state.done).toEqual([]);
  });

  it('nudges with the arrow keys, consecutive presses as one step', () => {
    const { pointer, at, history } = editing('move', [point], 'point');
    pointer.key('ArrowLeft');
    pointer.key('ArrowLeft', { shift: true });
    // 11 pixels west.
    expect((at('point') as Position)[0]).toBeCloseTo(0.00189, 12);
    expect(history.state.done).toHaveLength(1);
  });

  it('nudges the next selected object in a separate step', () => {
    const { pointer, targets, history } = editing('move', [point, line], 'point');
    pointer.key('ArrowLeft');
    targets.choose([line], { position: undefined }, false);
    pointer.key('ArrowLeft');
    expect(history.state.done).toHaveLength(2);
  });

  it('asks which is meant where several lie, and moves none of them meanwhile', () => {
    const other = object('other', square.location);
    const { pointer, targets, at } = editing('move', [square, other]);
    expect(pointer.drag([550, 450], [600, 450])).toBe(false);
    pointer.click(550, 450);
    expect(targets.asked?.map(({ id }) => id).sort()).toEqual(['other', 'square']);
    expect([targets.selection.ids, at('square')]).toEqual([[], square.location.coordinates]);
    targets.answer('square');
    pointer.drag([550, 450], [650, 450]);
    expect(at('square')).not.toEqual(square.location.coordinates);
    expect(at('other')).toBe(other.location.coordinates);
  });

  it('moves no single object of a selection that is not all loaded, and says why', () => {
    const { pointer, session, targets, at } = editing('move', [line], 'line', 'far');
    targets.selection.missing = 1;
    pointer.drag([600, 450], [650, 450]);
    pointer.click(600, 450);
    targets.reason = () => 'selection:problem.partial';
    pointer.click(600, 450);
    expect(session.state.hint).toBe('selection:problem.partial');
    expect([targets.selection.ids, at('line')]).toEqual([['line', 'far'], line.location.coordinates]);
  });

  it('lets the map pan where there is no object', () => {
    const { pointer } = editing('move', [line], 'line');
    expect(pointer.drag([300, 300], [400, 300])).toBe(false);
  });
});

describe('deleting', () => {
  function deleting(...selected: string[]) {
    const all = editing(
      'move',
      [line, point, object('kept', square.location, { typeName: 'locked' })],
      ...selected,
    );
    const projects = { current: all.project } as unknown as Projects;
    const deletion = new Deletion(() => Promise.resolve({ photos: 0, documents: 0, keptDays: 30 }), {
      change: () => Promise.resolve(true),
    });
    return { ...all, deletion, command: askToDelete(all.targets, projects, deletion) };
  }

  it('asks first, then deletes in one step that can be undone', () => {
    const { command, deletion, document, history } = deleting('line', 'point');
    command.run();
    expect(document.size).toBe(3);
    deletion.go();
    expect([...document.values()].map(({ id }) => id)).toEqual(['kept']);
    expect(history.state.done).toMatchObject([{ code: 'delete-massive', values: { count: 2 } }]);
    history.undo();
    expect(document.size).toBe(3);
  });

  it('deletes nothing when the person cancels', () => {
    const { command, deletion, document } = deleting('line');
    command.run();
    deletion.close();
    deletion.go();
    expect(document.size).toBe(3);
  });

  it('skips objects on a locked layer, and says so', () => {
    const { command, deletion, document } = deleting('line', 'kept');
    command.run();
    expect(deletion.request).toMatchObject({ skipped: { count: 1, reason: 'locked' } });
    deletion.go();
    expect(document.get('kept')).toBeDefined();
  });

  it('reports why there is nothing to delete', () => {
    expect(deleting().command.disabled()).toBe('disabled.nothing-selected');
    expect(deleting('kept').command.disabled()).toBe('disabled.locked');
    expect(deleting('line').command.disabled()).toBeUndefined();
  });
});
