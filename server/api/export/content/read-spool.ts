import fs from 'node:fs';
import type { GeometryObject } from '#core/protocol';

const PIECE = 1024 * 1024;
const LINE_END = 10;

/** Writers look up attributes by any name: an object has none that it was not given, such as `constructor`. */
function parsed(line: string): GeometryObject {
  const object = JSON.parse(line) as GeometryObject;
  Object.setPrototypeOf(object.properties, null);
  return object;
}

/** Iterates over the objects of a spool file, one in memory at a time. */
export function* readSpool(file: string): Generator<GeometryObject> {
  const fd = fs.openSync(file, 'r');
  try {
    let rest: Buffer[] = [];
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE);
      const read = fs.readSync(fd, piece, 0, PIECE, null);
      if (read === 0) break;
      let from = 0;
      for (let end = piece.indexOf(LINE_END); end >= 0 && end < read; end = piece.indexOf(LINE_END, from)) {
        rest.push(piece.subarray(from, end));
        yield parsed(Buffer.concat(rest).toString());
        rest = [];
        from = end + 1;
      }
      if (from < read) rest.push(piece.subarray(from, read));
    }
  } finally {
    fs.closeSync(fd);
  }
}
