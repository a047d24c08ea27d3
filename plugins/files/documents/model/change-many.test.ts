import { describe, expect, it } from 'vitest';
import type { FileRecord } from '#core/protocol';
import { changeMany, changeOf, tagsIn } from './change-many.ts';

const file = (name: string, more: Partial<FileRecord> = {}) =>
  ({ name, folder: '', tags: ['old'], expiresOn: null, ...more }) as FileRecord;

describe('Several files', () => {
  it('get a folder, more and fewer tags and an expiry; what is not given stays', () => {
    const many = {
      folder: 'Permits',
      addTags: ['new', 'old'],
      removeTags: ['draft'],
      expiresOn: '2027-01-31',
    };
    expect(changeOf(file('a', { tags: ['draft', 'old'] }), many)).toEqual({
      folder: 'Permits',
      tags: ['old', 'new'],
      expiresOn: '2027-01-31',
    });
    expect(changeOf(file('a'), { addTags: ['new'] })).toEqual({ tags: ['old', 'new'] });
    expect(changeOf(file('a'), { folder: '', addTags: ['old'], expiresOn: null })).toBeUndefined();
  });

  it('are changed one by one: one that is refused is named, and the others are changed', async () => {
    const sent: string[] = [];
    const result = await changeMany(
      [file('a'), file('b'), file('c', { folder: 'X' })],
      { folder: 'X' },
      async ({ name }) => {
        // prettier-ignore
        if (name === 'a') throw new Error('Somebody else has changed it.');
        sent.push(name);
      },
    );
    expect([sent, result]).toEqual([
      ['b'],
      { changed: 1, failed: [{ file: file('a'), reason: 'Somebody else has changed it.' }] },
    ]);
  });

  it('have tags as they are typed', () => {
    expect(tagsIn(' north ; ;crack')).toEqual(['north', 'crack']);
  });
});
