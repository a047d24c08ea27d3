/** Bytes of a header, and of which the content is a multiple. */
const BLOCK = 512;

/** Removes entries from a tar archive (POSIX ustar: a header block, then the content in whole blocks). */
export function withoutEntries(tar: Buffer, leftOut: RegExp): Buffer {
  const entries: Buffer[] = [];
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const text = (from: number, to: number) =>
      tar.toString('latin1', at + from, at + to).replace(/\0.*$/s, '');
    const prefix = text(345, 500);
    const name = prefix ? `${prefix}/${text(0, 100)}` : text(0, 100);
    const end = at + BLOCK + Math.ceil(parseInt(text(124, 136), 8) / BLOCK) * BLOCK;
    if (!leftOut.test(name)) entries.push(tar.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]);
}
