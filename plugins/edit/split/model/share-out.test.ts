import { describe, expect, it } from 'vitest';
import type { Field, ObjectType } from '#core/protocol';
import { field, memoryStorage } from '#core/testing';
import { Rules, rulesFor, type Rule } from './rules.ts';
import { shareOut } from './share-out.ts';

const typeOf = (...fields: Field[]) => ({ name: 'parcel', fields }) as unknown as ObjectType;
const always = (rule: Rule) => (): Rule => rule;

describe('The attributes of parts', () => {
  it('are copied, also those without a field', () => {
    const given = { owner: 'Bianchi', imported: 7 };
    expect(shareOut(given, typeOf(field('owner')), [1, 2], always('copy'))).toEqual([given, given]);
    expect(shareOut(given, undefined, [1, 2], always('empty'))).toEqual([given, given]);
  });

  it('are divided by size: 90 over 1 : 2 is 30 and 60', () => {
    const parts = shareOut(
      { value: 90 },
      typeOf(field('value', { type: 'number' })),
      [100, 200],
      always('divide'),
    );
    expect(parts).toEqual([{ value: 30 }, { value: 60 }]);
  });

  it('remain integers with the same sum in an integer field', () => {
    // 10 over three thirds: 3.33 each, rounded down 3 3 3, the remaining one goes to the first.
    const people = typeOf(field('people', { type: 'integer' }));
    expect(shareOut({ people: 10 }, people, [5, 5, 5], always('divide'))).toEqual([
      { people: 4 },
      { people: 3 },
      { people: 3 },
    ]);
    // -7 over 1 : 3: -1.75 and -5.25, rounded down -2 and -6; the remaining 1 goes to -5.25, which lost most (0.75).
    expect(shareOut({ people: -7 }, people, [1, 3], always('divide'))).toEqual([
      { people: -2 },
      { people: -5 },
    ]);
  });

  it('are emptied, or stay with the first part', () => {
    const type = typeOf(field('code', { unique: true }));
    expect(shareOut({ code: 'A1' }, type, [1, 1], always('empty'))).toEqual([{}, {}]);
    expect(shareOut({ code: 'A1' }, type, [1, 1], always('first'))).toEqual([{ code: 'A1' }, {}]);
  });

  it('are refused if a divided value is invalid for its field; a unique one is left to be entered', () => {
    const limited = typeOf(field('width', { type: 'number', min: 3 }));
    expect(shareOut({ width: 4 }, limited, [1, 1], always('divide'))).toBe('divided');
    const once = typeOf(field('code', { unique: true, required: true }));
    expect(shareOut({ code: 'A1' }, once, [1, 1], always('ask'))).toEqual([{ code: 'A1' }, { code: 'A1' }]);
    expect(shareOut({}, once, [1, 1], always('ask'))).toEqual([{}, {}]);
  });
});

describe('The rules', () => {
  it('of a field are those that it allows', () => {
    expect(rulesFor(field('a'))).toEqual(['copy', 'empty']);
    expect(rulesFor(field('a', { type: 'number', required: true }))).toEqual(['copy', 'divide']);
    expect(rulesFor(field('a', { type: 'integer', unique: true }))).toEqual(['first', 'ask', 'empty']);
    expect(rulesFor(field('a', { unique: true, required: true }))).toEqual(['ask']);
  });

  it('are stored by type and field, until the field no longer allows them', () => {
    const storage = memoryStorage();
    const value = field('value', { type: 'number' });
    new Rules(storage).choose(typeOf(value), value, 'divide');
    expect(new Rules(storage).of('parcel', value)).toBe('divide');
    expect(new Rules(storage).of('road', value)).toBe('copy');
    expect(new Rules(storage).of('parcel', field('value'))).toBe('copy');
  });

  it('ignore invalid stored data', () => {
    for (const text of ['no json', 'null', '7', '{"parcel":null}', '{"parcel":{"value":3}}']) {
      const storage = memoryStorage();
      storage.setItem('split.rules', text);
      const rules = new Rules(storage);
      expect(rules.of('parcel', field('value', { type: 'number' }))).toBe('copy');
      rules.choose(typeOf(), field('value', { type: 'number' }), 'divide');
      expect(rules.of('parcel', field('value', { type: 'number' }))).toBe('divide');
    }
  });
});
