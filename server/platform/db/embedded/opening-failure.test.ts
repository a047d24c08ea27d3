import { expect, it } from 'vitest';
import { causeOf, openingFailure } from './opening-failure.ts';

it.each<[unknown, string]>([
  [{ name: 'ErrnoError', errno: 51 }, 'the disk is full'],
  [{ name: 'ErrnoError', errno: 69 }, 'the file system is read-only'],
  [{ name: 'ErrnoError', errno: 7 }, 'error 7 of its file system'],
  [new Error('Aborted(). Build with -sASSERTIONS'), 'its files are incomplete or unreadable'],
  [new Error('it contains files, but no PG_VERSION'), 'it contains files, but no PG_VERSION'],
])('Why a database does not open is a cause for people: %j', (thrown, cause) => {
  expect(causeOf(thrown)).toBe(cause);
});

it('Of a full disk no damage is told', () => {
  expect(openingFailure('/data', 'the disk is full')).toBe(
    'The database in /data cannot be opened (the disk is full). Free space, or set GROMA_DATA to another folder.',
  );
});
