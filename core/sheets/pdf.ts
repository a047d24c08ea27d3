const latin = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));

/** A PDF (1.4) of these objects, each text and bytes one after the other; the first is its catalog. */
export function pdfFile(objects: readonly (readonly (string | Uint8Array)[])[]): Blob {
  const bytes: Uint8Array[] = [];
  let size = 0;
  const put = (part: string | Uint8Array) => {
    const added = typeof part === 'string' ? latin(part) : part;
    bytes.push(added);
    size += added.length;
  };
  // Bytes above 127 tell programs that it is no text.
  put('%PDF-1.4\n%\xE2\xE3\xCF\xD3\n');
  const offsets = objects.map((parts, i) => {
    const offset = size;
    put(`${i + 1} 0 obj\n`);
    for (const part of parts) put(part);
    put('\nendobj\n');
    return offset;
  });
  const start = size;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  put(
    `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  );
  return new Blob(bytes as BlobPart[], { type: 'application/pdf' });
}

/** Windows-1252 from 0x80 to 0x9F, with blanks where it has nothing. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const BEYOND = new Map([
  ...Array.from(WINDOWS_1252, (one, i): [string, string] => [one, String.fromCharCode(0x80 + i)]),
  [' ', ' '],
  ['\u202f', ' '],
  ['−', '-'],
  ['↔', '<->'],
]);

/** Text between the brackets of `Tj`, for a font with WinAnsiEncoding: letters that it lacks lose their accent, others are `?`. */
export function pdfText(text: string): string {
  return Array.from(text.normalize('NFC'), (one) => BEYOND.get(one) ?? inLatin(one))
    .join('')
    .replaceAll(/[\\()]/g, String.raw`\$&`);
}

function inLatin(one: string): string {
  const known = [one, one.normalize('NFD')[0]!].find((letter) => letter.charCodeAt(0) < 256);
  return known ?? '?';
}
