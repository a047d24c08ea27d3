import { describe, expect, it } from 'vitest';
import type { Edit } from '#core/document';
import { desk, object } from '#core/testing';
import { jumpTo, objectsOf } from './jump.ts';

const LABEL = { label: 'x:made', code: 'made' };
const made =
  (...ids: string[]): Edit =>
  () =>
    ids.map((id) => ({
      id,
      before: undefined,
      after: object(id, { type: 'Point', coordinates: [9, 45] }),
    }));

function threeSteps() {
  const { project } = desk();
  for (const id of ['a', 'b', 'c']) project.history.perform(made(id), LABEL);
  return { ...project, there: () => [...project.document.values()].map(({ id }) => id).join('') };
}

describe('Jumping in the list of steps', () => {
  it('undoes to the chosen step, and can jump to any other', () => {
    const { history, there } = threeSteps();
    expect(jumpTo(history, 1)).toBeUndefined();
    expect(there()).toBe('a');
    jumpTo(history, 3);
    expect(there()).toBe('abc');
    jumpTo(history, 0);
    expect(there()).toBe('');
    jumpTo(history, 99);
    expect(there()).toBe('abc');
  });

  it('stops before a step that others changed since, names it and drops nothing', () => {
    const { history, document, there } = threeSteps();
    const before = document.get('b');
    document.apply([{ id: 'b', before, after: { ...before!, properties: { of: 'others' } } }], 'remote');
    const [, second] = history.state.done;
    expect(jumpTo(history, 0)).toBe(second);
    expect(there()).toBe('ab');
    expect(history.state.done).toHaveLength(2);
  });

  it('counts each object of a step once', () => {
    const { history } = desk().project;
    history.perform(made('a', 'b'), LABEL);
    expect(objectsOf(history.state.done[0]!)).toBe(2);
  });
});
