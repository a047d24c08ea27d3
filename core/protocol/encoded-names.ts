/**
 * Letters valid in XML names in every edition (XML 1.0, first edition, appendix B, for European alphabets), and the
 * other name characters; no colon (Namespaces in XML, 3).
 */
const LETTERS =
  'A-Za-z_\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u0131\\u0391-\\u03A1\\u03A3-\\u03CE\\u0410-\\u044F';
const FIRST = new RegExp(`^[${LETTERS}]$`);
const NEXT = new RegExp(`^[${LETTERS}0-9.-]$`);
const PLAIN = /[A-Za-z0-9._-]/;
const ESCAPE = /_x[0-9A-F]{4,6}_/y;

/**
 * A name as an XML element name: invalid characters become `_x0020_` as in ISO/IEC 9075-14 (SQL/XML), also
 * underscores that would look like such an escape, and the first letter of a name in `taken`.
 */
export function elementName(name: string, taken?: ReadonlySet<string>): string {
  const text = encoded(name, FIRST, NEXT);
  return taken?.has(text) ? escaped(text[0]!) + text.slice(1) : text;
}

/**
 * A name as a path segment, escaped the same way, in unreserved ASCII only, because clients differ in what they
 * encode.
 */
export function pathName(name: string): string {
  const text = encoded(name, PLAIN, PLAIN);
  return /^\.+$/.test(text) ? escaped('.') + text.slice(1) : text;
}

/** Reverses the encoding of names. */
export function decodedName(text: string): string {
  return text.replace(/_x([0-9A-F]{4,6})_/g, (whole, code: string) => {
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

function encoded(name: string, first: RegExp, next: RegExp): string {
  let text = '';
  let at = 0;
  for (const letter of name) {
    ESCAPE.lastIndex = at;
    const fits = (at === 0 ? first : next).test(letter) && !ESCAPE.test(name);
    text += fits ? letter : escaped(letter);
    at += letter.length;
  }
  return text;
}

function escaped(letter: string): string {
  return `_x${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}_`;
}
