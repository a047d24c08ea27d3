import { describe, expect, it } from 'vitest';
import { desk, TestPointer, object } from '#core/testing';
import type { Geometry, Position } from '#core/protocol';
import { ContinueTool } from './continue-tool.ts';

const ROAD: Position[] = [
  [0, 0],
  [0.001, 0],
];

function continuing(location: Geometry = { type: 'LineString', coordinates: ROAD }) {
  const context = desk([object('road', location)]);
  const session = new ContinueTool(context).start(context);
  const { document, history } = context.project;
  return {
    session,
    document,
    history,
    pointer: new TestPointer(context.view, session),
    line: () => document.get('road')!.location.coordinates,
  };
}

describe('Continuing a line', () => {
  it('adds vertices after its end, as one step', () => {
    const { pointer, line, history } = continuing();
    pointer.click(600, 500).click(700, 500).double(700, 400);
    expect(line()).toEqual([...ROAD, [0.002, 0], [0.002, 0.001]]);
    expect(history.state.done).toHaveLength(1);
    history.undo();
    expect(line()).toEqual(ROAD);
  });

  it('adds them before its start when that end was clicked', () => {
    const { pointer, line } = continuing();
    pointer.click(500, 500).click(400, 500).double(300, 400);
    expect(line()).toEqual([[-0.002, 0.001], [-0.001, 0], ...ROAD]);
  });

  it('can continue from the end that it created', () => {
    const { pointer, line } = continuing();
    pointer.click(600, 500).double(700, 500);
    pointer.move(800, 300);
    pointer.click(700, 500).double(700, 400);
    expect(line()).toEqual([...ROAD, [0.002, 0], [0.002, 0.001]]);
  });

  it('lengthens the part of a multiline whose end was clicked', () => {
    const { pointer, line } = continuing({
      type: 'MultiLineString',
      coordinates: [[[-0.003, 0], [-0.002, 0]], ROAD], // prettier-ignore
    });
    pointer.click(600, 500).double(700, 500);
    expect(line()).toEqual([
      [
        [-0.003, 0],
        [-0.002, 0],
      ],
      [...ROAD, [0.002, 0]],
    ]);
  });

  it('takes the height of the end where the line has heights', () => {
    const { pointer, line } = continuing({
      type: 'LineString',
      coordinates: [
        [0, 0, 5],
        [0.001, 0, 7],
      ],
    });
    pointer.click(600, 500).double(700, 500);
    expect(line()).toEqual([
      [0, 0, 5],
      [0.001, 0, 7],
      [0.002, 0, 7],
    ]);
  });

  it('requires an end under the first click', () => {
    const { pointer, session } = continuing();
    for (const x of [550, 300]) {
      pointer.click(x, 500);
      expect(session.state).toMatchObject({ hint: 'shapes:problem.no-end', busy: false });
    }
  });

  it('ignores closed lines', () => {
    const ring: Position[] = [...ROAD, [0.001, 0.001], [0, 0]];
    const { pointer, session } = continuing({ type: 'LineString', coordinates: ring });
    pointer.click(500, 500);
    expect(session.state.hint).toBe('shapes:problem.no-end');
  });

  it('says so when someone else changed the line meanwhile', () => {
    const { pointer, session, document, line } = continuing();
    pointer.click(600, 500).click(700, 500);
    const before = document.get('road')!;
    const after = { ...before, location: { type: 'LineString' as const, coordinates: [[0, 0], [0, 0.001]] as Position[] } }; // prettier-ignore
    document.apply([{ id: 'road', before, after }], 'remote');
    session.complete();
    expect(session.state).toMatchObject({ hint: 'shapes:problem.end-gone', busy: true });
    expect(line()).toEqual([
      [0, 0],
      [0, 0.001],
    ]);
  });

  it('rejects a typed first vertex that is not at an end', () => {
    const { session, line } = continuing();
    session.path.add([0.003, 0.003]);
    session.path.add([0.004, 0.003]);
    session.complete();
    expect(session.state.hint).toBe('shapes:problem.no-end');
    expect(line()).toEqual(ROAD);
  });

  it('leaves no sketch when cancelled', () => {
    const { pointer, session, line, history } = continuing();
    pointer.click(600, 500).click(700, 500);
    session.cancel();
    expect(line()).toEqual(ROAD);
    expect(history.state.done).toHaveLength(0);
    expect(session.state.busy).toBe(false);
  });
});
