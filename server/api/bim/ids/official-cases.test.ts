import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Unusable } from '../../../base/unusable.ts';
import { auditIds } from './audit.ts';

/** The cases that buildingSMART publishes with IDS 1.0; a file's name begins with its outcome. */
const CASES = path.resolve(import.meta.dirname, '../../../../../shared/data/ids');

/** What an audit says of a case. */
function outcomeOf(file: string): string {
  try {
    return auditIds(readFileSync(`${file}.ifc`), readFileSync(`${file}.ids`)).passes ? 'pass' : 'fail';
  } catch (failure) {
    if (failure instanceof Unusable) return `invalid (${failure.message})`;
    throw failure;
  }
}

describe.skipIf(!existsSync(CASES))('the official cases of IDS 1.0', () => {
  it('come out as their names say', () => {
    const wrong: string[] = [];
    let count = 0;
    for (const folder of readdirSync(CASES))
      for (const name of readdirSync(path.join(CASES, folder))) {
        const [stated] = name.split(/[-_]/);
        if (!name.endsWith('.ids')) continue;
        count++;
        const outcome = outcomeOf(path.join(CASES, folder, name.slice(0, -4)));
        if (!outcome.startsWith(stated!)) wrong.push(`${folder}/${name}: ${outcome}`);
      }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(200);
  });
});
