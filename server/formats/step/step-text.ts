const CODED =
  /\\\\|\\X2\\((?:[0-9A-F]{4})+)\\X0\\|\\X4\\((?:[0-9A-F]{8})+)\\X0\\|\\X\\([0-9A-F]{2})|\\S\\(.)|\\P[A-I]\\/gi;

/**
 * The text of a STEP string without its quotes (ISO 10303-21, 6.4.3): doubled quotes, `\X2\00E8\X0\`, `\X4\…`, `\X\E8`,
 * `\S\h`. Files with plain UTF-8 or Latin-1, which the standard forbids, are read as what their authors meant.
 */
export function decodeStepText(bytes: Buffer): string {
  let ascii = true;
  for (const byte of bytes)
    if (byte > 127) {
      ascii = false;
      break;
    }
  let text = bytes.toString(ascii ? 'latin1' : 'utf8');
  if (!ascii && text.includes('\ufffd')) text = bytes.toString('latin1');
  text = text.replaceAll("''", "'");
  if (!text.includes('\\')) return text;
  return text.replace(CODED, (_, two?: string, four?: string, narrow?: string, shifted?: string) => {
    if (two) return two.replace(/.{4}/g, (code) => String.fromCharCode(parseInt(code, 16)));
    if (four) return four.replace(/.{8}/g, (code) => codePoint(parseInt(code, 16)));
    if (narrow) return String.fromCharCode(parseInt(narrow, 16));
    if (shifted) return String.fromCharCode(shifted.charCodeAt(0) + 128);
    return _ === '\\\\' ? '\\' : '';
  });
}

function codePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
