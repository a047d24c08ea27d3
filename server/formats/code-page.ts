import type { TextEncoding } from '#core/protocol';
import { WINDOWS_1252 } from './encoding.ts';

/** A question mark. */
const UNKNOWN = 0x3f;

/** A text as bytes; what Windows-1252 does not have becomes a question mark, and `onLost` is called. */
export function encoded(text: string, encoding: TextEncoding, onLost: () => void): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  let isWhole = true;
  const bytes = Array.from(text.normalize('NFC'), (letter) => {
    const code = letter.codePointAt(0)!;
    if (code < 0x80 || (code > 0x9f && code <= 0xff)) return code;
    const at = WINDOWS_1252.indexOf(letter);
    if (at >= 0) return 0x80 + at;
    isWhole = false;
    return UNKNOWN;
  });
  if (!isWhole) onLost();
  return Buffer.from(bytes);
}
