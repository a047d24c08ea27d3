import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const files = ['core', 'plugins', 'workbench'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    join(ROOT, folder, file),
  ),
);
const text = (file: string): string => readFileSync(file, 'utf8');

it('every class of the component library that a component uses has a style', () => {
  const styled = new Set(
    files
      .filter((file) => file.endsWith('.css'))
      .flatMap((file) => [...text(file).matchAll(/\.(g-[\w-]+)/g)].map(([, name]) => name!)),
  );
  const used = files
    .filter((file) => /^(?!.*\.(test|stories)\.).*\.tsx$/.test(file))
    .flatMap((file) =>
      [...text(file).matchAll(/(?:className=|classes\()(?:"[^"]*"|\{?[^}\n>]*)/g)].flatMap(([attribute]) =>
        [...attribute.matchAll(/(?<![\w-])g-[a-z][\w-]*/g)].map(([name]) => name),
      ),
    );
  expect(used.length).toBeGreaterThan(100);
  // Names that end in a hyphen are completed from a value.
  expect([...new Set(used)].filter((name) => !name.endsWith('-') && !styled.has(name))).toEqual([]);
});
