import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['core', 'plugins', 'workbench', 'server', 'tests', '.storybook'];
const ENUM = /^\s*(export\s+)?(declare\s+)?(const\s+)?enum\s+\w+\s*\{/m;

it('no source declares an enum: a union of strings emits no code and can be read everywhere', () => {
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  );
  expect(sources.length).toBeGreaterThan(1000);
  expect(sources.filter((file) => ENUM.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});
