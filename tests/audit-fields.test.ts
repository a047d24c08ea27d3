import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** `detail: { count, way: 'link' }` of a record of the audit, in which nothing is nested deeper than once. */
const DETAILS = /\bdetail(?:: | = )\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g;
const COMMA = /,(?![^([{]*[)\]}])/;

it('every detail that the server writes into the audit trail has a text', () => {
  const texts = JSON.parse(readFileSync(join(ROOT, 'locales/en/administration.json'), 'utf8')) as object;
  const sources = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(ROOT, 'server', file), 'utf8'))
    .filter((source) => source.includes('audit('));
  const fields = sources.flatMap((source) =>
    [...source.matchAll(DETAILS)].flatMap(([, inside]) =>
      inside!.split(COMMA).flatMap((part) => /^\w+/.exec(part.trim())?.[0] ?? []),
    ),
  );
  expect(fields).toContain('switchedOff');
  // Its fields are those of what was changed.
  const named = new Set(fields.filter((field) => field !== 'changed' && field !== 'after'));
  expect([...named].filter((field) => !(`audit.field.${field}` in texts))).toEqual([]);
});
