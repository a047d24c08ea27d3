import { decodeWindows1252 } from '../encoding.ts';
import { Unusable } from '../../base/unusable.ts';
import { child, parseXml } from '../xml-tree.ts';
import { readAre } from './are.ts';
import { readGsi } from './gsi.ts';
import { readJobxml } from './jobxml.ts';
import { readLandxmlSurvey } from './landxml-survey.ts';
import { readLeicaList } from './leica-list.ts';
import type { BookFormat, FieldBookFile } from './model.ts';
import { readNikon } from './nikon.ts';
import { readRw5 } from './rw5.ts';
import { readSdr } from './sdr.ts';
import { isStream, readTopcon } from './topcon.ts';
import { readZeiss } from './zeiss.ts';

/** Largest file: a year of work of one instrument has less. */
export const MAX_BOOK_BYTES = 32 * 1024 * 1024;

const READERS: Partial<Record<BookFormat, (text: string) => FieldBookFile>> = {
  gsi: readGsi,
  rw5: readRw5,
  sdr: readSdr,
  nikon: readNikon,
  topcon: readTopcon,
  are: readAre,
  zeiss: readZeiss,
  'leica-list': readLeicaList,
};

/** By what lines look like, because the names of these files end in anything. */
const SIGNS: readonly [BookFormat, RegExp][] = [
  ['sdr', /^[\p{Control}\s]*00..SDR|^(0[1289]|10|03)(NM|TP|KI|F1|F2|MC|PC|MD)/mu],
  ['rw5', /^(JB,NM|MO,AD|OC,OP|SS,OP|BK,OP|SP,PN|LS,HI)/m],
  ['nikon', /^CO,.*(Nikon|RAW)|^(ST|SS|F1),[^,]*,[^,]*,/m],
  ['gsi', /^[\p{Control}]*\*?(11|41).{4}[-+ ][^ ]{6,16}(\s|$)/mu],
  ['zeiss', /^\s*For \S+\s*\|/im],
  ['leica-list', /^\s*SETUP SN\s/m],
  ['topcon', /^(GTS-7|STN |BKB |UNITS )/m],
  ['are', /^(50|51|5|2|37|0)=.*$/m],
];
const SEEN = 64 * 1024;

/** Undefined for a file that no instrument writes. */
export function recognise(bytes: Uint8Array): BookFormat | undefined {
  const head = decode(bytes.subarray(0, SEEN));
  if (/^\s*(\uFEFF)?<\?xml|^\s*<(JOBFile|LandXML)/.test(head)) {
    if (/<JOBFile[\s>]/.test(head)) return 'jobxml';
    return /<(\w+:)?LandXML[\s>]/.test(head) ? 'landxml' : undefined;
  }
  if (isStream(head)) return 'topcon';
  return SIGNS.find(([, sign]) => sign.test(head))?.[0];
}

/** Throws Unusable for what no reader knows, and XML that is damaged. */
export function readBook(bytes: Uint8Array): FieldBookFile {
  if (bytes.length > MAX_BOOK_BYTES)
    throw new Unusable('field-book.too-large', { megabytes: MAX_BOOK_BYTES / 1024 / 1024 });
  const format = recognise(bytes);
  if (!format) throw new Unusable('field-book.unknown-format');
  const read = READERS[format];
  if (read) return read(decode(bytes));
  const root = parseXml(bytes);
  if (format === 'jobxml') return readJobxml(root);
  if (!child(root, 'Survey') && !child(root, 'CgPoints')) throw new Unusable('field-book.no-survey');
  return readLandxmlSurvey(root);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Instruments write what Windows does.
    return decodeWindows1252(bytes);
  }
}
