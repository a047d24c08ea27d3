import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { sentence } from '../base/language.ts';
import { Findings, Unreadable } from '../base/problems.ts';
import { FlatGeometry } from '../formats/flat.ts';
import { zip } from './zip.ts';
import { formatOf } from '../api/imports/readers/format-of.ts';
import { openSource } from '../api/imports/reading/open.ts';
import { read } from '../api/imports/reading/reading.ts';
import type { FileReading, ReadingTask } from '../api/imports/reading/task.ts';

/** A folder for the files of a test. */
export function readingFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'groma-reading-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  const own = (): string => {
    const one = path.join(folder, String(count++));
    mkdirSync(one);
    return one;
  };
  const taskOf = (name: string, content: string | Uint8Array): Omit<ReadingTask, 'mode'> => {
    const job = own();
    const file = path.join(job, name);
    writeFileSync(file, content);
    return { format: formatOf(name), file, folder: own(), name: path.parse(name).name };
  };

  return {
    folder,
    own,
    /** Reads a file as for a preview. */
    look: (
      name: string,
      content: string | Uint8Array,
      more: Partial<ReadingTask> = {},
    ): Promise<FileReading> => read({ ...taskOf(name, content), mode: 'look', ...more }),
    /** A zip of files. */
    zip: (files: Record<string, string | Uint8Array>) =>
      zip(Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) }))),
    /** The geometries of a layer with the positions of the file, and their attributes. */
    async objects(
      name: string,
      content: string | Uint8Array,
      options: { layer?: string; options?: Record<string, string> } = {},
    ): Promise<{ type: string; places: number[][]; properties: Record<string, unknown> }[]> {
      const findings = new Findings();
      const source = await openSource(taskOf(name, content), options, findings);
      const into = new FlatGeometry();
      const found = [];
      for (const item of source.features(into, findings, () => {})) {
        if (item instanceof Promise) {
          await item;
          continue;
        }
        const { hasGeometry, properties } = item;
        const places: number[][] = [];
        if (hasGeometry)
          for (let i = 0; i < into.size; i += into.stride)
            places.push([...into.flat.slice(i, i + into.stride)]);
        found.push({ type: hasGeometry ? into.type : 'none', places, properties });
      }
      source.close();
      return found;
    },
    /** The key by which a file is refused, which has a sentence. */
    async refusal(name: string, content: string | Uint8Array): Promise<string> {
      try {
        await read({ ...taskOf(name, content), mode: 'look' });
      } catch (thrown) {
        if (!(thrown instanceof Unreadable)) throw thrown;
        const key = `import.refused.${thrown.key}`;
        if (sentence('en', key, thrown.values) === key) throw new Error(`${key} has no sentence.`);
        return thrown.key;
      }
      return 'read';
    },
  };
}

/** The kinds of its problems, each of which has a sentence. */
export function kindsOf(reading: FileReading): string[] {
  return reading.findings.map(({ kind, values }) => {
    const key = `import.problem.${kind}`;
    if (sentence('en', key, { count: 1, ...values }) === key) throw new Error(`${key} has no sentence.`);
    return kind;
  });
}
