import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTypeFile } from '../server/api/attributes/type-file/read-types.ts';

const FOLDER = join(import.meta.dirname, '../plugins/work/type-files/templates');

it.each(readdirSync(FOLDER))('the template %s can be taken, with all texts in both languages', (name) => {
  const types = readTypeFile(readFileSync(join(FOLDER, name), 'utf8'), 'en');
  expect(types.length).toBeGreaterThan(2);
  const titles = types.flatMap(({ title, fields = [] }) => [
    title,
    ...fields.flatMap((field) => [field.title, ...(field.choices ?? []).map((choice) => choice.title)]),
  ]);
  expect(titles.filter((title) => !title?.en || !title.it)).toEqual([]);
});
