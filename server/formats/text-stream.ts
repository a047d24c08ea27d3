import type { ByteFile } from './byte-file.ts';
import { decodeWindows1252, decoderOf, knownEncoding, lookAtText } from './encoding.ts';

/** Decodes pieces of a text in order; `more` follows the piece. */
export type TextDecoding = (bytes: Uint8Array, more: boolean) => string;

const SAMPLE = 1024 * 1024;
const WIDE_SAMPLE = 4096;

/** A decoder for the pieces of a file, by its byte order mark, else by the name of an encoding; UTF-8 otherwise. */
export function decoderFor(file: ByteFile, encoding: string | undefined): TextDecoding {
  const name = markOf(file) ?? (encoding === undefined ? undefined : knownEncoding(encoding)) ?? 'utf-8';
  try {
    const decoder = new TextDecoder(name);
    if (decoder.encoding === 'windows-1252') return decodeWindows1252;
    return (bytes, more) => decoder.decode(bytes, { stream: more });
  } catch {
    // A page of DOS: one byte for each letter.
    const decode = decoderOf(name);
    return (bytes) => decode(bytes);
  }
}

/** What a byte order mark says. */
function markOf(file: ByteFile): string | undefined {
  const [a, b, c] = file.slice(0, 3);
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : undefined;
}

/** UTF-16 without a byte order mark: nearly every second byte of a text in Latin letters is 0, and no other. */
function wideOf(file: ByteFile): string | undefined {
  const bytes = file.slice(0, WIDE_SAMPLE);
  const zeros = [0, 0];
  bytes.forEach((byte, i) => byte === 0 && zeros[i % 2]!++);
  const [first, second] = zeros.map((count) => (2 * count) / bytes.length);
  if (second! > 0.7 && first! < 0.05) return 'utf-16le';
  return first! > 0.7 && second! < 0.05 ? 'utf-16be' : undefined;
}

/** The encoding of a text that states none: by its byte order mark, or by what the bytes look like. */
export function guessedEncoding(file: ByteFile): { name: string; sure: boolean } {
  const mark = markOf(file) ?? wideOf(file);
  if (mark) return { name: mark, sure: true };
  const { ascii, utf8 } = lookAtText(file.slice(0, SAMPLE));
  return utf8 ? { name: 'utf-8', sure: true } : { name: 'windows-1252', sure: ascii };
}

const CHUNK = 64 * 1024;
const LONGEST_LINE = 16 * 1024 * 1024;

/** The lines of a text file, without their ends (LF, CR LF or CR). `read` gets the bytes read so far. */
export function* readLines(
  file: ByteFile,
  encoding: string,
  read: (offset: number) => void = () => {},
): Generator<string> {
  const decode = decoderFor(file, encoding);
  let rest = '';
  let afterReturn = false;
  for (let at = 0; at < file.size; at += CHUNK) {
    const bytes = file.slice(at, CHUNK);
    read(at + bytes.length);
    let text = decode(bytes, at + bytes.length < file.size);
    if (afterReturn && text.startsWith('\n')) text = text.slice(1);
    afterReturn = text.endsWith('\r');
    const lines = (rest + text).split(/\r\n|\n|\r/);
    rest = lines.pop()!;
    if (rest.length > LONGEST_LINE) rest = rest.slice(0, LONGEST_LINE);
    yield* lines;
  }
  if (rest !== '') yield rest;
}
