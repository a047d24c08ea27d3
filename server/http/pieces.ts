/** Texts, given as their bytes, with commas between, `head` before and `end` after them: one copy, and no long string. */
export function commaSeparated(texts: readonly Buffer[], head: string, end: string): Buffer {
  let size = Buffer.byteLength(head) + Buffer.byteLength(end) + Math.max(0, texts.length - 1);
  for (const text of texts) size += text.length;
  const bytes = Buffer.allocUnsafe(size);
  let at = bytes.write(head, 0);
  for (let n = 0; n < texts.length; n++) {
    if (n > 0) bytes[at++] = COMMA;
    bytes.set(texts[n]!, at);
    at += texts[n]!.length;
  }
  bytes.write(end, at);
  return bytes;
}

const COMMA = 0x2c;
