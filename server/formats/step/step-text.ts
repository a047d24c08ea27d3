const CODED =
  /\\\\|\\X4\\((?:[0-9A-F]{8})+)\\X0\\|\\X2\\((?:[0-9A-F]{4})+)\\X0\\|\\X\\([0-9A-F]{2})|\\S\\(.)|\\P[A-I]\\/gi;

/**
 * Decodes a string of a STEP file, read as Latin-1: doubled apostrophes, escapes (ISO 10303-21, 6.4.3), and UTF-8, which
 * many programs write although it is not allowed.
 */
export function stepText(text: string): string {
  let plain = text;
  if (/[\x80-\xff]/.test(plain)) {
    const read = Buffer.from(plain, 'latin1').toString('utf8');
    if (!read.includes('\ufffd')) plain = read;
  }
  if (plain.includes("''")) plain = plain.replaceAll("''", "'");
  if (!plain.includes('\\')) return plain.replaceAll('\0', '');
  return plain
    .replace(CODED, (_, widest?: string, wide?: string, narrow?: string, shifted?: string) => {
      if (widest) return widest.replace(/.{8}/g, (code) => character(parseInt(code, 16)));
      if (wide) return wide.replace(/.{4}/g, (code) => String.fromCharCode(parseInt(code, 16)));
      if (narrow) return String.fromCharCode(parseInt(narrow, 16));
      if (shifted) return String.fromCharCode(shifted.charCodeAt(0) + 128);
      return _ === '\\\\' ? '\\' : '';
    })
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replaceAll('\0', '');
}

const character = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');
