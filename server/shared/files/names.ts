import sanitize from 'sanitize-filename';
import { HttpError } from '../../base/http-error.ts';

/** Characters that reverse the direction of text: `photo‮gpj.exe` would look like a picture. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * A file name that every system accepts: no folders, no reserved characters or names, none that reverse text, and no
 * `;`, which separates names. Undefined when nothing is left.
 */
export function cleanName(given: string | undefined): string | undefined {
  const leaf = (given ?? '').split(/[\\/]/).pop()!;
  const plain = leaf.normalize('NFC').replace(BIDI, '').replace(SURROGATES, '').replaceAll(';', '_');
  const name = sanitize(shortened(plain.trim()), { replacement: '_' });
  return /^[_.\s]*$/.test(name) ? undefined : name;
}

/** Bytes; file systems accept 255. */
const MAX_NAME_BYTES = 200;

/** Shortened before its extension, which determines the program that opens it. */
function shortened(name: string): string {
  const ending = /\.[\w-]{1,15}$/.exec(name)?.[0] ?? '';
  const letters = [...name.slice(0, name.length - ending.length)].slice(0, MAX_NAME_BYTES);
  while (Buffer.byteLength(letters.join('') + ending) > MAX_NAME_BYTES) letters.pop();
  return letters.join('') + ending;
}

/** Throws HttpError 422 when nothing of the name can be kept. */
export function nameOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const name = cleanName(given);
  if (name === undefined) throw new HttpError(422, 'files.no-name', { name: given.slice(0, 60) });
  return name;
}
