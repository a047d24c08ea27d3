import { readFile } from 'node:fs/promises';
import type { BimCheckResult } from '#core/protocol';
import { Unusable } from '../../../base/unusable.ts';
import { auditIds } from '../ids/audit.ts';
import { findClashes, type ClashFrame, type ClashOptions } from './clash.ts';
import { takeQuantities } from './quantities.ts';

/** What a thread checks; files are on this machine. */
export type CheckWork =
  | { kind: 'ids'; file: string; ids: string }
  | { kind: 'quantities'; file: string }
  | {
      kind: 'clash';
      file: string;
      /** null: the same. */
      other: string | null;
      frame: ClashFrame;
      options: ClashOptions;
      withId: string;
      withName: string;
      seconds: number;
    };

/** Bytes of a file that is held in memory whole. */
const MAX_BYTES = 512 * 1024 ** 2;

export async function carryOutCheck(
  work: CheckWork,
  onProgress: (part: number) => void,
): Promise<BimCheckResult> {
  const ifc = await read(work.file);
  switch (work.kind) {
    case 'ids':
      return { kind: 'ids', report: auditIds(ifc, Buffer.from(work.ids), onProgress) };
    case 'quantities':
      return { kind: 'quantities', report: await takeQuantities(ifc) };
    case 'clash': {
      const { other, frame, options, withId, withName, seconds } = work;
      const second = other === null ? null : await read(other);
      const deadline = performance.now() + seconds * 1000;
      const found = await findClashes(ifc, second, frame, options, deadline);
      return { kind: 'clash', report: { withId, withName, ...found } };
    }
  }
}

async function read(file: string): Promise<Buffer> {
  const bytes = await readFile(file);
  if (bytes.length > MAX_BYTES)
    throw new Unusable('bim.check-too-large', { most: Math.round(MAX_BYTES / 1024 ** 2) });
  return bytes;
}
