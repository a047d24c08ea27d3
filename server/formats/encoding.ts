import { Unreadable } from '../base/problems.ts';

/** The upper halves of DOS code pages, which TextDecoder does not support (unicode.org, VENDORS/MICSFT/PC). */
const BOX = '░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀';
const MATHS = 'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
const LATIN_END = 'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const DOS: Record<string, string> = {
  cp437: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»' + BOX + MATHS,
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
    LATIN_END,
  cp858:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀' +
    LATIN_END,
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀' +
    'ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  cp737: 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ' + BOX + 'ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u00a0',
  cp861: 'ÇüéâäàåçêëèÐðÞÄÅÉæÆôöþûÝýÖÜø£Ø₧ƒáíóúÁÍÓÚ¿⌐¬½¼¡«»' + BOX + MATHS,
  cp865: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒáíóúñÑªº¿⌐¬½¼¡«¤' + BOX + MATHS,
};

/** Language driver ids of a dbf header (byte 29). 87 means "the ANSI page of the machine that wrote it". */
const LDID: Record<number, string> = {
  0x01: 'cp437',
  0x02: 'cp850',
  0x03: 'windows-1252',
  0x04: 'macintosh',
  0x08: 'cp865',
  0x09: 'cp437',
  0x0a: 'cp850',
  0x0b: 'cp437',
  0x0d: 'cp437',
  0x0e: 'cp850',
  0x0f: 'cp437',
  0x10: 'cp850',
  0x11: 'cp437',
  0x12: 'cp850',
  0x13: 'shift_jis',
  0x14: 'cp850',
  0x15: 'cp437',
  0x16: 'cp850',
  0x17: 'cp865',
  0x18: 'cp437',
  0x19: 'cp437',
  0x1a: 'cp850',
  0x1b: 'cp437',
  0x1d: 'cp850',
  0x1f: 'cp852',
  0x22: 'cp852',
  0x23: 'cp852',
  0x25: 'cp850',
  0x37: 'cp850',
  0x40: 'cp852',
  0x4d: 'gbk',
  0x4e: 'euc-kr',
  0x4f: 'big5',
  0x50: 'windows-874',
  0x57: 'windows-1252',
  0x58: 'windows-1252',
  0x59: 'windows-1252',
  0x64: 'cp852',
  0x65: 'ibm866',
  0x66: 'cp865',
  0x67: 'cp861',
  0x6a: 'cp737',
  0x78: 'big5',
  0x79: 'euc-kr',
  0x7a: 'gbk',
  0x7b: 'shift_jis',
  0x7c: 'windows-874',
  0x86: 'cp737',
  0x87: 'cp852',
  0x96: 'x-mac-cyrillic',
  0xc8: 'windows-1250',
  0xc9: 'windows-1251',
  0xca: 'windows-1254',
  0xcb: 'windows-1253',
  0xcc: 'windows-1257',
};
export const LDID_MACHINE_ANSI = 0x57;

export function encodingOfDriver(ldid: number): string | undefined {
  return LDID[ldid];
}

/** Normalizes an encoding name of a .cpg file or a person; undefined when it is unknown. */
export function knownEncoding(name: string): string | undefined {
  const plain = name
    .replace(/[\u0000\ufeff]/g, '')
    .trim()
    .toLowerCase()
    .replace(/^(ansi|oem|ibm|dos)[ _-]*(?=\d)/, '');
  if (plain === '') return undefined;
  const iso = /^(?:iso[ _-]*)?8859[ _-]*(\d{1,2})$/.exec(plain);
  if (iso) return supported(`iso-8859-${Number(iso[1])}`);
  const page = /^(?:cp|windows-|win)?[ _-]*(\d{3,5})$/.exec(plain);
  if (page) {
    const number = page[1]!;
    if (number === '65001') return 'utf-8';
    if (`cp${number}` in DOS) return `cp${number}`;
    const named = {
      932: 'shift_jis',
      936: 'gbk',
      949: 'euc-kr',
      950: 'big5',
      866: 'ibm866',
      54936: 'gb18030',
    }[number];
    return named ?? supported(`windows-${number}`);
  }
  if (plain === 'system') return undefined;
  return supported(plain);
}

function supported(name: string): string | undefined {
  try {
    return new TextDecoder(name).encoding === 'replacement' ? undefined : name;
  } catch {
    return undefined;
  }
}

/** Decodes bytes to text; invalid bytes become U+FFFD. */
export type Decode = (bytes: Uint8Array) => string;

/** Windows-1252 from 0x80 to 0x9F; everything else is as in Latin-1 (encoding.spec.whatwg.org). */
export const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Several versions of Node decode it as Latin-1 (nodejs/node, issue 56542). */
export const decodeWindows1252: Decode = (bytes) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (letter) => WINDOWS_1252[letter.charCodeAt(0) - 0x80]!);

/** Throws Unreadable when the encoding is unknown. */
export function decoderOf(name: string): Decode {
  const known = knownEncoding(name) ?? (Object.hasOwn(DOS, name) ? name : undefined);
  if (!known) throw new Unreadable('unknown-encoding', { encoding: name.slice(0, 40) });
  const upper = DOS[known];
  if (!upper) {
    const decoder = new TextDecoder(known);
    return decoder.encoding === 'windows-1252' ? decodeWindows1252 : (bytes) => decoder.decode(bytes);
  }
  return (bytes) => {
    let text = '';
    for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : upper[byte - 0x80]!;
    return text;
  };
}

/**
 * Returns whether there are bytes beyond ASCII, and whether all of it is UTF-8; a sequence cut off at the end counts
 * as valid.
 */
export function lookAtText(bytes: Uint8Array): { ascii: boolean; utf8: boolean } {
  let ascii = true;
  for (let i = 0; i < bytes.length; i++)
    if (bytes[i]! >= 0x80) {
      ascii = false;
      break;
    }
  if (ascii) return { ascii, utf8: true };
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return { ascii, utf8: true };
  } catch {
    return { ascii, utf8: false };
  }
}
