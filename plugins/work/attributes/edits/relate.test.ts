import { expect, it } from 'vitest';
import type { Geometry } from '#core/protocol';
import { desk, object } from '#core/testing';
import { relate } from './relate.ts';

const at: Geometry = { type: 'Point', coordinates: [0, 0] };

it('relates objects to another, and not it to itself, as one step that is undone', () => {
  const { project } = desk([object('a', at), object('b', at), object('c', at)]);
  const related = () => ['a', 'b', 'c'].map((id) => project.document.get(id)!.relatesTo);
  project.history.perform(relate(['a', 'b', 'c'], { to: ['c'] }), { label: 'x', code: 'x' });
  expect(related()).toEqual([['c'], ['c'], []]);
  project.history.perform(relate(['a'], { to: ['c', 'b'] }), { label: 'x', code: 'x' });
  project.history.perform(relate(['a', 'b'], { no: ['c'] }), { label: 'x', code: 'x' });
  expect(related()).toEqual([['b'], [], []]);
  expect(relate(['b'], { no: ['c'] })(project.document)).toEqual([]);
  project.history.undo();
  expect(related()).toEqual([['c', 'b'], ['c'], []]);
});
