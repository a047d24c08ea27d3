import { Unreadable, type Findings } from '../../../base/problems.ts';
import type { ByteFile } from '../../byte-file.ts';
import { knownEncoding } from '../../encoding.ts';
import { guessedEncoding } from '../../text-stream.ts';
import { isBinaryDxf } from './tags.ts';

const HEAD = 64 * 1024;

/**
 * The encoding of a DXF: the person's choice; UTF-8 from AutoCAD 2007 on, before that the code page of the drawing. Throws Unreadable
 * on what is no DXF.
 */
export function encodingOf(file: ByteFile, chosen: string | undefined, findings: Findings): string {
  const head = file.slice(0, HEAD).toString('latin1');
  if (!isBinaryDxf(file) && !/^\s*(999|0)\s*\r?\n|SECTION/.test(head)) {
    if (/^AC10\d\d/.test(head)) throw new Unreadable('dwg');
    throw new Unreadable('no-dxf');
  }
  if (chosen !== undefined) {
    const known = knownEncoding(chosen);
    if (!known) throw new Unreadable('unknown-encoding', { encoding: chosen.slice(0, 40) });
    return known;
  }
  const version = /\$ACADVER[\s\0]+1?[\s\0]*AC(\d{4})/.exec(head)?.[1];
  if (version !== undefined && Number(version) >= 1021) return 'utf-8';
  const page = /\$DWGCODEPAGE[\s\0]+3?[\s\0]*([A-Za-z]+[_-]?\d+)/.exec(head)?.[1];
  const named = page && knownEncoding(page.replace(/^ansi[_-]?/i, 'windows-').replace(/^dos[_-]?/i, 'cp'));
  const guess = guessedEncoding(file);
  // Writers in UTF-8 that leave the old version in the header are told by the bytes.
  if (named) return guess.name === 'utf-8' && guess.sure ? 'utf-8' : named;
  if (!guess.sure) findings.once('encoding-assumed', { encoding: guess.name });
  return guess.name;
}
