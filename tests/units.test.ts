import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** The accuracy of a grid of shifts is stated by its publisher in metres, and belongs to no project. */
const METRES_ONLY = ['plugins/admin/administration/ui/GridDialog.tsx'];

it('no number field is in metres only: a LengthField has the unit of the project', () => {
  const sources = readdirSync(join(ROOT, 'plugins'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.stories)\.tsx$/.test(file))
    .map((file) => join('plugins', file));
  expect(sources.length).toBeGreaterThan(100);
  const inMetres = sources.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('unit="m"'));
  expect(inMetres).toEqual(METRES_ONLY);
});
