import { expect, it } from 'vitest';
import { RowTaker } from './bytes.ts';

/** A message as PostgreSQL sends it: a letter, its length with these four bytes, content. */
function message(code: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(code);
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

function row(...values: (string | null)[]): Buffer {
  const pieces = values.map((value) => {
    const text = Buffer.from(value ?? '');
    const length = Buffer.alloc(4);
    length.writeInt32BE(value === null ? -1 : text.length);
    return Buffer.concat([length, text]);
  });
  return message('D', Buffer.concat([Buffer.from([0, values.length]), ...pieces]));
}

it('what comes over the line is divided into rows and the rest, wherever it is cut', () => {
  const described = message('T', Buffer.from('two columns'));
  const complete = message('C', Buffer.from('SELECT 3'));
  const ready = message('Z', Buffer.from('I'));
  const told = message('A', Buffer.from('a notification'));
  const rows = [row('città', null), row('', 'b'), row('c'.repeat(40), 'd')];
  const all = Buffer.concat([described, ...rows, complete, ready, told]);
  const take = (...pieces: Buffer[]) => {
    const [taken, rest]: [(string | undefined)[][], Buffer[]] = [[], []];
    const seen = { taken, rest, endedAfter: Number.NaN };
    const taker = new RowTaker(
      (values) => taken.push(values.map((value) => value?.toString())),
      (bytes) => rest.push(bytes),
      () => (seen.endedAfter = Buffer.concat(rest).length),
    );
    for (const piece of pieces) taker.take(piece);
    return { ...seen, rest: Buffer.concat(rest).toString() };
  };
  const expected = {
    taken: [
      ['città', undefined],
      ['', 'b'],
      ['c'.repeat(40), 'd'],
    ],
    rest: Buffer.concat([described, complete, ready, told]).toString(),
    endedAfter: described.length + complete.length,
  };
  expect(take(all)).toEqual(expected);
  expect(take(...Array.from(all, (byte) => Buffer.from([byte])))).toEqual(expected);
  for (let cut = 1; cut < all.length; cut++)
    expect(take(all.subarray(0, cut), all.subarray(cut))).toEqual(expected);
});
