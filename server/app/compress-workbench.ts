import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Half a second per megabyte, and within 5 % of the slowest quality. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const WORTH_IT = 1024;

/** Writes a .br and a .gz next to each text file of the built workbench, so that no request waits for compression. */
export async function compressWorkbench(dist: string): Promise<void> {
  const files = (await fs.readdir(dist, { recursive: true })).filter((name) =>
    /\.(js|css|svg|json|wasm|html|geojson)$/.test(name),
  );
  const waiting = [...files];
  // zlib runs in the thread pool; a few at a time keep its threads busy and memory low.
  const work = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
      await compressFile(path.join(dist, name));
  };
  await Promise.all([work(), work(), work()]);
}

async function compressFile(file: string): Promise<void> {
  const content = await fs.readFile(file);
  if (content.length < WORTH_IT) return;
  await fs.writeFile(`${file}.br`, await brotli(content, BROTLI));
  await fs.writeFile(`${file}.gz`, await zip(content, { level: 9 }));
}
