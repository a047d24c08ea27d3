import { createWriteStream, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { inChild } from '../../../server/api/bim/convert/in-child.ts';
import type { Triple } from '../../../server/api/bim/convert/fragments.ts';
import { atMost, type ReportRow } from '../report.ts';

const MEGABYTE = 1024 ** 2;
/** As the job splits files. */
const PART = 150 * MEGABYTE;

/**
 * A file of many megabytes, made of one real file again and again, indexed and converted part by part in processes that may have
 * 3 GB: compared with as many conversions of the real file.
 */
export async function large(source: string, folder: string, megabytes: number): Promise<ReportRow> {
  const file = path.join(folder, `large-${megabytes}.ifc`);
  const copies = await replicate(source, file, megabytes * MEGABYTE);
  const single = await timed(async () => {
    await index(source, folder);
    await convert(source, folder, null);
  });
  const all = await timed(async () => {
    await index(file, folder);
    const parts = Math.ceil(statSync(file).size / PART);
    const files = await inChild(
      { do: 'split', file, folder, parts },
      'large',
      new AbortController().signal,
      () => {},
    );
    let origin: Triple | null = null;
    for (const one of files) origin = (await convert(one, folder, origin)).origin;
  });
  return atMost(1.3, {
    what: `${megabytes} MB of IFC, ${copies} times ${path.basename(source)}, in at most 3 GB`,
    ours: all,
    peer: single * copies,
    against: 'the sum of its parts',
    unit: 'ms',
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function index(file: string, folder: string) {
  const [things, values] = [path.join(folder, 'things'), path.join(folder, 'values')];
  const task = { do: 'index' as const, file, schema: 'IFC4', things, values };
  return inChild(task, 'large', new AbortController().signal, () => {});
}

function convert(file: string, folder: string, origin: Triple | null) {
  const to = (name: string) => path.join(folder, name);
  const out = { fragments: to('part.frag'), glb: to('part.glb'), rows: to('part.rows') };
  const task = { do: 'part' as const, file, ...out, origin, outline: [] };
  return inChild(task, 'large', new AbortController().signal, () => {});
}

/** Writes the lines of a file again and again, with other numbers and GlobalIds; returns how often. */
async function replicate(source: string, file: string, bytes: number): Promise<number> {
  const text = readFileSync(source, 'latin1');
  const [start, end] = [text.indexOf('DATA;') + 5, text.lastIndexOf('ENDSEC;')];
  const lines = text.slice(start, end);
  const most = Math.max(...[...lines.matchAll(/^#(\d+)=/gm)].map(([, number]) => Number(number)));
  const out = createWriteStream(file, 'latin1');
  const write = (part: string) =>
    out.write(part, 'latin1') ? undefined : new Promise<void>((done) => out.once('drain', done));
  await write(text.slice(0, start));
  const copies = Math.ceil(bytes / lines.length);
  for (let copy = 0; copy < copies; copy++) {
    // The first six characters of a GlobalId become the number of the copy: what was one thing stays one.
    const own = copy.toString(36).padStart(6, '0');
    await write(
      copy === 0
        ? lines
        : lines
            .replaceAll(/#(\d+)/g, (_, number: string) => `#${Number(number) + copy * (most + 1)}`)
            .replaceAll(/'([0-3][0-9A-Za-z_$]{5})([0-9A-Za-z_$]{16})'/g, `'${own}$2'`),
    );
  }
  await write(text.slice(end));
  await new Promise<void>((done, fail) => out.end(done).once('error', fail));
  return copies;
}
