import { describe, expect, it } from 'vitest';
import type { Edit } from '#core/document';
import { desk, object } from '#core/testing';
import { jumpTo } from './jump.ts';

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
  it('undoes to the chosen step, and can jump to any other', async () => {
    const { history, there } = threeSteps();
    expect(await jumpTo(history, 1)).toBeUndefined();
    expect(there()).toBe('a');
    await jumpTo(history, 3);
    expect(there()).toBe('abc');
    await jumpTo(history, 0);
    expect(there()).toBe('');
    await jumpTo(history, 99);
    expect(there()).toBe('abc');
  });

  it('stops before a step that others changed since, names it and drops nothing', async () => {
    const { history, document, there } = threeSteps();
    const before = document.get('b');
    document.apply([{ id: 'b', before, after: { ...before!, properties: { of: 'others' } } }], 'remote');
    const [, second] = history.state.done;
    expect(await jumpTo(history, 0)).toBe(second);
    expect(there()).toBe('ab');
    expect(history.state.done).toHaveLength(2);
  });

  it('waits for a step of the server, and stops with its error', async () => {
    const { history, there } = threeSteps();
    let isOnline = true;
    const undo = () =>
      isOnline ? Promise.resolve() : Promise.reject(new Error('The server cannot be reached.'));
    history.record({ ...LABEL, undo, redo: () => Promise.resolve() });
    await jumpTo(history, 1);
    expect(there()).toBe('a');
    await jumpTo(history, 4);
    isOnline = false;
    await expect(jumpTo(history, 1)).rejects.toThrow('cannot be reached');
    expect(there()).toBe('abc');
    expect(history.state.done).toHaveLength(4);
  });
});
