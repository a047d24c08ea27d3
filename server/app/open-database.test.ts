import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedTemplate } from '../testing/embedded-template.ts';
import { openDatabase } from './open-database.ts';

describe('a database whose tables are damaged', () => {
  let data: string;
  beforeAll(async () => {
    data = fs.mkdtempSync(path.join(os.tmpdir(), 'groma-damaged-'));
    const folder = path.join(data, 'database');
    fs.cpSync(await embeddedTemplate(), folder, { recursive: true });
    // The files of tables are named by numbers, those of a project's own above 16384.
    for (const name of fs.readdirSync(path.join(folder, 'base'), { recursive: true, encoding: 'utf8' })) {
      const file = path.join(folder, 'base', name);
      if (!/^\d{5,}$/.test(path.basename(name)) || !fs.statSync(file).isFile()) continue;
      fs.writeFileSync(file, Buffer.alloc(fs.statSync(file).size, 'x'));
    }
  });
  afterAll(() => fs.rmSync(data, { recursive: true, force: true }));

  it('is refused with what to do', async () => {
    await expect(openDatabase({ data, databaseUrl: undefined })).rejects.toThrow(
      /^The database in .*database is damaged \(invalid page .*\)\. Restore it from a backup, or set GROMA_DATA to another folder\.$/,
    );
  });
});
