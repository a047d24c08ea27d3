import { describe, expect, it } from 'vitest';
import { blockedStorage, fullStorage, memoryStorage } from '#core/testing';
import { forgetPerson, PersonalStorage, type StorageOwner } from './personal-storage.ts';
import { StoredValue } from './stored-value.ts';

const ADA: StorageOwner = { userId: 'ada', organizationId: 'alpi' };
const BOB: StorageOwner = { userId: 'bob', organizationId: 'alpi' };
function device(disk: Storage | undefined = memoryStorage()) {
  let owner: StorageOwner | undefined = ADA;
  const storage = new PersonalStorage(disk, () => owner);
  const value = new StoredValue({ storage, key: 'last', read: (stored) => stored ?? 'none' });
  return { disk, storage, value, is: (next: StorageOwner | undefined) => void (owner = next) };
}

describe.each([
  ['a storage', () => memoryStorage()],
  ['a full storage', () => fullStorage()],
  ['a blocked storage', () => blockedStorage()],
  ['no storage', () => undefined],
])('Personal values in %s', (_, disk) => {
  it('are those of the person and organization alone, and come back with them', () => {
    const { value, is } = device(disk());
    value.set('of Ada');
    is(BOB);
    expect(value.get()).toBe('none');
    value.set('of Bob');
    is({ ...ADA, organizationId: 'mare' });
    expect(value.get()).toBe('none');
    is(undefined);
    expect(value.get()).toBe('none');
    is(ADA);
    expect(value.get()).toBe('of Ada');
    value.clear();
    expect(value.get()).toBe('none');
    is(BOB);
    expect(value.get()).toBe('of Bob');
  });
});

describe('Signing out', () => {
  it('removes what is stored of the person, in all organizations, and leaves others and the device', () => {
    const { disk, value, storage, is } = device();
    value.set('of Ada');
    is({ ...ADA, organizationId: 'mare' });
    value.set('of Ada at sea');
    is(BOB);
    value.set('of Bob');
    for (const key of ['groma.settings', 'groma.dock', 'groma.attributes.last', 'another program'])
      disk.setItem(key, '1');
    forgetPerson(disk, 'ada', ['groma.settings', 'groma.dock']);
    storage.forget();
    const keys = Array.from({ length: disk.length }, (_, i) => disk.key(i));
    expect(keys.sort()).toEqual(['another program', 'groma.dock', 'groma.settings', 'groma:bob:alpi:last']);
    is(ADA);
    expect(value.get()).toBe('none');
  });

  it('forgets what a full storage did not take', () => {
    const { value, storage } = device(fullStorage());
    value.set('of Ada');
    storage.forget();
    expect(value.get()).toBe('none');
  });

  it('works where storage is blocked', () => {
    expect(() => forgetPerson(blockedStorage(), 'ada', [])).not.toThrow();
    expect(() => forgetPerson(undefined, 'ada', [])).not.toThrow();
  });
});
