import { expect, it } from 'vitest';
import type { ByteFile } from './byte-file.ts';
import { encoded } from './code-page.ts';
import { decoderOf } from './encoding.ts';
import { decoderFor } from './text-stream.ts';
import { parseXml } from './xml-tree.ts';

/** `L’Aquila – 5 €` as Windows writes it. */
const BYTES = Uint8Array.from(
  'L\u0092Aquila \u0096 5 \u0080'.split('').map((letter) => letter.charCodeAt(0)),
);
const TEXT = 'L’Aquila – 5 €';

it('Windows-1252 is read as Windows writes it, whatever Node makes of it', () => {
  for (const name of ['windows-1252', 'cp1252', 'ANSI_1252', 'latin1'])
    expect(decoderOf(name)(BYTES), name).toBe(TEXT);
  const xml = Buffer.concat([
    Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>'),
    BYTES,
    Buffer.from('</a>'),
  ]);
  expect(parseXml(xml).text).toBe(TEXT);
});

it('a file of Windows-1252 is read so to its last piece', () => {
  const file = { slice: () => Buffer.alloc(3) } as unknown as ByteFile;
  const decode = decoderFor(file, 'windows-1252');
  expect(decode(BYTES, true) + decode(BYTES, false)).toBe(TEXT + TEXT);
});

it('what it does not have becomes a question mark, and is told', () => {
  let lost = 0;
  const onLost = () => lost++;
  expect([...encoded(TEXT, 'windows-1252', onLost)]).toEqual([...BYTES]);
  expect(lost).toBe(0);
  expect(encoded('e\u0300 Київ', 'windows-1252', onLost).toString('latin1')).toBe('è ????');
  expect(lost).toBe(1);
});
