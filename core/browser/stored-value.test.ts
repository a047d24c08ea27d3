import { describe, expect, it } from 'vitest';
import { blockedStorage, fullStorage, memoryStorage } from '#core/testing';
import { asRecord, withLatest } from '#core/kernel';
import type { TextStorage } from './storage.ts';
import { StoredValue } from './stored-value.ts';

const numberIn = (storage: TextStorage | undefined, key: string | (() => string) = 'size') =>
  new StoredValue({ storage, key, read: (stored) => (typeof stored === 'number' ? stored : 7) });

describe('A stored value', () => {
  it('is available to the next instance with its key', () => {
    const storage = memoryStorage();
    numberIn(storage).set(12);
    expect(storage.getItem('size')).toBe('12');
    expect([numberIn(storage).get(), numberIn(storage, 'other').get()]).toEqual([12, 7]);
    numberIn(storage).clear();
    expect([numberIn(storage).get(), storage.getItem('size')]).toEqual([7, null]);
  });

  it('is the default if the stored data is invalid', () => {
    const storage = memoryStorage();
    for (const text of ['{broken', '"text"', 'null', '[]']) {
      storage.setItem('size', text);
      expect(numberIn(storage).get()).toBe(7);
    }
  });

  it('has one value per key', () => {
    const storage = memoryStorage();
    let person = 'ada';
    const value = numberIn(storage, () => `size.${person}`);
    value.set(1);
    person = 'bob';
    expect(value.get()).toBe(7);
    value.set(2);
    person = 'ada';
    expect([value.get(), storage.getItem('size.bob')]).toEqual([1, '2']);
  });

  it('can be plain text', () => {
    const storage = memoryStorage();
    const value = new StoredValue<unknown>({ storage, key: 'id', read: (stored) => stored, isText: true });
    value.set('5e3');
    expect([storage.getItem('id'), value.get()]).toEqual(['5e3', '5e3']);
  });

  it.each([
    ['full', fullStorage()],
    ['blocked', blockedStorage()],
    ['missing', undefined],
  ])('does not throw with a storage that is %s, and is remembered on this page', (_, storage) => {
    const value = numberIn(storage);
    expect(value.get()).toBe(7);
    value.set(12);
    expect([value.get(), numberIn(storage).get()]).toEqual([12, 7]);
    value.clear();
    expect(value.get()).toBe(7);
  });

  it('is replaced by what another tab has stored since', () => {
    const storage = fullStorage({ size: '3' });
    const value = numberIn(storage);
    value.set(12);
    expect([value.isChangedBy({ key: 'other' }), value.get()]).toEqual([false, 12]);
    expect([value.isChangedBy({ key: 'size' }), value.get()]).toEqual([true, 3]);
    value.set(12);
    // A null key: another tab has emptied the whole storage.
    expect([value.isChangedBy({ key: null }), value.get()]).toEqual([true, 3]);
  });
});

describe('A stored record', () => {
  it('is empty if something else is stored', () => {
    expect([undefined, 1, 'text', null, ['a']].map(asRecord)).toEqual([{}, {}, {}, {}, {}]);
    expect(asRecord({ a: 1 })).toEqual({ a: 1 });
  });

  it('keeps the latest entries', () => {
    let record: Record<string, number> = {};
    for (const [i, key] of ['a', 'b', 'c', 'b', 'd'].entries()) record = withLatest(record, key, i, 3);
    expect(Object.entries(record)).toEqual([['c', 2], ['b', 3], ['d', 4]]); // prettier-ignore
  });
});
