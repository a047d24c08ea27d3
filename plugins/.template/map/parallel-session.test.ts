import { expect, it } from 'vitest';
import { add } from '#core/document';
import { distance } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { desk, TestPointer, object } from '#core/testing';
import type { NewObjects } from '#plugins/work/attributes/api';
import { ParallelSession } from './parallel-session.ts';

// Pixel (500, 500) is 0° 0°; a pixel is 0.00001 degrees.
const FROM: Position = [0, 0];
const TO: Position = [0.002, 0];
const road = object('road', { type: 'LineString', coordinates: [FROM, TO] });

/** The types of the desk require nothing. */
const newObjects: Pick<NewObjects, 'add'> = {
  add: (project, objects, label) => Promise.resolve(project.history.perform(add(objects), label)),
};

function drawing() {
  const setUp = desk([road]);
  const session = new ParallelSession(setUp, setUp.settings, setUp.i18n, newObjects);
  return { ...setUp, session, pointer: new TestPointer(setUp.view, session) };
}

it('shows the parallel before, at the distance that is typed, on the side of the pointer', () => {
  const { pointer, view, session } = drawing();
  pointer.move(600, 497);
  for (const key of '12,5') expect(pointer.key(key)).toBe(true);
  const [beside] = view.previewed[0]!.location.coordinates as Position[];
  expect(distance(FROM, beside!)).toBeCloseTo(12.5, 6);
  // The pointer is 3 pixels north of the road.
  expect(beside![1]).toBeGreaterThan(0);
  expect(session.state).toMatchObject({
    busy: true,
    readout: [{ value: expect.stringContaining('12.500') }],
  });
  pointer.key('Backspace');
  expect(session.state.readout).toMatchObject([{ value: expect.stringContaining('12.000') }]);
  session.cancel();
  expect(session.state.busy).toBe(false);
});

it('draws it in one step, which undo takes back', () => {
  const { pointer, project, view } = drawing();
  pointer.key('5');
  pointer.click(600, 503);
  expect(project.document.size).toBe(2);
  expect(view.previewed).toEqual([]);
  expect(project.history.state.done.map(({ code }) => code)).toEqual(['parallel']);
  project.history.undo();
  expect([...project.document.values()]).toEqual([road]);
});

it('says so where there is no line', () => {
  const { pointer, session, project } = drawing();
  pointer.click(100, 100);
  expect(session.state.hint).toBe('template:problem.no-line');
  expect(project.document.size).toBe(1);
});
