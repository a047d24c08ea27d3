import type { ByteFile } from '../../../../formats/byte-file.ts';
import { Unreadable } from '../../../../base/problems.ts';

/** What files that are no JSON are, by their first bytes as Latin-1. */
const SIGNS: readonly (readonly [kind: string, sign: RegExp])[] = [
  ['not-json-zip', /^PK\x03\x04/],
  ['not-json-kml', /^\s*(?=<)[^]*<kml[\s>]/i],
  ['not-json-gml', /^\s*(?=<)[^]*(<(\w+:)?FeatureCollection|opengis\.net\/gml)/],
  ['not-json-gpx', /^\s*(?=<)[^]*<gpx[\s>]/i],
  ['not-json-xml', /^\s*</],
  ['not-json-geopackage', /^SQLite format 3\0/],
  ['not-json-shp', /^\0\0\x27\x0a/],
  ['not-json-pdf', /^%PDF-/],
];
const BYTE_ORDER_MARK = /^\xef\xbb\xbf/;
const LOOKED_AT = 4096;

/** Throws Unreadable, which says what the file is, when it does not begin as JSON. */
export function refuseOtherFormats(file: ByteFile): void {
  const head = file.slice(0, LOOKED_AT).toString('latin1').replace(BYTE_ORDER_MARK, '');
  // A record separator begins each text of a GeoJSON sequence (RFC 8142).
  const start = head.replace(/^[\s\x1e]+/, '');
  if (start === '' && head.length < LOOKED_AT) throw new Unreadable('empty-file');
  if (/^[[{]/.test(start) || (head.length < LOOKED_AT && isJson(start))) return;
  const kind = SIGNS.find(([, sign]) => sign.test(head))?.[0];
  if (kind) throw new Unreadable(kind);
  if (/^(\xff\xfe|\xfe\xff)/.test(head)) return;
  const isText = !/[\x00-\x08\x0e-\x1a]/.test(head);
  if (!isText) throw new Unreadable('not-json-binary');
  throw new Unreadable('not-json', { start: start.split(/[\r\n]/)[0]!.slice(0, 40) });
}

/** A text, a number, true, false or null. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
