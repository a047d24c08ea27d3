import { describe, expect, it, vi } from 'vitest';
import { add, type Edit } from '#core/document';
import type { Field, ObjectType } from '#core/protocol';
import { desk, field, object } from '#core/testing';
import { PromptedValues } from './new-values.ts';
import { proposals, TakenValues, duplicatesIn } from './duplicate-values.ts';

const NUMBER = field('number', { required: true, unique: true });
const typeOf = (...fields: Field[]) => ({ name: 'parcel', fields }) as unknown as ObjectType;
const parcel = (id: string, properties: Record<string, unknown>) =>
  object(id, { type: 'Point', coordinates: [0, 0] }, { typeName: 'parcel', properties });
const LABEL = { label: 'x', code: 'x' };

/** Proposals for copies of these values of one field, where some are taken. */
function proposed(of: Field, values: unknown[], taken: unknown[]): unknown[] {
  const copies = values.map((value, i) => parcel(`new${i}`, { [of.name]: value }));
  const had = taken.map((value, i) => parcel(`old${i}`, { [of.name]: value }));
  const duplicates = duplicatesIn(add(copies)(undefined as never), new Map([['parcel', typeOf(of)]]));
  return proposals(duplicates, new TakenValues(had, duplicates));
}

describe('A proposal for a unique value', () => {
  it.each([
    ['text counts on behind a stroke', NUMBER, ['12', '12'], ['12', '12/1'], ['12/2', '12/3']],
    ['text that may not grow counts its digits on', field('code', { unique: true, pattern: 'A\\d{3}' }), ['A009'], ['A009', 'A010'], ['A011']], // prettier-ignore
    [
      'numbers go on from the greatest',
      field('n', { unique: true, type: 'integer' }),
      [3, 3],
      [3, 41],
      [42, 43],
    ],
    ['a value that nobody has stays', NUMBER, ['77', '77'], ['12'], ['77', '77/1']],
    ['there is none beyond the field’s limit', field('n', { unique: true, type: 'integer', max: 41 }), [3], [3, 41], [undefined]], // prettier-ignore
  ] as [string, Field, unknown[], unknown[], unknown[]][])('%s', (_, of, values, taken, expected) => {
    expect(proposed(of, values, taken)).toEqual(expected);
  });
});

/** Parcel 12 is loaded; the server answers every query with these values. */
function asking(answers: unknown[][] = []) {
  const setUp = desk([parcel('a', { number: '12', owner: 'Rossi' })], [typeOf(NUMBER, field('owner'))]);
  const call = vi.fn(() => Promise.resolve({ data: (answers.shift() ?? []).map((number) => parcel('s', { number })) })); // prettier-ignore
  const values = new PromptedValues({ call } as never);
  const done = vi.fn();
  const copies: Edit = add(['b', 'c'].map((id) => parcel(id, { number: '12', owner: 'Rossi' })));
  const numbers = () => [...setUp.project.document.values()].map(({ properties }) => properties.number);
  return { ...setUp, values, done, call, copies, numbers };
}

describe('Asking for unique values', () => {
  it('performs at once what needs none', () => {
    const { values, project, done } = asking();
    expect(values.perform(project, add([parcel('b', { owner: 'Verdi' })]), LABEL, done)).toBe(true);
    expect(done).toHaveBeenCalledOnce();
    expect(values.perform(project, () => [], LABEL, done)).toBe(false);
  });

  it('proposes values free in the loaded objects and on the server, and performs one step with the answer', async () => {
    const { values, project, copies, done, call, numbers } = asking([['12/1', '12/2']]);
    values.perform(project, copies, LABEL, done);
    await vi.waitFor(() => expect(values.question).toBeDefined());
    expect(call).toHaveBeenCalledTimes(2);
    expect(values.question!.proposed).toEqual(['12/3', '12/4']);
    expect(project.document.size).toBe(1);
    values.answer(['13', '12/4']);
    expect(numbers()).toEqual(['12', '13', '12/4']);
    expect(project.document.get('b')!.properties.owner).toBe('Rossi');
    expect(done).toHaveBeenCalledOnce();
    project.history.undo();
    expect(numbers()).toEqual(['12']);
  });

  it('asks even where the server cannot be reached', async () => {
    const { values, project, copies, call } = asking();
    call.mockRejectedValue(new Error('no network'));
    values.perform(project, copies, LABEL);
    await vi.waitFor(() => expect(values.question?.proposed).toEqual(['12/1', '12/2']));
  });

  it('does nothing if the person cancels', async () => {
    const { values, project, copies, done } = asking();
    values.perform(project, copies, LABEL, done);
    await vi.waitFor(() => expect(values.question).toBeDefined());
    values.close();
    expect(values.question).toBeUndefined();
    expect([project.document.size, done.mock.calls.length]).toEqual([1, 0]);
  });
});
