import { UnusableCloud } from '../unusable-cloud.ts';

const SIZES: Readonly<Record<string, number>> = {
  char: 1,
  int8: 1,
  uchar: 1,
  uint8: 1,
  short: 2,
  int16: 2,
  ushort: 2,
  uint16: 2,
  int: 4,
  int32: 4,
  uint: 4,
  uint32: 4,
  float: 4,
  float32: 4,
  double: 8,
  float64: 8,
};

export interface PlyProperty {
  name: string;
  type: string;
  bytes: number;
}

export interface PlyHeader {
  version: string;
  format: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  /** Number of points. */
  count: number;
  properties: PlyProperty[];
  /** Where the points begin. */
  start: number;
  program: string | null;
}

const END = 'end_header';

/** Parses the first bytes of a PLY file. Throws UnusableCloud. */
export function parsePlyHeader(head: Buffer): PlyHeader {
  const text = head.toString('latin1');
  const end = text.indexOf(END);
  if (!/^ply\r?\n/.test(text)) throw new UnusableCloud('not-las');
  if (end === -1) throw new UnusableCloud('cut-off');
  const close = /^[ \t]*\r?\n/.exec(text.slice(end + END.length));
  if (!close) throw new UnusableCloud('cut-off');
  const header: PlyHeader = {
    version: '',
    format: 'ascii',
    count: 0,
    properties: [],
    start: end + END.length + close[0].length,
    program: null,
  };
  let element = '';
  for (const line of text.slice(0, end).split(/\r?\n/)) {
    const [keyword, first = '', second = ''] = line.trim().split(/\s+/);
    if (keyword === 'format') {
      if (!['ascii', 'binary_little_endian', 'binary_big_endian'].includes(first))
        throw new UnusableCloud('damaged');
      header.format = first as PlyHeader['format'];
      header.version = second;
    } else if (keyword === 'comment') header.program ??= line.trim().slice(8).slice(0, 100) || null;
    else if (keyword === 'element') {
      // Points come first in every file of points; faces and others after them are not read.
      if (element === '' && first !== 'vertex') throw new UnusableCloud('ply-order');
      element = first;
      if (first === 'vertex') header.count = Number(second);
    } else if (keyword === 'property' && element === 'vertex') {
      const bytes = SIZES[first];
      if (bytes === undefined) throw new UnusableCloud('ply-order');
      header.properties.push({ name: second, type: first, bytes });
    }
  }
  if (header.count === 0) throw new UnusableCloud('empty');
  const names = header.properties.map(({ name }) => name);
  if (
    !Number.isSafeInteger(header.count) ||
    header.count < 0 ||
    !['x', 'y', 'z'].every((axis) => names.includes(axis))
  )
    throw new UnusableCloud('damaged');
  return header;
}
