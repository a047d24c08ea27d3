import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ObjectDocument, type Edit, type MapObject } from '#core/document';
import { AppError } from '#core/kernel';
import { DocumentHistory } from './index.ts';

function object(id: string, value: number): MapObject {
  return {
    id,
    typeName: 't',
    location: { type: 'Point', coordinates: [0, 0] },
    properties: { value },
    relatesTo: [],
  };
}
/** Sets the object's value; undefined deletes it. */
function set(id: string, value: number | undefined): Edit {
  return (document) => {
    const before = document.get(id);
    const after = value === undefined ? undefined : object(id, value);
    return before || after ? [{ id, before, after }] : [];
  };
}
const LABEL = { label: 'history:test', code: 'test' };
function opened(limit?: number) {
  const document = new ObjectDocument('p');
  const history = new DocumentHistory(document, limit === undefined ? {} : { limit });
  const values = () => Object.fromEntries([...document.values()].map((o) => [o.id, o.properties.value]));
  return { document, history, values };
}

describe('History', () => {
  it('undoes and redoes step by step', () => {
    const { history, values } = opened();
    history.perform(set('a', 1), LABEL);
    history.perform(set('a', 2), LABEL);
    history.perform(set('b', 3), LABEL);
    expect(history.undo()).toBe(true);
    expect(history.undo()).toBe(true);
    expect(values()).toEqual({ a: 1 });
    expect(history.redo()).toBe(true);
    expect(values()).toEqual({ a: 2 });
    expect(history.state.undone).toHaveLength(1);
  });

  it('completes what an edit made, also of an object that it changes twice', () => {
    const document = new ObjectDocument('p');
    const complete = (made: MapObject): MapObject => ({
      ...made,
      properties: { ...made.properties, twice: Number(made.properties['value']) * 2 },
    });
    const history = new DocumentHistory(document, { complete });
    const [first, second] = [object('a', 1), object('a', 2)];
    history.perform(
      () => [
        { id: 'a', before: undefined, after: first },
        { id: 'a', before: first, after: second },
      ],
      LABEL,
    );
    expect(document.get('a')?.properties).toEqual({ value: 2, twice: 4 });
    history.undo();
    expect(document.get('a')).toBeUndefined();
    history.redo();
    expect(document.get('a')?.properties).toEqual({ value: 2, twice: 4 });
  });

  it('adds no step for an edit that changes nothing', () => {
    const { history } = opened();
    expect(history.perform(set('a', undefined), LABEL)).toBe(false);
    expect(history.undoObstacle()).toEqual({ reason: 'nothing' });
  });

  it('merges the steps of a gesture into one entry', () => {
    const { history, values } = opened();
    const mark = history.mark();
    for (const value of [1, 2, 3]) history.perform(set('a', value), LABEL);
    history.merge(mark, { label: 'history:drag', code: 'drag' });
    expect(history.state.done.map(({ code }) => code)).toEqual(['drag']);
    history.undo();
    expect(values()).toEqual({});
    history.redo();
    expect(values()).toEqual({ a: 3 });
  });

  it('refuses to undo over remote changes, reports the objects, and continues with the previous step', () => {
    const { document, history, values } = opened();
    history.perform(set('b', 1), LABEL);
    history.perform(set('a', 1), LABEL);
    document.apply([{ id: 'a', before: document.get('a'), after: object('a', 9) }], 'remote');
    expect(history.undoObstacle()).toEqual({ reason: 'changed-elsewhere', ids: ['a'] });
    expect(history.undo()).toBe(false);
    expect(values()).toEqual({ a: 9, b: 1 });
    expect(history.undo()).toBe(true);
    expect(values()).toEqual({ a: 9 });
  });

  it('undoes although another object was changed remotely', () => {
    const { document, history, values } = opened();
    history.perform(set('a', 1), LABEL);
    document.apply([{ id: 'z', before: undefined, after: object('z', 9) }], 'remote');
    expect(history.undo()).toBe(true);
    expect(values()).toEqual({ z: 9 });
  });

  it('drops the oldest steps beyond its limit; marks stay valid', () => {
    const { history, values } = opened(3);
    for (let i = 0; i < 5; i++) history.perform(set('a', i), LABEL);
    const mark = history.mark();
    history.perform(set('a', 10), LABEL);
    history.perform(set('a', 11), LABEL);
    expect(history.state.done).toHaveLength(3);
    history.merge(mark, LABEL);
    expect(history.state.done).toHaveLength(2);
    history.undo();
    expect(values()).toEqual({ a: 4 });
    expect(history.state.done).toHaveLength(1);
  });

  it('returns to the same state after any steps are undone and redone', () => {
    const step = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      value: fc.option(fc.nat(9), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.nat(30), (steps, back) => {
        const { history, values } = opened();
        const seen = [values()];
        for (const { id, value } of steps) if (history.perform(set(id, value), LABEL)) seen.push(values());
        const depth = Math.min(back, seen.length - 1);
        for (let i = 0; i < depth; i++) history.undo();
        expect(values()).toEqual(seen[seen.length - 1 - depth]);
        for (let i = 0; i < depth; i++) history.redo();
        expect(values()).toEqual(seen.at(-1));
      }),
    );
  });
});

describe('A step of the server', () => {
  /** A step whose calls end when the test says so. */
  function serverStep(isRedoable = true) {
    let end: (failure?: unknown) => void = () => undefined;
    const calls: string[] = [];
    const call = (name: string) => () => {
      calls.push(name);
      return new Promise<void>((resolve, reject) => {
        end = (failure) => (failure === undefined ? resolve() : reject(failure));
      });
    };
    const step = { ...LABEL, code: 'import', undo: call('undo'), ...(isRedoable && { redo: call('redo') }) };
    return { step, calls, end: (failure?: unknown) => end(failure) };
  }
  const codes = (steps: readonly { code: string }[]) => steps.map(({ code }) => code);

  it('is undone by the server before the edits that came earlier, and redone by it', async () => {
    const { history, values } = opened();
    const { step, calls, end } = serverStep();
    history.perform(set('a', 1), LABEL);
    history.record(step);
    expect(history.undo()).toBe(true);
    // Until the server has answered, nothing else is undone or redone.
    expect(history.undoObstacle()).toEqual({ reason: 'running' });
    expect([history.undo(), history.redo()]).toEqual([false, false]);
    expect(values()).toEqual({ a: 1 });
    end();
    await history.settled();
    expect([codes(history.state.done), codes(history.state.undone)]).toEqual([['test'], ['import']]);
    expect(history.redo()).toBe(true);
    end();
    await history.settled();
    expect(calls).toEqual(['undo', 'redo']);
    expect(codes(history.state.done)).toEqual(['test', 'import']);
  });

  it('cannot be redone when the server cannot do it again', async () => {
    const { history } = opened();
    const { step, end } = serverStep(false);
    history.record(step);
    history.undo();
    end();
    await history.settled();
    expect(history.state).toMatchObject({ done: [], undone: [] });
  });

  it('stays when the server could not be reached, and goes when it says that there is nothing to undo', async () => {
    const { history } = opened();
    const { step, end } = serverStep();
    history.record(step);
    history.undo();
    end(new AppError('http', 'The server cannot be reached.'));
    await expect(history.settled()).rejects.toThrow('The server cannot be reached.');
    expect(history.undoObstacle()).toBeUndefined();
    history.undo();
    end(new AppError('http', 'This import was already undone.', { status: 409 }));
    await expect(history.settled()).rejects.toThrow('already undone');
    expect(history.undoObstacle()).toEqual({ reason: 'nothing' });
  });

  it('leaves what was done meanwhile', async () => {
    const { history, values } = opened();
    const { step, end } = serverStep();
    history.record(step);
    history.undo();
    const mark = history.mark();
    history.perform(set('a', 1), LABEL);
    end();
    await history.settled();
    history.perform(set('a', 2), LABEL);
    history.merge(mark, { ...LABEL, code: 'drag' });
    expect([codes(history.state.done), codes(history.state.undone)]).toEqual([['drag'], []]);
    history.undo();
    expect(values()).toEqual({});
  });

  it('is not merged into a gesture, and is removed when it was undone elsewhere', () => {
    const { history } = opened();
    const mark = history.mark();
    history.perform(set('a', 1), LABEL);
    const recorded = history.record(serverStep().step);
    history.perform(set('a', 2), LABEL);
    history.merge(mark, { ...LABEL, code: 'drag' });
    expect(codes(history.state.done)).toEqual(['import', 'drag']);
    recorded.dispose();
    expect(codes(history.state.done)).toEqual(['drag']);
  });
});
