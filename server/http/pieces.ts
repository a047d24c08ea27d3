/** Joins texts, given as bytes, with a separator, `head` before and `end` after: one copy, without a long string. */
export function separated(by: ',' | '\n', texts: readonly Buffer[], head: string, end: string): Buffer {
  const sign = by.charCodeAt(0);
  let size = Buffer.byteLength(head) + Buffer.byteLength(end) + Math.max(0, texts.length - 1);
  for (const text of texts) size += text.length;
  const bytes = Buffer.allocUnsafe(size);
  let at = bytes.write(head, 0);
  for (let n = 0; n < texts.length; n++) {
    if (n > 0) bytes[at++] = sign;
    bytes.set(texts[n]!, at);
    at += texts[n]!.length;
  }
  bytes.write(end, at);
  return bytes;
}
