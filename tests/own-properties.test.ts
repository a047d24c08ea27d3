import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { propertyOf } from '#core/kernel';

const ROOT = join(import.meta.dirname, '..');
/** Reads a value by a name that is not written in the code; `[i]` and `[n]` are of lists. */
const READ =
  /(?<!delete )\b(?:[\w.?!]+\.)?(?:properties|values)!?(?:\?\.)?\[(?!['"`\]\d]|[in]\])[^\]]*\](?!\s*\??\??=[^=])/;
/** Not attributes of objects. */
const OTHERS = ['core/settings/', 'core/api/', 'core/kernel/property-of.ts'];

const files = ['core', 'plugins', 'workbench'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.stories\.|\/testing\/|trial/.test(name)),
);

it('attributes are read by propertyOf: a field may be named like what every object inherits', () => {
  const found = files
    .filter((file) => !OTHERS.some((other) => file.startsWith(other)))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, i) => (READ.test(line) ? `${file}:${i + 1} ${line.trim()}` : [])),
    );
  expect(found).toEqual([]);
});

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  '%s has no value where none was given',
  (name) => {
    expect(propertyOf({ other: 1 }, name)).toBeUndefined();
    expect(propertyOf(JSON.parse(`{ "${name}": "x" }`) as Record<string, unknown>, name)).toBe('x');
  },
);
